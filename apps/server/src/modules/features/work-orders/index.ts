import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCampaignRoutes } from './campaigns/work-orders-campaigns.routes.ts';
import { WorkOrderCampaigns } from './campaigns/work-orders-campaigns.service.ts';
import { WorkOrderCampaignVehicles } from './campaigns/work-orders-campaigns-vehicles.service.ts';
import { WorkOrderLinks } from './links/work-orders-links.service.ts';
import { WorkOrderList } from './list/work-orders-list.service.ts';
import { WorkOrderReports } from './report/work-orders-report.service.ts';
import { WorkOrderSettings } from './settings/work-orders-settings.service.ts';
import {
  registerWorkOrderLinkRoutes,
  registerWorkOrderListRoutes,
  registerWorkOrderRoutes,
} from './work-orders.routes.ts';
import { WorkOrdersService } from './work-orders.service.ts';

export { WorkOrderCampaigns } from './campaigns/work-orders-campaigns.service.ts';
export { insertHitAlerts } from './campaigns/work-orders-campaigns-alerts.repository.ts';
export { recallCalendar } from './campaigns/work-orders-campaigns-calendar.ts';
export { registerCampaignJob } from './campaigns/work-orders-campaigns-due.job.ts';

/** Work orders, in a separate Fastify scope that accepts multipart bodies. */
export function registerWorkOrders(app: FastifyInstance, services: Services): void {
  registerWorkOrderListRoutes(app, {
    list: new WorkOrderList(services),
    settings: new WorkOrderSettings(services.db),
    reports: new WorkOrderReports(services),
  });
  registerCampaignRoutes(app, {
    campaigns: new WorkOrderCampaigns(services.db),
    vehicles: new WorkOrderCampaignVehicles(services.db),
  });
  app.register(async (scope) => {
    await scope.register(multipart);
    registerWorkOrderRoutes(scope, services.files, new WorkOrdersService(services));
    registerWorkOrderLinkRoutes(scope, services.files, new WorkOrderLinks(services));
  });
}

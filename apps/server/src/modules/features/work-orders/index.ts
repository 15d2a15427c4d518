import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCampaignRoutes } from './campaigns/work-orders-campaigns.routes.ts';
import { WorkOrderCampaigns } from './campaigns/work-orders-campaigns.service.ts';
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

/** Work orders, in a separate Fastify scope that accepts multipart bodies. */
export function registerWorkOrders(app: FastifyInstance, services: Services): void {
  registerWorkOrderListRoutes(app, {
    list: new WorkOrderList(services),
    settings: new WorkOrderSettings(services.db),
    reports: new WorkOrderReports(services),
  });
  registerCampaignRoutes(app, new WorkOrderCampaigns(services.db));
  app.register(async (scope) => {
    await scope.register(multipart);
    registerWorkOrderRoutes(scope, services.files, new WorkOrdersService(services));
    registerWorkOrderLinkRoutes(scope, services.files, new WorkOrderLinks(services));
  });
}

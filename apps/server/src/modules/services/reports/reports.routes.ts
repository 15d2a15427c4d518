import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { ReportsService } from './reports.service.ts';
import type { SchedulesService } from './schedules/reports-schedules.service.ts';

/** Routes of reports and their schedules. */
export function registerRoutes(
  app: FastifyInstance,
  service: ReportsService,
  schedules: SchedulesService,
): void {
  const { reports } = contract;
  implement(app, reports.download, async ({ viewer, params, query, reply }) =>
    sendFile(reply, await service.download(viewer, params.kind, query)),
  );
  implement(app, reports.gpx, async ({ viewer, query, reply }) =>
    sendFile(reply, await service.gpx(viewer, query)),
  );
  implement(app, reports.schedules, ({ viewer, query }) => schedules.list(viewer, pageOf(query)));
  implement(app, reports.createSchedule, ({ viewer, body }) => schedules.create(viewer, body));
  implement(app, reports.changeSchedule, ({ viewer, params, body }) =>
    schedules.change(viewer, params.id, body),
  );
  implement(app, reports.removeSchedule, ({ viewer, params }) =>
    schedules.remove(viewer, params.id),
  );
}

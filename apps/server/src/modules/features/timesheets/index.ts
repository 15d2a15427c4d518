import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerTimesheetRoutes } from './timesheets.routes.ts';
import { TimesheetsService } from './timesheets.service.ts';

export { TimesheetsService } from './timesheets.service.ts';

/** Registers the timesheets of vehicles and drivers (area M). */
export function registerTimesheets(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerTimesheetRoutes(app, new TimesheetsService(db));
}

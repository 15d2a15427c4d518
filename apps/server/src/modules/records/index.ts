import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerRoutes } from './routes.ts';
import { RecordReports } from './service.ts';

/** Stored records of defects and safety inspections, and their reports (G-92, G-93). */
export function registerRecords(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new RecordReports(services));
}

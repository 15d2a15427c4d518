import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerAuditRoutes } from './audit.routes.ts';
import { AuditService } from './audit.service.ts';
import { Viewings } from './audit-viewings.ts';
import { AuditedCalls } from './audited-calls.ts';
import { watchCalls } from './watched-calls.ts';

export { Viewings } from './audit-viewings.ts';

/** The audit log and its export. */
export function registerAudit(app: FastifyInstance, { db }: Services): void {
  registerAuditRoutes(app, new AuditService(db));
}

/** Audits every call. Run it before the routes of other features are added. */
export function watchAuditedCalls(app: FastifyInstance, services: Services): void {
  watchCalls(app, new Viewings(services), new AuditedCalls(services));
}

import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { AuditService } from './audit.service.ts';

/** Calls of the audit log. */
export function registerAuditRoutes(app: FastifyInstance, service: AuditService): void {
  const { audit } = contract;
  implement(app, audit.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, audit.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, audit.check, ({ viewer }) => service.check(viewer));
  implement(app, audit.exportFile, async ({ viewer, query, reply }) =>
    sendFile(reply, await service.file(viewer, query)),
  );
}

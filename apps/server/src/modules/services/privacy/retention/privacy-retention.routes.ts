import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { RetentionService } from './privacy-retention.service.ts';

const calls = contract.retention;

/** Calls of retention periods. */
export function registerRetention(app: FastifyInstance, services: Services): void {
  const retention = new RetentionService(services);
  implement(app, calls.read, ({ viewer, query }) => retention.read(viewer, query.customer));
  implement(app, calls.change, ({ viewer, body }) => retention.change(viewer, body));
  implement(app, calls.preview, ({ viewer, body }) => retention.preview(viewer, body));
}

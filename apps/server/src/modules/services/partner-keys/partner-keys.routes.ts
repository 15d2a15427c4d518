import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { PartnerKeysService } from './partner-keys.service.ts';

/** Calls of partner keys (R-015, W-P05). */
export function registerPartnerKeyRoutes(app: FastifyInstance, keys: PartnerKeysService): void {
  const calls = contract.partnerKeys;
  implement(app, calls.list, ({ viewer, query }) => keys.list(viewer, query));
  implement(app, calls.create, ({ viewer, body, reply }) => {
    // No cache may store the answer with the key.
    reply.header('cache-control', 'no-store');
    return keys.create(viewer, body);
  });
  implement(app, calls.read, ({ viewer, params }) => keys.read(viewer, params.id));
  implement(app, calls.revoke, ({ viewer, params }) => keys.revoke(viewer, params.id));
}

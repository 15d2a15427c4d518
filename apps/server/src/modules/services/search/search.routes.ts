import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { SearchService } from './search.service.ts';

/** The call of the search. */
export function registerSearchRoutes(app: FastifyInstance, service: SearchService): void {
  implement(app, contract.search.find, ({ viewer, query }) =>
    service.find(viewer, query.q, query.limit),
  );
}

import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { PickersService } from './pickers.service.ts';

/** Calls of the shared choosers. */
export function registerPickers(app: FastifyInstance, service: PickersService): void {
  const { pickers } = contract;
  implement(app, pickers.depots, ({ viewer, query }) =>
    service.depots(viewer, pageOf(query), query.brief),
  );
  implement(app, pickers.regions, ({ viewer, query }) => service.regions(viewer, pageOf(query)));
  implement(app, pickers.drivers, ({ viewer, query }) =>
    service.drivers(viewer, pageOf(query), {
      isUnassigned: query.unassigned === 'true',
      exceptId: query.except ?? null,
    }),
  );
  implement(app, pickers.repairers, ({ viewer, params }) =>
    service.repairers(viewer, params.customerId),
  );
}

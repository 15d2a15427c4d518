import { contract, type QueryOf } from '@roadworthy/contract';
import type { FeedKind } from '@roadworthy/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Viewer } from '../../../platform/auth/index.ts';
import { implement } from '../../../platform/http/index.ts';
import type { DataFeedsService } from './data-feeds.service.ts';

interface FeedCall {
  readonly viewer: Viewer;
  readonly query: QueryOf<typeof contract.dataFeeds.trips>;
  readonly reply: FastifyReply;
}

/** Registers the routes of feeds. */
export function registerDataFeedRoutes(app: FastifyInstance, service: DataFeedsService): void {
  const feeds = contract.dataFeeds;
  const read =
    (kind: FeedKind) =>
    async ({ viewer, query, reply }: FeedCall) => {
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      reply.header('cache-control', 'no-store');
      return (await service.read(viewer, kind, query, left.signal)) as never;
    };
  // Thousands of positions a second: the service's JSON is sent as it is.
  implement(app, feeds.positions, read('positions'), { trusted: true });
  implement(app, feeds.trips, read('trips'));
  implement(app, feeds.events, read('events'));
  implement(app, feeds.defects, read('defects'));
  implement(app, feeds.checks, read('checks'));
  implement(app, feeds.faults, read('faults'));
  implement(app, feeds.workOrders, read('work_orders'));
  implement(app, feeds.driverActivities, read('driver_activities'));
  implement(app, feeds.overview, ({ viewer }) => service.overview(viewer));
}

import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, tooMany } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import type { LiveStreams } from './live-stream.ts';
import type { TelematicsService } from './service.ts';

/** A stream lives as long as an access token at the most; the browser then comes back. */
const STREAM_LIFE_MS = 15 * 60 * 1000;

/** Calls of live tracking and of the trail. */
export function registerRoutes(
  app: FastifyInstance,
  service: TelematicsService,
  streams: LiveStreams,
): void {
  const { telematics } = contract;
  implement(app, telematics.trackGroups, ({ viewer, query }) =>
    service.groups(viewer, 'depot', query.search),
  );
  implement(app, telematics.trackDriverGroups, ({ viewer, query }) =>
    service.groups(viewer, 'driver', query.search),
  );
  implement(
    app,
    telematics.track,
    async ({ viewer, query }) => {
      const results = await service.track(viewer, { search: query.search });
      return { count: results.length, results };
    },
    { trusted: true },
  );
  implement(
    app,
    telematics.trackGroup,
    ({ viewer, query }) => service.group(viewer, query.group_id, query.by),
    { trusted: true },
  );
  implement(app, telematics.trackVehicle, ({ viewer, params }) =>
    service.vehicle(viewer, params.id),
  );
  implement(app, telematics.trace, ({ viewer, query }) => service.trace(viewer, query), {
    trusted: true,
  });
  implement(app, telematics.simpleVehicleList, ({ viewer, query }) =>
    service.simpleList(viewer, pageOf(query)),
  );
  implement(app, telematics.liveTrack, async ({ viewer, reply }) => {
    if (streams.isFull(viewer.userId))
      throw tooMany('Too many live views are open. Close one first.');
    reply.hijack();
    await streams.open(viewer, reply.raw, STREAM_LIFE_MS);
    return undefined;
  });
}

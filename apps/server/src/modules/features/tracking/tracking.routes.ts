import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { tokenExpiryMs, verifiedSessionOf } from '../../../platform/auth/index.ts';
import { implement, tooMany } from '../../../platform/http/index.ts';
import type { LiveStreams } from './live-streams.ts';
import type { TrackingService } from './tracking.service.ts';

/** Registers the routes of live tracking. */
export function registerRoutes(
  app: FastifyInstance,
  service: TrackingService,
  streams: LiveStreams,
): void {
  const { tracking } = contract;
  implement(app, tracking.trackGroups, ({ viewer, query }) =>
    service.groups(viewer, 'depot', query.search),
  );
  implement(app, tracking.trackDriverGroups, ({ viewer, query }) =>
    service.groups(viewer, 'driver', query.search),
  );
  implement(app, tracking.track, async ({ viewer, query, reply }) => {
    const { json, sent } = await service.fleet(viewer, query.search);
    reply.raw.once('close', sent);
    await reply.type('application/json; charset=utf-8').send(json);
    return undefined;
  });
  implement(
    app,
    tracking.trackGroup,
    ({ viewer, query }) => service.group(viewer, query.group_id, query.by),
    { trusted: true },
  );
  implement(app, tracking.trackVehicle, ({ viewer, params }) => service.vehicle(viewer, params.id));
  implement(app, tracking.vehicleStop, ({ viewer, params }) => service.stop(viewer, params.id));
  implement(app, tracking.depotPlaces, ({ viewer, query }) => service.depotPlaces(viewer, query));
  implement(app, tracking.liveTrack, async ({ viewer, request, reply }) => {
    const stream = await streams.prepare(viewer, verifiedSessionOf(request));
    if (stream === null) throw tooMany('live.too_many');
    reply.hijack();
    stream.open(reply.raw, tokenExpiryMs(request));
    return undefined;
  });
}

import { contract, type Endpoint } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { AuditService } from './service.ts';
import type { Viewing, Viewings } from './viewings.ts';

/** Calls that tell where vehicles are or were, and which field names whose. */
const LOCATION_CALLS: Readonly<
  Record<string, { readonly call: Endpoint; readonly kind?: 'vehicle' | 'driver'; field?: string }>
> = {
  trace: { call: contract.telematics.trace, kind: 'vehicle', field: 'vehicle' },
  trace_matched: { call: contract.telematics.matchedTrace, kind: 'vehicle', field: 'vehicle' },
  trace_gpx: { call: contract.reports.gpx, kind: 'vehicle', field: 'vehicle' },
  trips: { call: contract.trips.list, kind: 'vehicle', field: 'vehicle' },
  timesheet: { call: contract.trips.vehicleTimesheet, kind: 'vehicle', field: 'vehicle' },
  driver_timesheet: { call: contract.trips.driverTimesheet, kind: 'driver', field: 'driver_id' },
  report: { call: contract.reports.download, kind: 'vehicle', field: 'vehicle' },
  track_vehicle: { call: contract.telematics.trackVehicle, kind: 'vehicle', field: 'id' },
  live_map: { call: contract.telematics.liveTrack },
};

const urlOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

const BY_URL = new Map(
  Object.entries(LOCATION_CALLS).map(([shown, one]) => [urlOf(one.call), { shown, ...one }]),
);

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function viewingOf(request: FastifyRequest): Viewing | null {
  const found = BY_URL.get(request.routeOptions.url ?? '');
  if (found === undefined || request.method !== 'GET') return null;
  const given = { ...(request.query as object), ...(request.params as object) } as Record<
    string,
    unknown
  >;
  const id = found.field === undefined ? Number.NaN : Number(given[found.field]);
  return {
    subject: found.kind === undefined || !(id > 0) ? null : { kind: found.kind, id },
    shown: found.shown,
    start: textOf(given.start),
    end: textOf(given.end),
  };
}

/**
 * Keeps a log of who looks at locations: before the first byte of an answer leaves. To be called
 * before the routes of other modules are added.
 */
export function watchViewings(app: FastifyInstance, viewings: Viewings): void {
  const seen = async (request: FastifyRequest) => {
    const viewing = viewingOf(request);
    const viewer = viewing === null ? null : await request.resolveViewer();
    if (viewing !== null && viewer !== null) await viewings.seen(viewer, viewing);
  };
  // A stream answers by itself, so that it is looked at before.
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== urlOf(contract.telematics.liveTrack)) return;
    if (allows(contract.telematics.liveTrack.access, await request.resolveViewer())) {
      await seen(request);
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 200) await seen(request);
  });
}

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

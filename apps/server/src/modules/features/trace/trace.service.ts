import type { AnswerOf, contract } from '@roadworthy/contract';
import { encodeTrace, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { AddressBook } from '../../../platform/geocoding/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import { type AddressFinder, addressFinder, visibleVehicle } from '../../core/fleet/index.ts';
import { eventsOfTrail } from '../events/index.ts';
import { privateTravelRows, tripRows } from '../trips/index.ts';
import { type TraceRow, traceRows } from './trace.repository.ts';
import { type TrailSums, trailSums } from './trail-sums.ts';

type Trace = AnswerOf<typeof contract.trace.trace>;

/** A trail with more points is thinned: no screen has that many pixels. */
const MAX_TRACE_POINTS = 50_000;

const toPoint = (row: TraceRow): Trace['points'][number] => ({
  lat: row.latitudeDeg,
  long: row.longitudeDeg,
  dir: row.headingDeg,
  timestamp: toApiDateTime(row.timeMs),
  speed: row.speedKmh,
  ignition: row.ignition,
});

function sumsOf(summary: TrailSums, address: AddressFinder): Pick<Trace, 'stops' | 'summary'> {
  return {
    stops: summary.stops.map(({ startMs, endMs, latitudeDeg, longitudeDeg }) => ({
      start: toApiDateTime(startMs),
      end: toApiDateTime(endMs),
      lat: latitudeDeg,
      long: longitudeDeg,
      address: address(latitudeDeg, longitudeDeg),
    })),
    summary: {
      distance: Math.round(summary.distanceM),
      driving_time: Math.round(summary.drivingS),
      idle_time: Math.round(summary.idleS),
      stops: summary.stops.length,
      max_speed: summary.maxSpeedKmh,
    },
  };
}

/** The trail of a vehicle (area M; R-135). */
export class TraceService {
  constructor(
    private readonly db: Database,
    private readonly addresses: AddressBook,
  ) {}

  /**
   * The trail of a vehicle with its events.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async trace(
    viewer: Viewer,
    query: { vehicle: number; start: string; end: string; shape: 'points' | 'columns' },
  ): Promise<Trace> {
    const { start, end } = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, query.vehicle);
      const rows = await traceRows(trx, vehicle.id, { start, end, limit: MAX_TRACE_POINTS });
      const events = await eventsOfTrail(trx, viewer, vehicle.id, { start, end }, this.addresses);
      const range = { start, end };
      const sums = trailSums(
        rows,
        await tripRows(trx, [vehicle.id], range),
        await privateTravelRows(trx, [vehicle.id], range),
      );
      const trail =
        query.shape === 'columns'
          ? { points: [], columns: encodeTrace(rows) }
          : { points: rows.map(toPoint) };
      const address = addressFinder(viewer.distanceUnit, this.addresses);
      return { vehicle, ...trail, events, ...sumsOf(sums, address) };
    });
  }
}

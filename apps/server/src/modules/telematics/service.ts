import type { AnswerOf, contract } from '@roadworthy/contract';
import { momentRange } from '@roadworthy/domain/time';
import { summariseTrail } from '../../engines/trail-summary.ts';
import type { Viewer } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import { addressFinder } from './address.ts';
import { FleetJson } from './fleet-json.ts';
import {
  depotGroups,
  driverGroups,
  simpleVehicles,
  type TrackFilter,
  traceRows,
  trackRows,
} from './repository.ts';
import { type TrackVehicle, toTrackVehicle, utcText } from './track-vehicle.ts';

/** Requirement M-P06. */
const MAX_TRACE_DAYS = 31;
const DAY_MS = 86_400_000;
/** A trail of more points is thinned: no screen has that many pixels. */
const MAX_TRACE_POINTS = 50_000;

function wrongEnd(detail: string) {
  return badRequest(detail, { errors: { end: [detail] } });
}

export class TelematicsService {
  readonly #fleet = new FleetJson();

  constructor(private readonly db: Database) {}

  /** Depots or drivers with their vehicles counted. */
  async groups(viewer: Viewer, by: 'depot' | 'driver', search: string) {
    const find = by === 'depot' ? depotGroups : driverGroups;
    const results = await this.db.asViewer(viewer, (trx) => find(trx, viewer, search));
    return { count: results.length, results };
  }

  /** The last known state of every visible vehicle, as the JSON of the whole answer. */
  async fleet(viewer: Viewer, search: string): Promise<string> {
    return this.db.asViewer(viewer, (trx) => this.#fleet.write(trx, viewer, search, Date.now()));
  }

  /** The last known state of the visible vehicles that a filter leaves. */
  async track(viewer: Viewer, filter: TrackFilter): Promise<TrackVehicle[]> {
    const rows = await this.db.asViewer(viewer, (trx) => trackRows(trx, viewer, filter));
    const address = addressFinder(viewer.distanceUnit);
    const nowMs = Date.now();
    return rows.map((row) => toTrackVehicle(row, nowMs, address));
  }

  /**
   * The vehicles of one group.
   *
   * @throws HttpError 404 for a group the viewer may not know of
   */
  async group(viewer: Viewer, groupId: number, by: 'depot' | 'driver') {
    const { results } = await this.groups(viewer, by, '');
    if (!results.some(({ id }) => id === groupId)) throw notFound();
    const filter = by === 'depot' ? { depotId: groupId } : { driverId: groupId };
    return { group_id: groupId, vehicles: await this.track(viewer, filter) };
  }

  /**
   * One vehicle.
   *
   * @throws HttpError 404 for a vehicle the viewer may not know of
   */
  async vehicle(viewer: Viewer, vehicleId: number): Promise<TrackVehicle> {
    const [vehicle] = await this.track(viewer, { vehicleId });
    if (vehicle === undefined) throw notFound();
    return vehicle;
  }

  /**
   * The trail of a vehicle; the end is exclusive, and a bare date is a whole day in the
   * viewer's time zone, UTC where none is preferred (R-P05).
   *
   * @throws HttpError 400 for a range that is empty or longer than 31 days, 404 for an unknown vehicle
   */
  async trace(
    viewer: Viewer,
    query: { vehicle: number; start: string; end: string },
  ): Promise<AnswerOf<typeof contract.telematics.trace>> {
    const { start, end } = momentRange(query, viewer.timeZone ?? 'UTC');
    if (end <= start) throw wrongEnd('The end must be after the start.');
    if (end.getTime() - start.getTime() > MAX_TRACE_DAYS * DAY_MS) {
      throw wrongEnd(`A range may be ${MAX_TRACE_DAYS} days at most.`);
    }
    const { vehicle, rows } = await this.db.asViewer(viewer, async (trx) => {
      const [found] = await trackRows(trx, viewer, { vehicleId: query.vehicle });
      if (found === undefined) throw notFound();
      return {
        vehicle: found,
        rows: await traceRows(trx, found.id, { start, end, limit: MAX_TRACE_POINTS }),
      };
    });
    const summary = summariseTrail(
      rows.map((row) => ({
        timeMs: row.time_ms,
        latitudeDeg: row.latitude,
        longitudeDeg: row.longitude,
        speedKmh: row.speed_kmh,
        ignition: row.ignition,
        odometerM: row.odometer_m,
      })),
    );
    return {
      vehicle: { id: vehicle.id, registration: vehicle.registration },
      points: rows.map((row) => ({
        lat: row.latitude,
        long: row.longitude,
        dir: row.heading_deg ?? 0,
        timestamp: utcText(row.time_ms),
        speed: row.speed_kmh ?? 0,
        ignition: row.ignition,
      })),
      summary: {
        distance: Math.round(summary.distanceM),
        driving_time: Math.round(summary.drivingS),
        idle_time: Math.round(summary.idleS),
        stops: summary.stops,
        max_speed: summary.maxSpeedKmh,
      },
    };
  }

  /** Vehicles for the autocomplete. */
  async simpleList(viewer: Viewer, page: Page) {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      simpleVehicles(trx, viewer, page),
    );
    return {
      count,
      results: rows.map((row) => ({
        id: row.id,
        registration: row.registration,
        type: row.type,
        vehicle_type: {
          reference: row.fuel_reference,
          name: row.manufacturer_model ?? row.fuel_name,
        },
      })),
    };
  }
}

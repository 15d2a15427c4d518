import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { addressFinder, visibleVehicle, wasPrivate } from '../../core/fleet/index.ts';
import { AnswerBuffers } from './answer-buffers.ts';
import { FleetJson } from './fleet-json.ts';
import { type TrackVehicle, toTrackVehicle, utcText } from './track-vehicle.ts';
import { depotGroups, driverGroups, type TrackFilter, trackRows } from './tracking.repository.ts';
import { depotPlaces, lastTripEnd } from './tracking-places.repository.ts';

export class TrackingService {
  readonly #buffers = new AnswerBuffers();
  readonly #fleet = new FleetJson(this.#buffers);

  constructor(private readonly db: Database) {}

  /** Depots or drivers with counts of their vehicles. */
  async groups(viewer: Viewer, by: 'depot' | 'driver', search: string) {
    const find = by === 'depot' ? depotGroups : driverGroups;
    const results = await this.db.asViewer(viewer, (trx) => find(trx, viewer, search));
    return { count: results.length, results };
  }

  /**
   * The last known states of all visible vehicles, as the JSON of the whole response. Call
   * `sent` when the JSON is no longer needed.
   */
  async fleet(viewer: Viewer, search: string): Promise<{ json: Buffer; sent: () => void }> {
    const reading = await this.db.asViewer(viewer, (trx) => this.#fleet.read(trx, viewer, search));
    const json = this.#fleet.write(reading, Date.now());
    return { json, sent: () => this.#buffers.release(json) };
  }

  /** The last known states of the visible vehicles that match a filter. */
  async track(viewer: Viewer, filter: TrackFilter): Promise<TrackVehicle[]> {
    const rows = await this.db.asViewer(viewer, (trx) => trackRows(trx, viewer, filter));
    const address = addressFinder(viewer.distanceUnit);
    const nowMs = Date.now();
    return rows.map((row) => toTrackVehicle(row, nowMs, address));
  }

  /**
   * The vehicles of one group.
   *
   * @throws HttpError 404 for a group that the viewer cannot see
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
   * @throws HttpError 404 for a vehicle that the viewer cannot see
   */
  async vehicle(viewer: Viewer, vehicleId: number): Promise<TrackVehicle> {
    return orNotFound((await this.track(viewer, { vehicleId }))[0]);
  }

  /**
   * The time since when a vehicle has been stopped: the end of its last trip.
   *
   * @returns null while a trip is in progress, without a trip, or if there was private use since then
   * @throws HttpError 404 for a vehicle that the viewer cannot see
   */
  stop(viewer: Viewer, vehicleId: number) {
    return this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const endMs = await lastTripEnd(trx, vehicleId);
      const isHidden =
        endMs !== null && (await wasPrivate(trx, vehicleId, { fromMs: endMs, toMs: Date.now() }));
      const since = endMs === null || isHidden ? null : utcText(endMs);
      return { vehicle_id: vehicleId, stopped_since: since };
    });
  }

  /** The visible depots with their positions. */
  depotPlaces(viewer: Viewer, query: QueryOf<typeof contract.tracking.depotPlaces>) {
    return this.db.asViewer(viewer, (trx) => depotPlaces(trx, viewer, pageOf(query)));
  }
}

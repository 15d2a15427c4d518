import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { distanceM } from '@roadworthy/domain/geography';
import { compareCandidates, levelOf } from '../../../../engines/driver-planning/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { visibleAssets } from '../../couplings/index.ts';
import { lastWorkOf, remainingOf } from '../../drivers-hours/index.ts';
import { lastOdometers } from '../../service-plans/index.ts';
import { findingsOfChoice } from '../checks/driver-planning-checks.ts';
import { planZone } from '../driver-planning-days.ts';
import { checkAssets } from '../driver-planning-refusals.ts';
import { toFindings } from '../shifts/driver-planning-shifts-json.ts';
import {
  candidateDrivers,
  placeOfVehicle,
  placesOfDrivers,
  privateByRule,
} from './driver-planning-candidates.repository.ts';

type Calls = typeof contract.driverCandidates;

const HOUR_MS = 3_600_000;
const MOST = 200;

/** Who can take a vehicle. */
export class CandidatesService {
  constructor(private readonly db: Database) {}

  /**
   * Checks a shift with the vehicle for each visible driver, and ranks them.
   *
   * @throws HttpError 404 for a vehicle, trailer or depot that is not visible, 400 for a trailer in place of a
   *   vehicle
   */
  list(
    viewer: Viewer,
    query: QueryOf<Calls['list']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['list']>> {
    const startMs = query.at === undefined ? nowMs : Date.parse(query.at);
    const endMs = startMs + query.hours * HOUR_MS;
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, query.vehicle);
      const customerId = await this.#fits(trx, viewer, query);
      const rows = await candidateDrivers(trx, viewer, query, MOST + 1);
      const drivers = rows.slice(0, MOST);
      const ids = drivers.map(({ id }) => id);
      const shifts = drivers.map(({ id }) => ({
        // No stored shift: each driver has one of the same time.
        id: -id,
        customerId,
        driverId: id,
        vehicleId: query.vehicle,
        trailerId: query.trailer ?? null,
        startMs,
        endMs,
        drivingMs: Math.min(query.driving, query.hours) * HOUR_MS,
      }));
      const findings = await findingsOfChoice(trx, shifts, nowMs);
      const analysed = ids.map((id) => ({ id, customerId }));
      const remaining = await remainingOf(trx, analysed, nowMs);
      const lastWork = await lastWorkOf(trx, ids, nowMs);
      const distances = await this.#distances(
        trx,
        viewer,
        { customerId, nowMs, vehicleId: query.vehicle },
        ids,
      );
      const readings = await lastOdometers(trx, [vehicle.id], nowMs);
      const candidates = drivers.map(({ first_name, id, surname }) => {
        const own = findings.get(-id) ?? [];
        const left = remaining.get(id) ?? null;
        const lastMs = lastWork.get(id);
        return {
          rank: {
            level: levelOf(own),
            drivingMs: left?.drivingMs ?? null,
            distanceM: distances.get(id) ?? null,
            name: `${surname} ${first_name}`,
          },
          answer: {
            driver: { id, first_name, surname },
            level: levelOf(own),
            findings: toFindings(viewer, own),
            driving_left: left === null ? null : Math.round(left.drivingMs / 1000),
            rest_by: left?.restByMs == null ? null : toApiDateTime(left.restByMs),
            rested: lastMs === undefined ? null : Math.max(0, Math.round((nowMs - lastMs) / 1000)),
            distance: distances.get(id) ?? null,
          },
        };
      });
      return {
        vehicle,
        last_reading: readings.get(vehicle.id) ?? null,
        start: toApiDateTime(startMs),
        end: toApiDateTime(endMs),
        time_zone: await planZone(trx, viewer),
        candidates: candidates
          .sort((one, other) => compareCandidates(one.rank, other.rank))
          .map(({ answer }) => answer),
        is_limit: rows.length > MOST,
      };
    });
  }

  /** @returns the customer of the vehicle */
  async #fits(
    trx: Transaction,
    viewer: Viewer,
    { depot, trailer, vehicle }: QueryOf<Calls['list']>,
  ): Promise<number> {
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
    const wanted = trailer === undefined ? [vehicle] : [vehicle, trailer];
    const assets = await visibleAssets(trx, viewer, wanted);
    const one = orNotFound(assets.find(({ id }) => id === vehicle));
    const other =
      trailer === undefined ? null : orNotFound(assets.find(({ id }) => id === trailer));
    checkAssets(one.customer_id, one, other);
    return one.customer_id;
  }

  /** Metres between the vehicle and the drivers, for viewers who may see where vehicles are. */
  async #distances(
    trx: Transaction,
    viewer: Viewer,
    {
      customerId,
      nowMs,
      vehicleId,
    }: { readonly customerId: number; readonly nowMs: number; readonly vehicleId: number },
    driverIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    if (!viewer.modules.includes('Track')) return new Map();
    const isPrivate = await privateByRule(trx, customerId, nowMs);
    const place = isPrivate(vehicleId) ? undefined : await placeOfVehicle(trx, vehicleId);
    if (place === undefined) return new Map();
    const places = await placesOfDrivers(trx, viewer, driverIds);
    const distances = new Map<number, number>();
    for (const { driver_id: id, latitude, longitude, vehicle_id } of places) {
      if (isPrivate(vehicle_id)) continue;
      const metres = distanceM(
        { latitudeDeg: place.latitude, longitudeDeg: place.longitude },
        { latitudeDeg: latitude, longitudeDeg: longitude },
      );
      distances.set(id, Math.min(metres, distances.get(id) ?? Number.POSITIVE_INFINITY));
    }
    return distances;
  }
}

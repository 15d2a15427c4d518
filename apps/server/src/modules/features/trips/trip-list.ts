import type { AnswerOf, contract } from '@roadworthy/contract';
import { co2OfTrip, type FuelUse, toApiDateTime } from '@roadworthy/domain';
import { type AddressFinder, driverOf } from '../../core/fleet/index.ts';
import { restAfter } from './rest-after.ts';
import type { PrivateTravelRow, TripRow } from './trips.repository.ts';

/** The trips of a vehicle in the form of the API. */
export type TripList = AnswerOf<typeof contract.trips.list>;

/** The database rows of one vehicle, by start. */
export interface VehicleRows {
  readonly trips: readonly TripRow[];
  readonly travels: readonly PrivateTravelRow[];
  /** Undefined without trips. */
  readonly use?: FuelUse | undefined;
}

const toTravel = (row: PrivateTravelRow): TripList['private_use'][number] => ({
  start_time: toApiDateTime(row.started_ms),
  end_time: toApiDateTime(row.ended_ms),
  distance: Math.round(row.distance_m),
});

function toTrip(
  row: TripRow,
  address: AddressFinder,
  travels: readonly PrivateTravelRow[],
  use: FuelUse | undefined,
): TripList['results'][number] {
  const co2 = co2OfTrip({ distanceM: row.distance_m, fuelUsedL: row.fuel_used_l }, use);
  return {
    id: Number(row.id),
    start_time: toApiDateTime(row.started_ms),
    end_time: toApiDateTime(row.ended_ms),
    start_address: address(row.start_latitude, row.start_longitude),
    end_address: address(row.end_latitude, row.end_longitude),
    start: { lat: row.start_latitude, long: row.start_longitude },
    end: { lat: row.end_latitude, long: row.end_longitude },
    distance: Math.round(row.distance_m),
    driving_time: row.driving_s,
    idle_time: row.idle_s,
    stop_after: restAfter(row, travels),
    max_speed: row.max_speed_kmh,
    fuel_used: row.fuel_used_l === null ? null : Number(row.fuel_used_l.toPrecision(6)),
    co2_kg: co2.kg,
    co2_is_estimate: co2.isEstimate,
    driver: driverOf(row),
    in_progress: row.in_progress,
  };
}

/** The trips of one vehicle with their totals. */
export function tripListOf({ trips, travels, use }: VehicleRows, address: AddressFinder): TripList {
  const results = trips.map((row) => toTrip(row, address, travels, use));
  const totals = { trips: results.length, distance: 0, driving_time: 0, idle_time: 0 };
  for (const trip of results) {
    totals.distance += trip.distance;
    totals.driving_time += trip.driving_time;
    totals.idle_time += trip.idle_time;
  }
  return { count: results.length, results, private_use: travels.map(toTravel), totals };
}

/** The vehicle types that sidebars and maps draw an icon for (requirements E-06, V-02). */
export const VEHICLE_TYPES = ['CAR', 'VAN', 'STR', 'BIK'] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/** Fuel types as named in the interface (requirement V-04); the first is the default. */
export const VEHICLE_ENERGIES = [
  { id: 1, key: 'diesel', reference: 'FUEL', name: 'Diesel' },
  { id: 2, key: 'petrol', reference: 'FUEL', name: 'Petrol' },
  { id: 3, key: 'electric', reference: 'ELECTRIC', name: 'Electric' },
  { id: 4, key: 'hybrid', reference: 'HYBRID', name: 'Hybrid' },
  { id: 5, key: 'gas', reference: 'GAS', name: 'Gas' },
  { id: 6, key: 'hydrogen', reference: 'HYDROGEN', name: 'Hydrogen' },
] as const;
export type VehicleEnergy = (typeof VEHICLE_ENERGIES)[number];

/** Motion states of a vehicle, derived from its last record (requirement M-P03). */
export const VEHICLE_STATES = ['moving', 'idle', 'stopped', 'offline', 'private'] as const;
export type VehicleState = (typeof VEHICLE_STATES)[number];

/** A last position older than this is no longer "moving" (requirement M-P03). */
export const MOVING_MAX_AGE_S = 10 * 60;
/** A last position older than this is "offline" (requirement M-P03). */
export const OFFLINE_AGE_S = 24 * 60 * 60;

/** The part of the last known record that decides the state. */
export interface LastRecord {
  /** Device time of the last record in ms since 1970 UTC, or null without records. */
  readonly timeMs: number | null;
  readonly speedKmh: number | null;
  readonly ignition: boolean | null;
  /** In private use, position and state are hidden from all users. Absent means no. */
  readonly isPrivate?: boolean;
}

/**
 * The state of a vehicle by requirement M-P03: moving when the last speed is above 0 and younger
 * than 10 minutes; idle with ignition on and speed 0; stopped otherwise; offline past 24 hours. Private
 * use overrides all of these.
 *
 * @param last the last known record
 * @param nowMs current time, in ms since 1970 UTC
 */
export function vehicleState(last: LastRecord, nowMs: number): VehicleState {
  if (last.isPrivate === true) return 'private';
  if (last.timeMs === null) return 'offline';
  const ageS = (nowMs - last.timeMs) / 1000;
  if (ageS > OFFLINE_AGE_S) return 'offline';
  const moves = (last.speedKmh ?? 0) > 0;
  if (moves && ageS < MOVING_MAX_AGE_S) return 'moving';
  // A stale moving record with ignition on is no evidence of idling: only a record at rest is "idle".
  if (last.ignition === true && !moves) return 'idle';
  return 'stopped';
}

/** Maximum vehicles in one call for trips. */
export const MAX_TRIP_VEHICLES = 200;

/** Lists of values for vehicles and drivers (requirement O-23). */
export const VEHICLE_LISTS = [
  'manufacturer',
  'model',
  'livery',
  'contract_type',
  'lease_company',
  'driver_category',
] as const;

import type { PositionRow } from './position-row.ts';

/** The newest known facts of a vehicle within one batch; null where no record told. */
export interface BatchState {
  readonly vehicleId: number;
  readonly customerId: number;
  trackerId: number;
  timeMs: number;
  fixTimeMs: number | null;
  latitudeDeg: number | null;
  longitudeDeg: number | null;
  speedKmh: number | null;
  headingDeg: number | null;
  ignition: boolean | null;
  odometerM: number | null;
  externalVoltageV: number | null;
  batteryVoltageV: number | null;
  batteryPercent: number | null;
  temperatureC: number | null;
  driverTag: string | null;
}

/** Fields of which the newest non-null value counts. */
const KEPT = [
  'speedKmh',
  'ignition',
  'odometerM',
  'externalVoltageV',
  'batteryVoltageV',
  'batteryPercent',
  'temperatureC',
  'driverTag',
] as const;

function start(row: PositionRow): BatchState {
  return {
    vehicleId: row.vehicleId,
    customerId: row.customerId,
    trackerId: row.trackerId,
    timeMs: row.timeMs,
    fixTimeMs: null,
    latitudeDeg: null,
    longitudeDeg: null,
    speedKmh: null,
    headingDeg: null,
    ignition: null,
    odometerM: null,
    externalVoltageV: null,
    batteryVoltageV: null,
    batteryPercent: null,
    temperatureC: null,
    driverTag: null,
  };
}

function apply(state: BatchState, row: PositionRow): void {
  const { record } = row;
  state.trackerId = row.trackerId;
  state.timeMs = row.timeMs;
  if (record.fixValid) {
    state.fixTimeMs = row.timeMs;
    state.latitudeDeg = record.latitudeDeg;
    state.longitudeDeg = record.longitudeDeg;
    state.headingDeg = record.headingDeg;
  }
  for (const field of KEPT) {
    const value = record[field];
    if (value !== null) (state[field] as typeof value) = value;
  }
}

/**
 * Folds a batch into one state a vehicle, in the order of device time, so that any order of arrival
 * ends in the same state. A record without a fix keeps the last place.
 */
export function foldStates(rows: readonly PositionRow[]): BatchState[] {
  const byVehicle = new Map<number, PositionRow[]>();
  for (const row of rows) {
    const known = byVehicle.get(row.vehicleId);
    if (known === undefined) byVehicle.set(row.vehicleId, [row]);
    else known.push(row);
  }
  const states: BatchState[] = [];
  for (const group of byVehicle.values()) {
    group.sort((a, b) => a.timeMs - b.timeMs);
    const state = start(group[0] as PositionRow);
    for (const row of group) apply(state, row);
    states.push(state);
  }
  // One order for all transactions: two that touch the same vehicles cannot wait for each other.
  return states.sort((a, b) => a.vehicleId - b.vehicleId);
}

import { NO_VALUES } from '@roadworthy/domain';
import type { KnownPlace, RivalPlace } from '@roadworthy/domain/geography';
import type { VehicleStateChange } from '../platform/bus/index.ts';
import type { PositionRow } from './position-row.ts';

/** The last known values of a vehicle; null if no record had one. */
export interface VehicleState {
  readonly vehicleId: number;
  customerId: number;
  trackerId: number;
  /** Device time of the newest record, ms since 1970 UTC; -Infinity before the first. */
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
  /** Whether the newest record is of private use: then neither position nor activity is known. */
  isPrivate: boolean;
  /** The last position that contradicts this one. In memory only. */
  rival: RivalPlace | null;
}

/** The state of a vehicle without records. */
export function unknownState(vehicleId: number): VehicleState {
  return {
    vehicleId,
    customerId: 0,
    trackerId: 0,
    timeMs: Number.NEGATIVE_INFINITY,
    fixTimeMs: null,
    ...NO_VALUES,
    batteryPercent: null,
    isPrivate: false,
    rival: null,
  };
}

/** A copy of the position against which the next one is checked. */
export function knownPlaceOf({
  latitudeDeg,
  longitudeDeg,
  fixTimeMs,
  rival,
}: VehicleState): KnownPlace {
  const isKnown = latitudeDeg !== null && longitudeDeg !== null && fixTimeMs !== null;
  return { place: isKnown ? { latitudeDeg, longitudeDeg } : null, timeMs: fixTimeMs ?? 0, rival };
}

/** Private use begins or continues: known position and activity are removed. */
function forgetDoings(state: VehicleState): void {
  state.fixTimeMs = null;
  state.latitudeDeg = null;
  state.longitudeDeg = null;
  state.speedKmh = null;
  state.headingDeg = null;
  state.ignition = null;
  state.temperatureC = null;
  state.driverTag = null;
  state.rival = null;
}

/**
 * Updates the state with a newer record: of each value the newest that was sent counts, and a
 * record without a fix, or with an implausible one, keeps the last position.
 */
export function advanceState(state: VehicleState, row: PositionRow): void {
  const { record } = row;
  state.customerId = row.customerId;
  state.trackerId = row.trackerId;
  state.timeMs = row.timeMs;
  state.isPrivate = row.privateLegM !== null;
  if (state.isPrivate) forgetDoings(state);
  if (record.fixValid && row.jumpKmh === null) {
    state.fixTimeMs = row.timeMs;
    state.latitudeDeg = record.latitudeDeg;
    state.longitudeDeg = record.longitudeDeg;
    state.headingDeg = record.headingDeg ?? state.headingDeg;
  }
  state.speedKmh = record.speedKmh ?? state.speedKmh;
  state.ignition = record.ignition ?? state.ignition;
  state.odometerM = record.odometerM ?? state.odometerM;
  state.externalVoltageV = record.externalVoltageV ?? state.externalVoltageV;
  state.batteryVoltageV = record.batteryVoltageV ?? state.batteryVoltageV;
  state.batteryPercent = record.batteryPercent ?? state.batteryPercent;
  state.temperatureC = record.temperatureC ?? state.temperatureC;
  state.driverTag = record.driverTag ?? state.driverTag;
}

/** Adds values that a state does not have from an older one of the same vehicle. */
export function completeState(state: VehicleState, stored: VehicleState): void {
  if (stored.timeMs > state.timeMs) {
    Object.assign(state, stored);
    return;
  }
  state.odometerM ??= stored.odometerM;
  state.externalVoltageV ??= stored.externalVoltageV;
  state.batteryVoltageV ??= stored.batteryVoltageV;
  state.batteryPercent ??= stored.batteryPercent;
  if (state.isPrivate || stored.isPrivate) return;
  if (state.latitudeDeg === null) {
    state.fixTimeMs = stored.fixTimeMs;
    state.latitudeDeg = stored.latitudeDeg;
    state.longitudeDeg = stored.longitudeDeg;
    state.headingDeg = stored.headingDeg;
  }
  state.speedKmh ??= stored.speedKmh;
  state.ignition ??= stored.ignition;
  state.temperatureC ??= stored.temperatureC;
  state.driverTag ??= stored.driverTag;
}

/** The part of a state that is published. */
export function changeOf(state: VehicleState): VehicleStateChange {
  return {
    customerId: state.customerId,
    vehicleId: state.vehicleId,
    deviceTimeMs: state.timeMs,
    latitudeDeg: state.latitudeDeg,
    longitudeDeg: state.longitudeDeg,
    speedKmh: state.speedKmh,
    headingDeg: state.headingDeg,
    ignition: state.ignition,
    odometerM: state.odometerM,
    externalVoltageV: state.externalVoltageV,
    batteryVoltageV: state.batteryVoltageV,
    batteryPercent: state.batteryPercent,
    temperatureC: state.temperatureC,
    driverTag: state.driverTag,
    isPrivate: state.isPrivate,
  };
}

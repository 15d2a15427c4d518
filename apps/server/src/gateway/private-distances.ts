import type { PositionRow } from './position-row.ts';
import type { VehicleState } from './vehicle-state.ts';

/** The last position of a vehicle in private use; in memory only, never published. */
interface LastSeen {
  readonly timeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly odometerM: number | null;
}

const METRES_A_DEGREE = 111_195;
/** A higher speed is a faulty fix or odometer (252 km/h). */
const MAX_MPS = 70;
/** Some odometers count whole kilometres. */
const ODOMETER_STEP_M = 1000;
/** Maximum vehicles in private use at once; beyond this all distances restart. */
const MAX_KEPT = 200_000;

/** Metres between two nearby positions. */
function betweenM(from: LastSeen, to: LastSeen): number | null {
  if (from.latitudeDeg === null || from.longitudeDeg === null) return null;
  if (to.latitudeDeg === null || to.longitudeDeg === null) return null;
  const north = to.latitudeDeg - from.latitudeDeg;
  const east = (to.longitudeDeg - from.longitudeDeg) * Math.cos((from.latitudeDeg * Math.PI) / 180);
  return Math.hypot(north, east) * METRES_A_DEGREE;
}

/** The distance by odometer; null if there is no reading, or it was reset. */
function drivenM(from: LastSeen, to: LastSeen): number | null {
  if (from.odometerM === null || to.odometerM === null || to.odometerM === 0) return null;
  const driven = to.odometerM - from.odometerM;
  return driven >= 0 ? driven : null;
}

/**
 * Measures how far vehicles in private use go from record to record, so that private mileage is
 * known although no position is stored: by odometer, or by position if there is none.
 */
export class PrivateDistances {
  readonly #seen = new Map<number, LastSeen>();

  /**
   * @param stateOf the last known state of a vehicle, from which its first private distance is
   * measured
   */
  constructor(private readonly stateOf: (vehicleId: number) => VehicleState | undefined) {}

  /**
   * Metres since the vehicle's previous record; 0 for one that is not newer, because it is already
   * counted.
   *
   * @param row as the device sent it
   * @param told the previous row of the same packet, as the device sent it
   */
  distanceM({ vehicleId, timeMs, record }: PositionRow, told: PositionRow | null): number {
    const before = this.#before(vehicleId, told);
    if (before !== undefined && timeMs <= before.timeMs) return 0;
    const hasPlace = record.fixValid;
    const now: LastSeen = {
      timeMs,
      latitudeDeg: hasPlace ? record.latitudeDeg : (before?.latitudeDeg ?? null),
      longitudeDeg: hasPlace ? record.longitudeDeg : (before?.longitudeDeg ?? null),
      odometerM: record.odometerM ?? before?.odometerM ?? null,
    };
    if (this.#seen.size >= MAX_KEPT) this.#seen.clear();
    this.#seen.set(vehicleId, now);
    if (before === undefined) return 0;
    const distanceM = drivenM(before, now) ?? betweenM(before, now) ?? 0;
    const reachM = ((timeMs - before.timeMs) / 1000) * MAX_MPS + ODOMETER_STEP_M;
    return distanceM <= reachM ? distanceM : 0;
  }

  /** Forgets the positions of a vehicle before a time: its private use has ended. */
  forget(vehicleId: number, beforeMs = Number.POSITIVE_INFINITY): void {
    if (this.#seen.size === 0) return;
    const seen = this.#seen.get(vehicleId);
    if (seen !== undefined && seen.timeMs < beforeMs) this.#seen.delete(vehicleId);
  }

  /** The newest known position of a vehicle. */
  #before(vehicleId: number, told: PositionRow | null): LastSeen | undefined {
    let newest = this.#seen.get(vehicleId);
    const state = this.stateOf(vehicleId);
    const known =
      told?.vehicleId === vehicleId ? { ...told.record, timeMs: told.timeMs } : undefined;
    for (const other of [state, known]) {
      if (other === undefined || !Number.isFinite(other.timeMs)) continue;
      if (newest === undefined || other.timeMs > newest.timeMs) newest = other;
    }
    return newest;
  }
}

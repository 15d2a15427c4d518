import { distanceM } from '@roadworthy/domain/geography';

/** A time (ms since 1970 UTC) and a place. */
export interface Placed {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/** A record with a position. Records of private use have none and are not given. */
export type Moment = Placed;

/** A time at one place. */
export interface Stay {
  readonly startMs: number;
  readonly endMs: number;
}

/** How a vehicle has moved up to a record. It is stored as JSON between two passes. */
export interface Travel {
  readonly at: Placed;
  /** Metres since the record before. */
  readonly legM: number;
  /** Where it is, from the first record there to the last. */
  readonly centre: Placed;
  readonly place: Stay;
  /** Whether it has stood here long enough for a trailer to be dropped. */
  readonly isStop: boolean;
  /** The last stop, which may be here. */
  readonly stop: Stay | null;
}

/** Records within this distance are of one place. */
export const AT_PLACE_M = 200;
/** A trailer can be dropped or collected in this time. */
export const STOP_MS = 3 * 60_000;
/** A time without records in which a vehicle may have stopped: switched off, no signal, or private use. */
export const GAP_MS = 15 * 60_000;

/** The travel of a vehicle with one more record. */
export function travelOn(before: Travel | null, at: Moment): Travel {
  const here: Placed = {
    timeMs: at.timeMs,
    latitudeDeg: at.latitudeDeg,
    longitudeDeg: at.longitudeDeg,
  };
  const starts = { startMs: at.timeMs, endMs: at.timeMs };
  if (before === null) {
    return { at: here, legM: 0, centre: here, place: starts, isStop: false, stop: null };
  }
  const legM = distanceM(before.at, at);
  if (distanceM(before.centre, at) <= AT_PLACE_M) {
    const place = { startMs: before.place.startMs, endMs: at.timeMs };
    const isStop = place.endMs - place.startMs >= STOP_MS;
    return { ...before, at: here, legM, place, isStop, stop: isStop ? place : before.stop };
  }
  const isGap = at.timeMs - before.at.timeMs >= GAP_MS;
  const stop = isGap ? { startMs: before.place.startMs, endMs: at.timeMs } : before.stop;
  return { at: here, legM, centre: here, place: starts, isStop: false, stop };
}

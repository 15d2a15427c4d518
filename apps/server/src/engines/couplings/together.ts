import { distanceM } from '@roadworthy/domain/geography';
import { AT_PLACE_M, type Moment, type Placed, type Stay, type Travel } from './travel.ts';

/** A trailer counts as coupled after it was seen this far, in a straight line, from where that began. */
export const CONFIRM_M = 1500;
/** And for at least this time on the move, in at least this share and number of the records. */
export const CONFIRM_MS = 2 * 60_000;
export const CONFIRM_SHARE = 0.5;
const CONFIRM_RECORDS = 3;
/** The vehicle has moved away from where it last saw the trailer. */
export const AWAY_M = 1000;
const AWAY_RECORDS = 3;
/** The last sight belongs to a stop that begins or ends so close to it. */
const BEFORE_STOP_MS = 5 * 60_000;
const AFTER_STOP_MS = 2 * 60_000;
/** A trailer that is not seen any more on the road keeps its coupling, marked after this. */
export const SILENT_M = 5000;
export const SILENT_MS = 10 * 60_000;
/** And ends it after this, at the first long stop since. */
export const LOST_MS = 24 * 3_600_000;
const LONG_STOP_MS = 15 * 60_000;

/**
 * What a record of a vehicle says of a trailer: seen with it, not reported although a record came, known
 * to be elsewhere, or nothing.
 */
export type Sight = 'away' | 'missing' | 'seen' | 'unknown';

/** A trailer that may be, or is, behind a vehicle. It is stored as JSON between two passes. */
export interface Pair {
  readonly isCoupled: boolean;
  /** Where and until when the vehicle stood before it moved with the trailer. */
  readonly anchor: Placed;
  /** The last sight, and its place. */
  readonly last: Placed;
  /** Records since it left the anchor, and those that saw the trailer. */
  readonly records: number;
  readonly seen: number;
  /** Metres moved together, and the last time when they had moved. */
  readonly movedM: number;
  readonly movedUntilMs: number;
  /** Records and metres since the last sight. */
  readonly missed: number;
  readonly missedM: number;
  /** A stop at the last sight, and the first long stop after it. */
  readonly stop: Stay | null;
  readonly parkedMs: number | null;
  readonly silentSinceMs: number | null;
}

/** A trailer that moved with a vehicle. Times in ms since 1970 UTC; without an end, it still does. */
export interface Run {
  readonly startMs: number;
  readonly endMs: number | null;
  readonly movedM: number;
  readonly movedUntilMs: number;
  /** Not seen any more since then, although it was not dropped at a stop. */
  readonly silentSinceMs: number | null;
}

/** The state after a record, and the run that has ended with it. */
export interface Step {
  readonly pair: Pair | null;
  readonly ended: Run | null;
}

const fresh = (at: Placed): Pair => ({
  isCoupled: false,
  anchor: at,
  last: at,
  records: 0,
  seen: 0,
  movedM: 0,
  movedUntilMs: at.timeMs,
  missed: 0,
  missedM: 0,
  stop: null,
  parkedMs: null,
  silentSinceMs: null,
});

/** The run of a coupled pair. */
export const runOf = (pair: Pair, endMs: number | null = null): Run => ({
  startMs: pair.anchor.timeMs,
  endMs: endMs === null ? null : Math.max(endMs, pair.anchor.timeMs + 1),
  movedM: Math.round(pair.movedM),
  movedUntilMs: pair.movedUntilMs,
  silentSinceMs: pair.silentSinceMs,
});

/** Sees the trailer once more. */
function seenAgain(pair: Pair, travel: Travel, at: Moment): Pair {
  const stays = distanceM(pair.anchor, at) <= AT_PLACE_M;
  // A stop on the way to the gate starts the movement again.
  if (!pair.isCoupled && (stays || travel.isStop)) {
    return { ...fresh(at), anchor: stays ? { ...pair.anchor, timeMs: at.timeMs } : at };
  }
  const legM = distanceM(pair.last, at);
  const next = {
    ...pair,
    last: { timeMs: at.timeMs, latitudeDeg: at.latitudeDeg, longitudeDeg: at.longitudeDeg },
    records: pair.records + 1,
    seen: pair.seen + 1,
    movedM: pair.movedM + legM,
    movedUntilMs: Math.max(pair.movedUntilMs, travel.place.startMs),
    missed: 0,
    missedM: 0,
    stop: null,
    parkedMs: null,
    silentSinceMs: null,
  };
  const isConfirmed =
    distanceM(pair.anchor, at) >= CONFIRM_M &&
    at.timeMs - pair.anchor.timeMs >= CONFIRM_MS &&
    next.seen >= CONFIRM_RECORDS &&
    next.seen >= next.records * CONFIRM_SHARE;
  return { ...next, isCoupled: pair.isCoupled || isConfirmed };
}

/** The stop at which the trailer was last seen; null if it was on the road. */
function stopAt(lastMs: number, { stop }: Travel): Stay | null {
  const isThere =
    stop !== null &&
    stop.startMs <= lastMs + BEFORE_STOP_MS &&
    stop.endMs >= lastMs - AFTER_STOP_MS;
  return isThere ? stop : null;
}

function notSeen(before: Pair, travel: Travel, at: Moment, sight: Sight): Step {
  const movedM = distanceM(before.last, at);
  const { stop } = travel;
  const isLong = stop !== null && stop.endMs - stop.startMs >= LONG_STOP_MS;
  const pair: Pair = {
    ...before,
    records: before.records + (sight === 'missing' || sight === 'away' ? 1 : 0),
    missed: before.missed + (sight === 'unknown' ? 0 : 1),
    missedM: before.missedM + travel.legM,
    stop: before.stop ?? stopAt(before.last.timeMs, travel),
    parkedMs:
      before.parkedMs ?? (isLong && stop.startMs > before.last.timeMs ? stop.startMs : null),
  };
  const silentMs = at.timeMs - pair.last.timeMs;
  if (!pair.isCoupled) {
    const isGone = sight === 'away' || (sight === 'missing' && movedM >= CONFIRM_M);
    return { pair: isGone || silentMs >= LOST_MS ? null : pair, ended: null };
  }
  const hasLeft = pair.stop !== null && movedM >= AWAY_M;
  if ((hasLeft || sight === 'away') && pair.missed >= AWAY_RECORDS) {
    const endMs = Math.max(pair.last.timeMs, pair.stop?.startMs ?? 0);
    return { pair: null, ended: runOf({ ...pair, silentSinceMs: null }, endMs) };
  }
  const isSilent = pair.missedM >= SILENT_M && silentMs >= SILENT_MS;
  const marked = isSilent ? { ...pair, silentSinceMs: pair.last.timeMs } : pair;
  if (silentMs < LOST_MS || !isSilent) return { pair: marked, ended: null };
  return { pair: null, ended: runOf(marked, pair.parkedMs ?? at.timeMs) };
}

/** The pair of a vehicle and a trailer after one more record of the vehicle. */
export function stepPair(pair: Pair | null, travel: Travel, at: Moment, sight: Sight): Step {
  if (sight === 'seen') {
    return { pair: pair === null ? fresh(at) : seenAgain(pair, travel, at), ended: null };
  }
  return pair === null ? { pair: null, ended: null } : notSeen(pair, travel, at, sight);
}

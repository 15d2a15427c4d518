import { distanceM } from '@roadworthy/domain/geography';
import { AWAY_M, type Sight } from './together.ts';
import type { Placed } from './travel.ts';

/** A position of a trailer's own tracker. */
export interface TrailerFix extends Placed {
  /** km/h; null if it does not report one */
  readonly speedKmh: number | null;
}

/** A vehicle and a trailer this close to each other at the same time are at one place. */
export const BESIDE_M = 250;
/** The trailer's place is known between two of its records that are at most this far apart, */
const BETWEEN_MS = 3 * 60_000;
/** or between which it has hardly moved. */
const RESTS_M = 150;
const STANDS_KMH = 5;

/** The last fix at or before a time, by bisection; -1 for none. */
function before(fixes: readonly Placed[], timeMs: number): number {
  let [low, high] = [0, fixes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fixes[middle] as Placed).timeMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where the trailer was; null if that is not known. */
function placeAt(fixes: readonly TrailerFix[], timeMs: number) {
  const index = before(fixes, timeMs);
  const [one, next] = [fixes[index], fixes[index + 1]];
  if (one === undefined) return null;
  if (one.timeMs === timeMs) return one;
  // A tracker that stands reports seldom, or sleeps.
  if (next === undefined) return (one.speedKmh ?? 0) <= STANDS_KMH ? one : null;
  if (distanceM(one, next) <= RESTS_M) return one;
  if (next.timeMs - one.timeMs > BETWEEN_MS) return null;
  const share = (timeMs - one.timeMs) / (next.timeMs - one.timeMs);
  return {
    latitudeDeg: one.latitudeDeg + share * (next.latitudeDeg - one.latitudeDeg),
    longitudeDeg: one.longitudeDeg + share * (next.longitudeDeg - one.longitudeDeg),
  };
}

/** What the positions of a trailer, by time, say of it at a record of a vehicle. */
export function sightOf(fixes: readonly TrailerFix[], at: Placed): Sight {
  const place = placeAt(fixes, at.timeMs);
  if (place === null) return 'unknown';
  const apartM = distanceM(place, at);
  if (apartM <= BESIDE_M) return 'seen';
  return apartM >= AWAY_M ? 'away' : 'unknown';
}

import { type Coordinates, distanceM } from '@roadworthy/domain/geography';

export type Place = Coordinates;
export { distanceM };

/** A place and what the odometer showed there; null where the device has none. */
export interface LegEnd extends Place {
  readonly odometerM: number | null;
}

/**
 * The way between two places in metres. The odometer tells it where both ends have one that moved on;
 * else the path does.
 */
export function legM(from: LegEnd, to: LegEnd): number {
  const path = distanceM(from, to);
  if (from.odometerM === null || to.odometerM === null) return path;
  // An odometer that shows 0 was never set.
  if (to.odometerM === 0) return path;
  const driven = to.odometerM - from.odometerM;
  // A replaced or reset device jumps; the path is then the better witness.
  return driven >= 0 && driven <= path * 3 + 1000 ? driven : path;
}

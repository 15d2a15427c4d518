import { type Coordinates, distanceM } from '@roadworthy/domain/geography';

export type Place = Coordinates;
export { distanceM };

/** A position and the odometer reading there; null if the device has no odometer. */
export interface LegEnd extends Place {
  readonly odometerM: number | null;
}

/**
 * The distance between two positions in metres: by the odometer if both ends have a reading that
 * increased, otherwise by the path.
 */
export function legM(from: LegEnd, to: LegEnd): number {
  const path = distanceM(from, to);
  if (from.odometerM === null || to.odometerM === null) return path;
  // An odometer reading of 0 was never set.
  if (to.odometerM === 0) return path;
  const driven = to.odometerM - from.odometerM;
  // The odometer of a replaced or reset device jumps; the path is then more reliable.
  return driven >= 0 && driven <= path * 3 + 1000 ? driven : path;
}

import { type Coordinates, distanceM } from './distance.ts';

/** Metres that a vehicle can cover in a second at most (252 km/h). */
const MAX_MPS = 70;
/** Metres by which tunnels and reflections may displace a normal fix. */
const TOLERANCE_M = 1000;
/** Consecutive fixes that agree with each other override the last accepted place. */
const BELIEVED_AFTER = 3;

/** Consecutive fixes that contradict the last accepted one. */
export interface RivalPlace extends Coordinates {
  readonly timeMs: number;
  readonly count: number;
}

/** Last accepted position of a vehicle; plain JSON. */
export interface KnownPlace {
  /** Null before the first fix. */
  place: Coordinates | null;
  /** Ms since 1970 UTC. */
  timeMs: number;
  rival: RivalPlace | null;
}

/** The state before the first fix. */
export const unknownPlace = (): KnownPlace => ({ place: null, timeMs: 0, rival: null });

/** Whether a vehicle can have travelled between two places in the time between them. */
function isWithinReach(from: Coordinates, fromMs: number, to: Coordinates, toMs: number): boolean {
  const reachM = (Math.max(0, toMs - fromMs) / 1000) * MAX_MPS + TOLERANCE_M;
  return distanceM(from, to) <= reachM;
}

/**
 * Compares a fix with the last accepted place, and stores it. The first fix may be wrong, and a device
 * may have been moved while it was off, so three consecutive fixes that agree are accepted.
 *
 * @param known modified in place
 * @param fix newer than all before
 * @param timeMs of the fix, ms since 1970 UTC
 * @returns the speed in km/h that it would take to get there; null where a vehicle can have
 */
export function judgePlace(known: KnownPlace, fix: Coordinates, timeMs: number): number | null {
  const { place, rival } = known;
  const isPlausible = place === null || isWithinReach(place, known.timeMs, fix, timeMs);
  const agrees = !isPlausible && rival !== null && isWithinReach(rival, rival.timeMs, fix, timeMs);
  const { latitudeDeg, longitudeDeg } = fix;
  const count = agrees ? rival.count + 1 : 1;
  if (place === null || isPlausible || count >= BELIEVED_AFTER) {
    known.place = { latitudeDeg, longitudeDeg };
    known.timeMs = timeMs;
    known.rival = null;
    return null;
  }
  known.rival = { latitudeDeg, longitudeDeg, timeMs, count };
  // Within the same second the speed would have no bound.
  const tookS = Math.max(1, (timeMs - known.timeMs) / 1000);
  return (distanceM(place, fix) / tookS) * 3.6;
}

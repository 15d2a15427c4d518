import { type Coordinates, distanceM } from './geography/distance.ts';

/** Roads are longer than the straight line by about this factor. */
const DETOUR = 1.3;
/** Speeds of a moving vehicle between which an average is credible, km/h. */
const SLOWEST_KMH = 20;
const FASTEST_KMH = 90;
/** Without a recent drive. */
const USUAL_KMH = 50;
/** Closer than this counts as arrived. */
const ARRIVED_M = 150;

/** An estimate of an arrival. */
export interface ArrivalEstimate {
  /** Along roads, estimated. */
  readonly distanceM: number;
  /** 0 for a vehicle at its destination. */
  readonly durationS: number;
}

/**
 * Estimates when a vehicle arrives, from the straight line and the average speed of its last drive.
 * It knows no roads and no traffic.
 *
 * @param averageKmh average speed while moving; null if it has not moved recently
 */
export function estimateArrival(
  from: Coordinates,
  to: Coordinates,
  averageKmh: number | null,
): ArrivalEstimate {
  const straightM = distanceM(from, to);
  if (straightM <= ARRIVED_M) return { distanceM: 0, durationS: 0 };
  const roadM = straightM * DETOUR;
  const speedKmh = Math.min(FASTEST_KMH, Math.max(SLOWEST_KMH, averageKmh ?? USUAL_KMH));
  return { distanceM: Math.round(roadM), durationS: Math.round(roadM / (speedKmh / 3.6)) };
}

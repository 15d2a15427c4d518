import { legM } from './leg.ts';

/** A point of a trail, sorted by device time. */
export interface TrailPoint {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
}

/** A rest, at the position of its first record. */
export interface TrailStop {
  readonly startMs: number;
  readonly endMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/** The totals of a trail. */
export interface TrailSummary {
  readonly distanceM: number;
  readonly drivingS: number;
  readonly idleS: number;
  readonly stops: readonly TrailStop[];
  readonly maxSpeedKmh: number;
}

/** A longer gap without records is not counted as driving or idling (trade default, 10 minutes). */
const MAX_GAP_S = 600;
/** At rest at least this long counts as a stop (trade default, 5 minutes). */
const STOP_FROM_S = 300;

/** The rests of at least five minutes on a trail, from one moving record to the next. */
function stopsOf(points: readonly TrailPoint[]): TrailStop[] {
  const stops: TrailStop[] = [];
  let from: TrailPoint | null = null;
  const rest = (endMs: number) => {
    if (from !== null && endMs - from.timeMs >= STOP_FROM_S * 1000) {
      const { timeMs: startMs, latitudeDeg, longitudeDeg } = from;
      stops.push({ startMs, endMs, latitudeDeg, longitudeDeg });
    }
    from = null;
  };
  for (const point of points) {
    if ((point.speedKmh ?? 0) > 0) rest(point.timeMs);
    else from ??= point;
  }
  rest(points.at(-1)?.timeMs ?? 0);
  return stops;
}

/**
 * Sums up a trail: distance, driving, idling, stops, highest speed.
 *
 * @param points sorted by device time
 */
export function summariseTrail(points: readonly TrailPoint[]): TrailSummary {
  let distance = 0;
  let drivingS = 0;
  let idleS = 0;
  let maxSpeedKmh = 0;
  let previous: TrailPoint | null = null;
  for (const point of points) {
    maxSpeedKmh = Math.max(maxSpeedKmh, point.speedKmh ?? 0);
    if (previous !== null) {
      const gapS = (point.timeMs - previous.timeMs) / 1000;
      distance += legM(previous, point);
      const moved = (previous.speedKmh ?? 0) > 0;
      if (gapS <= MAX_GAP_S && moved) drivingS += gapS;
      if (gapS <= MAX_GAP_S && !moved && previous.ignition === true) idleS += gapS;
    }
    previous = point;
  }
  return { distanceM: distance, drivingS, idleS, stops: stopsOf(points), maxSpeedKmh };
}

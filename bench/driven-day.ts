import { randoms } from '../apps/server/test/random.ts';
/** A record of a vehicle that is driven, as a tracker reports it. */
export interface DrivenPoint {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly odometerM: number;
}

const METRES_PER_DEGREE = 111_195;
/** How far a fix is off, and how slowly that changes from fix to fix. */
const FIX_ERROR_M = 2;
const FIX_ERROR_KEPT = 0.8;
const TOP_SPEED_KMH = 105;

/**
 * A vehicle driven without a rest, which no trail is longer than: winding roads, changing speed, a
 * halt now and then, and fixes that are off by a metre or two. Coordinates have the 1e-7 degrees that
 * trackers report.
 *
 * @param stepS seconds between two records
 */
export function drivenPoints(startMs: number, count: number, stepS: number): DrivenPoint[] {
  const next = randoms(7);
  const around = () => next() + next() + next() - 1.5;
  const round7 = (deg: number) => Math.round(deg * 1e7) / 1e7;
  let [latitudeDeg, longitudeDeg, headingDeg, speedKmh, odometerM] = [52.2, -1.4, 40, 60, 1e8];
  let [eastM, northM, haltS] = [0, 0, 0];
  return Array.from({ length: count }, (_, n) => {
    if (haltS > 0) haltS -= stepS;
    else if (next() < 0.01) haltS = 20 + next() * 120;
    speedKmh = haltS > 0 ? 0 : Math.min(TOP_SPEED_KMH, Math.max(15, speedKmh + around() * 18));
    headingDeg = (headingDeg + (speedKmh === 0 ? 0 : around() * 25) + 360) % 360;
    const metres = (speedKmh / 3.6) * stepS;
    odometerM += metres;
    latitudeDeg += (Math.cos((headingDeg * Math.PI) / 180) * metres) / METRES_PER_DEGREE;
    longitudeDeg += (Math.sin((headingDeg * Math.PI) / 180) * metres) / METRES_PER_DEGREE / 0.61;
    eastM = eastM * FIX_ERROR_KEPT + around() * FIX_ERROR_M;
    northM = northM * FIX_ERROR_KEPT + around() * FIX_ERROR_M;
    return {
      timeMs: startMs + n * stepS * 1000,
      latitudeDeg: round7(latitudeDeg + northM / METRES_PER_DEGREE),
      longitudeDeg: round7(longitudeDeg + eastM / METRES_PER_DEGREE / 0.61),
      speedKmh: Math.round(speedKmh),
      headingDeg: Math.floor(headingDeg),
      odometerM: Math.round(odometerM),
    };
  });
}

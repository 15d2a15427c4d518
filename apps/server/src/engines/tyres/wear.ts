/** A tread depth with what the tyre had run by then. */
export interface TreadPoint {
  /** ms since 1970 UTC */
  readonly atMs: number;
  readonly treadMm: number;
  /** Metres since the tyre was new or retreaded; null without an odometer. */
  readonly runM: number | null;
}

/** How a tyre wears: per metre where the distance is known, else per day. */
export interface WearRate {
  readonly mm: number;
  readonly per: 'm' | 'day';
}

/** The day on which a tyre reaches a limit, by its wear. */
export interface WearForecast {
  /** Tread today, mm. */
  readonly treadMm: number;
  /** ms since 1970 UTC; null for a tyre that wears too slowly to tell. */
  readonly limitMs: number | null;
}

const DAY_MS = 86_400_000;
/** Points closer together say little: a gauge is exact to about 0.2 mm. */
const LEAST_RUN_M = 2_000_000;
const LEAST_MS = 21 * DAY_MS;
/** A forecast further ahead means little. */
const MOST_MS = 10 * 365 * DAY_MS;

/** Slope of the line with the least squares through points; null if all have one x. */
function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return null;
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

const spanOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/**
 * The wear of a tyre by least squares over its tread depths, by distance if it is known and by time
 * otherwise.
 *
 * @param points since the tyre was new or retreaded, in any order
 * @returns null with fewer than two points, points too close together, or a tread that does not fall
 */
export function wearRate(points: readonly TreadPoint[]): WearRate | null {
  const run = points.flatMap(({ runM, treadMm }) =>
    runM === null ? [] : [{ x: runM, y: treadMm }],
  );
  if (run.length >= 2 && spanOf(run.map(({ x }) => x)) >= LEAST_RUN_M) {
    const slope = slopeOf(run);
    return slope === null || slope >= 0 ? null : { mm: -slope, per: 'm' };
  }
  if (points.length < 2 || spanOf(points.map(({ atMs }) => atMs)) < LEAST_MS) return null;
  const slope = slopeOf(points.map(({ atMs, treadMm }) => ({ x: atMs / DAY_MS, y: treadMm })));
  return slope === null || slope >= 0 ? null : { mm: -slope, per: 'day' };
}

/**
 * The day on which a tyre reaches a limit, counted from its last measurement.
 *
 * @param now the distance that the tyre has run, and what its vehicle runs per day
 */
export function forecastWear(
  last: TreadPoint,
  rate: WearRate,
  now: { readonly atMs: number; readonly runM: number | null; readonly mPerDay: number | null },
  limitMm: number,
): WearForecast {
  const days = Math.max(0, now.atMs - last.atMs) / DAY_MS;
  const ranM = now.runM === null || last.runM === null ? 0 : Math.max(0, now.runM - last.runM);
  const worn = rate.per === 'day' ? rate.mm * days : rate.mm * ranM;
  const treadMm = Math.max(0, last.treadMm - worn);
  const perDay = rate.per === 'day' ? rate.mm : rate.mm * (now.mPerDay ?? 0);
  const left = last.treadMm - worn - limitMm;
  if (left <= 0) return { treadMm, limitMs: now.atMs };
  const restMs = perDay <= 0 ? Number.POSITIVE_INFINITY : (left / perDay) * DAY_MS;
  return { treadMm, limitMs: restMs > MOST_MS ? null : now.atMs + restMs };
}

/** A point of a trace, as drawn on a map. */
export interface TracePoint {
  /** Device time, ms since 1970 UTC, in whole seconds. */
  readonly timeMs: number;
  /** WGS 84 */
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Degrees clockwise from north, 0 to 359. */
  readonly headingDeg: number;
  readonly speedKmh: number;
  /** Null where the device does not report it. */
  readonly ignition: boolean | null;
}

/**
 * A trace in columns of whole numbers, each the difference from the one before (the first from 0).
 * Neighbouring points are similar, so the differences are small, and compress to a tenth of the size
 * of the points as objects: a vehicle-day of 8,640 points stays under 60 KB.
 */
export interface TraceColumns {
  /** s since 1970 UTC */
  readonly time: number[];
  /** 1e-5 degrees: 1.1 m, finer than the accuracy of a fix. */
  readonly lat: number[];
  readonly long: number[];
  /** Degrees, the shorter way round: -180 to 179. */
  readonly dir: number[];
  /** 0.1 km/h */
  readonly speed: number[];
  /** 0 unknown, 1 off, 2 on */
  readonly ignition: number[];
}

const PER_DEGREE = 1e5;
const PER_KMH = 10;
const IGNITIONS = [null, false, true] as const;

/** Degrees in the range -180 to 179. */
const shorterWay = (deg: number) => ((((deg + 180) % 360) + 360) % 360) - 180;
/** A point in whole numbers, in the units of the columns. */
const whole = (point: TracePoint) => ({
  time: Math.floor(point.timeMs / 1000),
  lat: Math.round(point.latitudeDeg * PER_DEGREE),
  long: Math.round(point.longitudeDeg * PER_DEGREE),
  dir: Math.round(point.headingDeg),
  speed: Math.round(point.speedKmh * PER_KMH),
  ignition: IGNITIONS.indexOf(point.ignition),
});

/**
 * Encodes a trace in columns; {@link decodeTrace} is its inverse.
 *
 * @param points by device time, ascending
 */
export function encodeTrace(points: readonly TracePoint[]): TraceColumns {
  const columns: TraceColumns = { time: [], lat: [], long: [], dir: [], speed: [], ignition: [] };
  let last = { time: 0, lat: 0, long: 0, dir: 0, speed: 0, ignition: 0 };
  for (const point of points) {
    const now = whole(point);
    columns.time.push(now.time - last.time);
    columns.lat.push(now.lat - last.lat);
    columns.long.push(now.long - last.long);
    columns.dir.push(shorterWay(now.dir - last.dir));
    columns.speed.push(now.speed - last.speed);
    columns.ignition.push(now.ignition - last.ignition);
    last = now;
  }
  return columns;
}

/**
 * Decodes the trace of {@link encodeTrace}: places to 1e-5 degrees, times to the second, speeds to
 * 0.1 km/h.
 */
export function decodeTrace(columns: TraceColumns): TracePoint[] {
  let [time, lat, long, dir, speed, ignition] = [0, 0, 0, 0, 0, 0];
  return columns.time.map((seconds, n) => {
    time += seconds;
    lat += columns.lat[n] ?? 0;
    long += columns.long[n] ?? 0;
    dir += columns.dir[n] ?? 0;
    speed += columns.speed[n] ?? 0;
    ignition += columns.ignition[n] ?? 0;
    return {
      timeMs: time * 1000,
      latitudeDeg: lat / PER_DEGREE,
      longitudeDeg: long / PER_DEGREE,
      headingDeg: ((dir % 360) + 360) % 360,
      speedKmh: speed / PER_KMH,
      ignition: IGNITIONS[ignition] ?? null,
    };
  });
}

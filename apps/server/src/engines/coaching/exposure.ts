import { EXPOSURE_CLASSES, type ExposureClass, type VehicleType } from '@roadworthy/domain';

/** A position of a trip. */
export interface SpeedPoint {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/** Metres and seconds of driving. */
export interface Driven {
  readonly distanceM: number;
  readonly drivingS: number;
}

/** Driving in each class of road. */
export type Exposure = Readonly<Record<ExposureClass, Driven>>;

const NONE: Driven = { distanceM: 0, drivingS: 0 };
export const NO_EXPOSURE: Exposure = { urban: NONE, rural: NONE, motorway: NONE };

/** Half of the window of the moving average, ms: short queues on a motorway stay motorway. */
const HALF_WINDOW_MS = 150_000;
/** Between positions further apart, the profile is not known. */
const MAX_GAP_MS = 180_000;
/** Slower legs are standing, which is no exposure. */
const STANDING_KMH = 3;
const MS_PER_HOUR = 3_600_000;
const EARTH_M = 6_371_000;

/**
 * Upper limits of the average speed, km/h. Lorries and buses: 50 and 75 (Commission Regulation (EU)
 * No 582/2011, Annex II, 4.5). Cars, vans and motorcycles: 60 and 90 (Commission Regulation (EU) 2017/1151,
 * Annex IIIA, 6).
 */
export const SPEED_BANDS = {
  heavy: { urbanKmh: 50, ruralKmh: 75 },
  light: { urbanKmh: 60, ruralKmh: 90 },
} as const;

/** The class of road of an average speed. */
export function classOfSpeed(speedKmh: number, type: VehicleType): ExposureClass {
  const { ruralKmh, urbanKmh } = SPEED_BANDS[type === 'STR' ? 'heavy' : 'light'];
  if (speedKmh <= urbanKmh) return 'urban';
  return speedKmh <= ruralKmh ? 'rural' : 'motorway';
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance, m. */
function metresBetween(a: SpeedPoint, b: SpeedPoint): number {
  const half = (one: number) => Math.sin(one / 2) ** 2;
  const [first, second] = [radians(a.latitudeDeg), radians(b.latitudeDeg)];
  const part =
    half(second - first) +
    Math.cos(first) * Math.cos(second) * half(radians(b.longitudeDeg - a.longitudeDeg));
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(part)));
}

interface Leg {
  readonly middleMs: number;
  readonly metres: number;
  readonly ms: number;
}

/** The moving legs between positions. */
function legsOf(points: readonly SpeedPoint[]): Leg[] {
  return points.slice(1).flatMap((point, n) => {
    const before = points[n];
    if (before === undefined) return [];
    const ms = point.timeMs - before.timeMs;
    if (ms <= 0 || ms > MAX_GAP_MS) return [];
    const metres = metresBetween(before, point);
    const isStanding = (metres / ms) * (MS_PER_HOUR / 1000) < STANDING_KMH;
    return isStanding ? [] : [{ middleMs: (point.timeMs + before.timeMs) / 2, metres, ms }];
  });
}

/** A leg with the class of its moving average. */
interface ClassedLeg extends Leg {
  readonly name: ExposureClass;
}

/** Gives each leg the class of the average speed of the legs within half a window around it. */
function classed(legs: readonly Leg[], type: VehicleType): ClassedLeg[] {
  let first = 0;
  let next = 0;
  let metres = 0;
  let ms = 0;
  // Both edges of the window only move forward.
  return legs.map((leg) => {
    for (let one = legs[next]; one && one.middleMs <= leg.middleMs + HALF_WINDOW_MS; ) {
      metres += one.metres;
      ms += one.ms;
      next += 1;
      one = legs[next];
    }
    for (let one = legs[first]; one && one.middleMs < leg.middleMs - HALF_WINDOW_MS; ) {
      metres -= one.metres;
      ms -= one.ms;
      first += 1;
      one = legs[first];
    }
    return { ...leg, name: classOfSpeed((metres / ms) * (MS_PER_HOUR / 1000), type) };
  });
}

/** The driving of a trip in each class of road, and the class at each moment. */
export interface TripProfile {
  readonly exposure: Exposure;
  /** The class of the leg that is nearest to a time. */
  readonly classAt: (timeMs: number) => ExposureClass;
}

/**
 * The speed profile of a trip: each leg between two positions has the class of the average speed of the
 * moving legs up to 150 seconds before and after it. Distance and time of the trip are divided by the
 * shares of the legs, so that the sums are those of the trip. Without legs, all of the trip has the
 * class of its average speed.
 *
 * @param points oldest first
 * @param trip distance and driving time of the trip
 */
export function tripProfile(
  points: readonly SpeedPoint[],
  trip: Driven,
  type: VehicleType,
): TripProfile {
  const legs = classed(legsOf(points), type);
  const total = legs.reduce((sum, leg) => sum + leg.metres, 0);
  if (total === 0) {
    const kmh = trip.drivingS === 0 ? 0 : (trip.distanceM / trip.drivingS) * 3.6;
    const name = classOfSpeed(kmh, type);
    return { exposure: { ...NO_EXPOSURE, [name]: trip }, classAt: () => name };
  }
  const totalMs = legs.reduce((sum, leg) => sum + leg.ms, 0);
  const shareOf = (name: ExposureClass): Driven => {
    const own = legs.filter((leg) => leg.name === name);
    const metres = own.reduce((sum, leg) => sum + leg.metres, 0);
    const ms = own.reduce((sum, leg) => sum + leg.ms, 0);
    return {
      distanceM: (trip.distanceM * metres) / total,
      drivingS: (trip.drivingS * ms) / totalMs,
    };
  };
  const nearest = (timeMs: number) =>
    legs.reduce((best, leg) =>
      Math.abs(leg.middleMs - timeMs) < Math.abs(best.middleMs - timeMs) ? leg : best,
    );
  return {
    exposure: { urban: shareOf('urban'), rural: shareOf('rural'), motorway: shareOf('motorway') },
    classAt: (timeMs) => nearest(timeMs).name,
  };
}

/** The whole distance of an exposure, m. */
export const distanceOfExposure = (exposure: Exposure): number =>
  EXPOSURE_CLASSES.reduce((sum, name) => sum + exposure[name].distanceM, 0);

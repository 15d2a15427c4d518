import { EXPOSURE_CLASSES, type ExposureClass } from '@roadworthy/domain';
import { distanceOfExposure, type Exposure } from './exposure.ts';

/** The driving and the events of one driver; events by the class of road on which they happened. */
export interface ScoredDriver {
  readonly id: number;
  readonly exposure: Exposure;
  readonly events: Readonly<Record<ExposureClass, number>>;
}

/** Events per 1,000 km of a group, by class; null without distance. */
export type GroupRates = Readonly<Record<ExposureClass, number | null>>;

export interface FairScore {
  readonly id: number;
  readonly distanceM: number;
  readonly events: number;
  /** Events that an average driver of the group would have on the same roads. */
  readonly expected: number;
  /** (events + weight) ÷ (expected + weight): below 1 is better than the group. */
  readonly ratio: number | null;
  /** 0 to 100: the share of the other drivers who do worse, ties halved; null below the minimum. */
  readonly score: number | null;
}

const THOUSAND_KM_M = 1_000_000;
/**
 * Added to events and expected events, so that few kilometres cannot make a very good or very bad
 * ratio: a driver with no information is as the group (a gamma prior of this many events).
 */
export const SCORE_WEIGHT = 2;

const sumOfClasses = (of: (name: ExposureClass) => number) =>
  EXPOSURE_CLASSES.reduce((sum, name) => sum + of(name), 0);

/** The events of the whole group per 1,000 km of each class. */
export function groupRates(drivers: readonly ScoredDriver[]): GroupRates {
  const rate = (name: ExposureClass) => {
    const distanceM = drivers.reduce((sum, one) => sum + one.exposure[name].distanceM, 0);
    const events = drivers.reduce((sum, one) => sum + one.events[name], 0);
    return distanceM === 0 ? null : (events * THOUSAND_KM_M) / distanceM;
  };
  return { urban: rate('urban'), rural: rate('rural'), motorway: rate('motorway') };
}

/** 0 to 100: the share of others with a larger ratio; equal ones count half. */
function percentile(ratio: number, all: readonly number[]): number {
  const others = all.length - 1;
  if (others < 1) return 50;
  const worse = all.filter((one) => one > ratio).length;
  const equal = all.filter((one) => one === ratio).length - 1;
  return Math.round((100 * (worse + equal / 2)) / others);
}

/**
 * Scores drivers fairly between urban and motorway work: each is compared with what the average driver
 * of the group would have on the same distance of each class of road. The score is the percentile
 * of the ratio among the drivers of the group with the minimum distance.
 *
 * @param minimumM distance that a driver needs for a score; the rates of the group contain all drivers
 * @returns in the sequence of the drivers
 */
export function fairScores(
  drivers: readonly ScoredDriver[],
  minimumM: number,
): readonly FairScore[] {
  const rates = groupRates(drivers);
  const measured = drivers.map((one) => {
    const distanceM = distanceOfExposure(one.exposure);
    const events = sumOfClasses((name) => one.events[name]);
    const expected = sumOfClasses(
      (name) => ((rates[name] ?? 0) * one.exposure[name].distanceM) / THOUSAND_KM_M,
    );
    const isEnough = distanceM >= minimumM;
    const ratio = isEnough ? (events + SCORE_WEIGHT) / (expected + SCORE_WEIGHT) : null;
    return { id: one.id, distanceM, events, expected, ratio };
  });
  const ratios = measured.flatMap(({ ratio }) => ratio ?? []);
  return measured.map((one) => ({
    ...one,
    score: one.ratio === null ? null : percentile(one.ratio, ratios),
  }));
}

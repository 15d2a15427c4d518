import type { HoursRule, InfringementSeverity } from '@roadworthy/domain';
import { HOUR_MS, MINUTE_MS } from './activity.ts';

/** One breach of a rule. Times in ms since 1970 UTC, durations in ms. */
export interface Infringement {
  readonly rule: HoursRule;
  /** The paragraph of the law, for example "561/2006 Art. 6(1)". */
  readonly paragraph: string;
  /** Null where the lists of the Union do not classify it. */
  readonly severity: InfringementSeverity | null;
  /** The period to which the breach belongs. */
  readonly startMs: number;
  readonly endMs: number;
  /** What was reached, and the limit that applied. */
  readonly actualMs: number;
  readonly limitMs: number;
}

/**
 * Lower bounds in hours of each degree of an excess. A value above the limit and below `si` is minor.
 */
interface ExcessBounds {
  readonly si?: number;
  readonly vsi?: number;
  readonly msi?: number;
}

/** The degree of a value above its limit. */
export function excessSeverity(actualMs: number, { si, vsi, msi }: ExcessBounds) {
  const reaches = (hours: number | undefined) =>
    hours !== undefined && actualMs >= Math.round(hours * HOUR_MS);
  if (reaches(msi)) return 'MSI';
  if (reaches(vsi)) return 'VSI';
  return reaches(si) ? 'SI' : 'MI';
}

/** Lower bounds in hours of the minor and serious degree of a shortage; less is very serious. */
interface ShortageBounds {
  readonly mi: number;
  readonly si: number;
}

/** The degree of a value below its limit. */
export function shortageSeverity(actualMs: number, { mi, si }: ShortageBounds) {
  if (actualMs >= Math.round(mi * HOUR_MS)) return 'MI';
  return actualMs >= Math.round(si * HOUR_MS) ? 'SI' : 'VSI';
}

/** The degrees of Directive 2006/22/EC, Annex III (Regulation (EU) 2016/403, Annex I), in hours. */
export const DEGREES = {
  /** Group 2, daily driving without an extension. */
  dailyDriving: { si: 10, vsi: 11 },
  /** Daily driving with the extension to 10 hours. */
  extendedDailyDriving: { si: 11, vsi: 12 },
  weeklyDriving: { si: 60, vsi: 65, msi: 70 },
  fortnightlyDriving: { si: 100, vsi: 105, msi: 112.5 },
  /** Group 3, driving without a break. */
  break: { si: 5, vsi: 6 },
  /** Group 4, daily rest where a reduced one is not allowed. */
  regularDailyRest: { mi: 10, si: 8.5 },
  /** Reduced daily rest, the second part of a split one, and multi-manning. */
  nineHourRest: { mi: 8, si: 7 },
  reducedWeeklyRest: { mi: 22, si: 20 },
  regularWeeklyRest: { mi: 42, si: 36 },
  /** Hours after the sixth 24-hour period. */
  weeklyRestLate: { si: 3, vsi: 12 },
  /** Group 6, Directive 2002/15/EC. */
  averageWorkingTime: { si: 56, vsi: 60 },
  weeklyWorkingTime: { si: 65, vsi: 70 },
  nightWork: { si: 11, vsi: 13 },
  /** Breaks of a working day of 6 to 9 hours, and of more, in hours. */
  shortDayBreak: { mi: 20 / 60, si: 10 / 60 },
  longDayBreak: { mi: 30 / 60, si: 20 / 60 },
} as const;

/** The degree of a working-time break: the bounds are exclusive ("more than 10 and up to 20"). */
export function workingBreakSeverity(actualMs: number, { mi, si }: ShortageBounds) {
  if (actualMs > Math.round(mi * HOUR_MS)) return 'MI';
  return actualMs > Math.round(si * HOUR_MS) ? 'SI' : 'VSI';
}

export const hours = (count: number) => count * HOUR_MS;
export const minutes = (count: number) => count * MINUTE_MS;

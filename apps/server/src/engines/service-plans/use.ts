/** Weeks that the use is averaged over at the most: a year, so that each season counts. */
export const USE_WEEKS = 52;
/** Weeks that show whether the use has changed. */
const RECENT_WEEKS = 8;
/** A change of the average by this share, as large as a vehicle that moves to other work, is believed. */
const CHANGED_BY = 0.35;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Weeks before and after a week of last year that smooth it: a holiday moves by some weeks. */
const SMOOTHED_BY = 4;

/** The use that is expected of a vehicle, in metres or in seconds of its engine. */
export interface ExpectedUse {
  readonly perDay: number;
  /** Use of each of the next 52 weeks, after that of the last year; null without a year to follow. */
  readonly weeks: readonly number[] | null;
}

/**
 * The expected use, from whole weeks, so that weekends count as often as they occur. With a whole year, the
 * next weeks are expected to be like the same weeks of the last year, averaged over nine weeks. A vehicle that
 * has changed its work is averaged over the last eight weeks alone.
 *
 * @param weeks metres or seconds of each of the last weeks, the newest first; weeks before the vehicle
 *   was in use are not among them
 * @returns null without a whole week
 */
export function expectedUse(weeks: readonly number[]): ExpectedUse | null {
  const known = weeks.slice(0, USE_WEEKS);
  if (known.length === 0) return null;
  const recent = known.slice(0, RECENT_WEEKS);
  const earlier = known.slice(RECENT_WEEKS);
  if (earlier.length >= RECENT_WEEKS) {
    const change = Math.abs(mean(recent) - mean(earlier));
    if (change > CHANGED_BY * mean(earlier) && isSteady(recent, change)) {
      return { perDay: mean(recent) / 7, weeks: null };
    }
  }
  return {
    perDay: mean(known) / 7,
    weeks: known.length < USE_WEEKS ? null : yearAhead(known),
  };
}

/** The weeks of the last year in the order in which they come again, each averaged with its neighbours. */
function yearAhead(year: readonly number[]): readonly number[] {
  return year.map((_, ahead) => {
    const near = Array.from({ length: 2 * SMOOTHED_BY + 1 }, (_, index) => {
      const at = year.length - 1 - ahead + index - SMOOTHED_BY;
      return year[(at + year.length) % year.length] ?? 0;
    });
    return mean(near);
  });
}

/** Days until so much is used; null if it takes more than `most` days. */
export function daysUntilUsed(amount: number, use: ExpectedUse, most: number): number | null {
  if (amount <= 0 || use.weeks === null) {
    const days = use.perDay <= 0 ? null : amount / use.perDay;
    return days === null || days > most ? null : days;
  }
  let rest = amount;
  for (let week = 0; week * 7 <= most; week += 1) {
    const used = use.weeks[week % use.weeks.length] ?? 0;
    if (used > 0 && used >= rest) return week * 7 + (7 * rest) / used;
    rest -= used;
  }
  return null;
}

/** Whether most of the weeks lie on the same side: a holiday or a repair of three weeks is no change. */
function isSteady(recent: readonly number[], change: number): boolean {
  const level = mean(recent);
  const close = recent.filter((week) => Math.abs(week - level) <= change).length;
  return close >= recent.length - 1;
}

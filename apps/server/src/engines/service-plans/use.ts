/** Weeks that the use is averaged over at the most: a year, so that each season counts. */
export const USE_WEEKS = 52;
/** Weeks that show whether the use has changed. */
const RECENT_WEEKS = 8;
/** A change of the average by this share, as large as a vehicle that moves to other work, is believed. */
const CHANGED_BY = 0.35;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Average use per day, from whole weeks, so that weekends count as often as they occur. A vehicle that
 * has changed its work is averaged over the last eight weeks alone.
 *
 * @param weeks metres or seconds of each of the last weeks, the newest first; weeks before the vehicle
 *   was in use are not among them
 * @returns null without a whole week
 */
export function usePerDay(weeks: readonly number[]): number | null {
  const known = weeks.slice(0, USE_WEEKS);
  if (known.length === 0) return null;
  const recent = known.slice(0, RECENT_WEEKS);
  const earlier = known.slice(RECENT_WEEKS);
  if (earlier.length < RECENT_WEEKS) return mean(known) / 7;
  const change = Math.abs(mean(recent) - mean(earlier));
  const hasChanged = change > CHANGED_BY * mean(earlier) && isSteady(recent, change);
  return mean(hasChanged ? recent : known) / 7;
}

/** Whether most of the weeks lie on the same side: a holiday or a repair of three weeks is no change. */
function isSteady(recent: readonly number[], change: number): boolean {
  const level = mean(recent);
  const close = recent.filter((week) => Math.abs(week - level) <= change).length;
  return close >= recent.length - 1;
}

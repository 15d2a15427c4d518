const DAY_MS = 86_400_000;

/**
 * Which reminder of something scheduled is to be given on a day: that of the nearest number of days
 * that has been reached. Those before it were for days on which nobody was told, and are left out.
 *
 * @param dueMs when it is due, ms since 1970 UTC
 * @param daysBefore the numbers of days before the due date; 0 is the day itself
 * @returns the number of days, or null where none is reached yet, or its day has gone by
 */
export function reminderOf(
  dueMs: number,
  daysBefore: readonly number[],
  nowMs: number,
): number | null {
  const daysLeft = Math.floor(dueMs / DAY_MS) - Math.floor(nowMs / DAY_MS);
  if (daysLeft < 0) return null;
  const reached = daysBefore.filter((days) => days >= daysLeft);
  return reached.length === 0 ? null : Math.min(...reached);
}

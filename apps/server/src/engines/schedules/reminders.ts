const DAY_MS = 86_400_000;

/**
 * The reminder to send on a day: that of the smallest number of days that has been reached. Earlier
 * reminders that were not sent are skipped.
 *
 * @param dueMs due date, ms since 1970 UTC
 * @param daysBefore the numbers of days before the due date; 0 is the day itself
 * @returns the number of days, or null if none is reached yet, or its day has passed
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

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The Monday 00:00 UTC that starts the ISO week of a time. */
export function startOfIsoWeek(timeMs: number): number {
  const dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
  return dayMs - ((new Date(dayMs).getUTCDay() + 6) % 7) * DAY_MS;
}

/** The Monday 00:00 UTC after the ISO week of a time. */
export function endOfIsoWeek(timeMs: number): number {
  return startOfIsoWeek(timeMs) + WEEK_MS;
}

/** The ISO week of a time: the week belongs to the year of its Thursday (ISO 8601). */
export function isoWeekOf(timeMs: number): { readonly year: number; readonly week: number } {
  const mondayMs = startOfIsoWeek(timeMs);
  const year = new Date(mondayMs + 3 * DAY_MS).getUTCFullYear();
  const firstMs = startOfIsoWeek(Date.UTC(year, 0, 4));
  return { year, week: Math.round((mondayMs - firstMs) / WEEK_MS) + 1 };
}

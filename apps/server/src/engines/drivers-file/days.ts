/**
 * The same day of a later or earlier month; the last day of a shorter month.
 *
 * @param day YYYY-MM-DD
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return moved.toISOString().slice(0, 10);
}

export const addYears = (day: string, years: number): string => addMonths(day, years * 12);

/** Adds days to YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The earlier of two days; null is no day. */
export function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

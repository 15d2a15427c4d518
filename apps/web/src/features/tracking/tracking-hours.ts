/** Seconds as hours and minutes, 7:42; rounded to the minute. */
export function hoursText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The zone of the browser, in which days are cut for a person who prefers none (S-11). */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

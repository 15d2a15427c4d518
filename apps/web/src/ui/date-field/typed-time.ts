/**
 * Parses a typed time of day, with or without seconds, with 24 or 12 hours.
 *
 * @returns HH:mm:ss; null if invalid
 */
export function typedTime(text: string): string | null {
  const found = /^\s*(\d{1,2}):(\d\d)(?::(\d\d))?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(text);
  if (found === null) return null;
  const [, hours, minute = '0', second = '00', half] = found;
  const typed = Number(hours);
  const isLate = half?.toLowerCase() === 'p';
  const hour = half === undefined ? typed : (typed % 12) + (isLate ? 12 : 0);
  const isTime =
    hour < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    (half === undefined || (typed >= 1 && typed <= 12));
  return isTime ? `${String(hour).padStart(2, '0')}:${minute}:${second}` : null;
}

/** Formats a moment as YYYY-MM-DDTHH:mm of a zone. */
function partsText(timeMs: number, timeZone: string | null): string {
  const text = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(timeZone === null ? {} : { timeZone }),
  }).format(timeMs);
  return text.replace(' ', 'T');
}

/** A UTC moment as the value of a date and time field; empty for none. */
export const toLocal = (moment: string | null, timeZone: string | null): string =>
  moment === null ? '' : partsText(Date.parse(moment), timeZone);

/**
 * The UTC moment of a date and time field; null for an empty one. A time that the change to summer
 * time skips becomes the hour after.
 *
 * @param timeZone null for the zone of the browser
 */
export function fromLocal(text: string, timeZone: string | null): string | null {
  if (text === '') return null;
  const wanted = Date.parse(`${text}:00Z`);
  let timeMs = wanted;
  // The second round settles a change of the offset between the guess and the moment.
  for (let round = 0; round < 2; round += 1) {
    timeMs += wanted - Date.parse(`${partsText(timeMs, timeZone)}:00Z`);
  }
  return new Date(timeMs).toISOString();
}

/** Header with the delivery of a mail; a bounce contains the headers of the original. */
export const DELIVERY_HEADER = 'X-Roadworthy-Delivery';

const MAX_FAILURE = 500;

/** Content of a bounce. */
export interface ReturnedMail {
  /** The delivery token from the header of the original mail. */
  readonly token: string;
  /** The answer of the receiver's server. */
  readonly failure: string;
}

/** A field of a report, including its folded lines (RFC 5322, 2.2.3). */
function fieldOf(mail: string, name: string): string | null {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(mail);
  return found?.[1]?.replace(/\s+/g, ' ').trim() ?? null;
}

/**
 * Reads a report of a mail that could not be delivered (RFC 3464).
 *
 * @param mail the raw mail with its headers
 * @returns null if it is not such a report, reports only a delay, or concerns a mail of another system
 */
export function returnedMail(mail: string): ReturnedMail | null {
  const token = fieldOf(mail, DELIVERY_HEADER);
  if (token === null || fieldOf(mail, 'Action')?.toLowerCase() !== 'failed') return null;
  const failure = fieldOf(mail, 'Diagnostic-Code') ?? fieldOf(mail, 'Status') ?? '';
  return { token, failure: failure.replace(/^smtp; ?/i, '').slice(0, MAX_FAILURE) };
}

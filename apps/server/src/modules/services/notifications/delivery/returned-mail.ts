/** Header with the token of a delivery; a returned mail contains the headers of the original. */
export const DELIVERY_HEADER = 'X-Roadworthy-Delivery';

const MAX_FAILURE = 500;

/** Data of a returned mail. */
export interface ReturnedMail {
  /** Token from the header of the original mail. */
  readonly token: string;
  /** Response of the recipient's server. */
  readonly failure: string;
}

/** A field of a report, including folded lines (RFC 5322, 2.2.3). */
function fieldOf(mail: string, name: string): string | null {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(mail);
  return found?.[1]?.replace(/\s+/g, ' ').trim() ?? null;
}

/**
 * Reads a report of a mail that could not be delivered (RFC 3464).
 *
 * @param mail as it arrived, with its headers
 * @returns null if it is no such report, reports only a delay, or is about another system's mail
 */
export function returnedMail(mail: string): ReturnedMail | null {
  const token = fieldOf(mail, DELIVERY_HEADER);
  if (token === null || fieldOf(mail, 'Action')?.toLowerCase() !== 'failed') return null;
  const failure = fieldOf(mail, 'Diagnostic-Code') ?? fieldOf(mail, 'Status') ?? '';
  return { token, failure: failure.replace(/^smtp; ?/i, '').slice(0, MAX_FAILURE) };
}

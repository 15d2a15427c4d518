/** Header that names the delivery of a mail; a mail that comes back brings the headers along. */
export const DELIVERY_HEADER = 'X-Roadworthy-Delivery';

const MAX_FAILURE = 500;

/** What a returned mail says. */
export interface ReturnedMail {
  /** What the header of the mail named its delivery by. */
  readonly token: string;
  /** What the receiver's server said. */
  readonly failure: string;
}

/** A field of a report, with the lines that it goes on in (RFC 5322, 2.2.3). */
function fieldOf(mail: string, name: string): string | null {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(mail);
  return found?.[1]?.replace(/\s+/g, ' ').trim() ?? null;
}

/**
 * Reads a report of a mail that could not be delivered (RFC 3464).
 *
 * @param mail as it arrived, with its headers
 * @returns null for what is no such report, for one of a mail that is only late, and for another's mail
 */
export function returnedMail(mail: string): ReturnedMail | null {
  const token = fieldOf(mail, DELIVERY_HEADER);
  if (token === null || fieldOf(mail, 'Action')?.toLowerCase() !== 'failed') return null;
  const failure = fieldOf(mail, 'Diagnostic-Code') ?? fieldOf(mail, 'Status') ?? '';
  return { token, failure: failure.replace(/^smtp; ?/i, '').slice(0, MAX_FAILURE) };
}

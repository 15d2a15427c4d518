import { type ErrorCode, errorText, isErrorCode } from '../error-texts.ts';
import type { LanguageReference } from '../texts.ts';

/** Pauses double from the first to the longest: about a day until the last attempt. */
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 3600;
export const MAX_ATTEMPTS = 34;
const MAX_FAILURE = 500;

/**
 * The pause before the next attempt: of deliveries, and of requests to official services.
 *
 * @param attempts number of attempts before the one that failed
 */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_S * 2 ** attempts, LONGEST_PAUSE_S);

/** An error that no further attempt can resolve. */
export class Undeliverable extends Error {
  constructor(code: ErrorCode) {
    super(code);
  }
}

/** The result of an attempt. */
export type Result =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'bounced'; readonly failure: string }
  | { readonly state: 'waiting'; readonly failure: string; readonly pauseS: number };

/**
 * A stored failure for a person: the text of a code, the response of the mail server as it is.
 *
 * @param stored a code, with the status after a space for `webhook.status`; or any text
 */
export function failureText(language: LanguageReference, stored: string): string {
  const [code = '', status] = stored.split(' ');
  if (!isErrorCode(code)) return stored;
  return errorText(language, status === undefined ? code : { code, params: { status } });
}

/** The text of an error, for example the mail server's response, truncated for storage. */
export function failureOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_FAILURE);
}

/**
 * Whether a mail server rejected the address permanently (RFC 5321: 5yz), so that a retry is
 * useless.
 */
export function isPermanentFailure(error: unknown): boolean {
  const { rejected, responseCode } = error as { rejected?: unknown; responseCode?: unknown };
  return Array.isArray(rejected) && rejected.length > 0 && Number(responseCode) >= 500;
}

/**
 * The result of an attempt that failed.
 *
 * @param attempts number of attempts before this one
 */
export function resultOf(error: unknown, attempts: number): Exclude<Result, { state: 'sent' }> {
  const failure = failureOf(error);
  if (isPermanentFailure(error)) return { state: 'bounced', failure };
  if (error instanceof Undeliverable || attempts + 1 >= MAX_ATTEMPTS) {
    return { state: 'failed', failure };
  }
  return {
    state: 'waiting',
    failure,
    pauseS: pauseAfter(attempts),
  };
}

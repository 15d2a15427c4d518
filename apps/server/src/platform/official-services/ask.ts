import { InternalError, type OfficialFailure } from '@roadworthy/domain';
import { boundedBody } from '../response-body.ts';

/** What an official service answered to one request. */
export type Outcome<T> =
  | { readonly state: 'found'; readonly answer: T; readonly raw: object }
  | { readonly state: 'not_found' }
  | {
      readonly state: 'failed';
      readonly failure: OfficialFailure;
      /** The service is not called again for this time; null if it may be. */
      readonly blockS: number | null;
    };

/** A request; its address and body may name a vehicle or person, so nothing of it is logged. */
export interface Ask<T> {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  /** @throws for an answer of another shape */
  readonly read: (answer: unknown) => T;
}

/** The longest MOT history is some 100 kB. */
const MAX_BYTES = 2_000_000;
/** After a refused key: each further request would be refused too. */
const KEY_BLOCK_S = 300;
/** After "too many requests" without a time. */
const LIMIT_BLOCK_S = 60;
const LONGEST_BLOCK_S = 86_400;

const failed = (failure: OfficialFailure, blockS: number | null = null) =>
  ({ state: 'failed', failure, blockS }) as const;

/**
 * Seconds to wait by the header Retry-After (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @returns between 1 second and a day
 */
export function retryAfterS(header: string | null, nowMs: number): number {
  const seconds = /^\s*\d+\s*$/.test(header ?? '')
    ? Number(header)
    : Math.ceil((Date.parse(header ?? '') - nowMs) / 1000);
  if (!Number.isFinite(seconds)) return LIMIT_BLOCK_S;
  return Math.min(Math.max(seconds, 1), LONGEST_BLOCK_S);
}

function jsonOf(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function outcomeOf<T>(
  { status, headers }: Response,
  body: Buffer,
  read: Ask<T>['read'],
): Outcome<T> {
  const json = jsonOf(body);
  if (status === 200) {
    if (json === null) return failed('malformed');
    try {
      return { state: 'found', answer: read(json), raw: json };
    } catch {
      return failed('malformed');
    }
  }
  // A page that is not JSON comes from another server: the address is wrong.
  if (status === 404) return json === null ? failed('malformed') : { state: 'not_found' };
  if (status === 400) return failed('refused');
  if (status === 401 || status === 403) return failed('key_refused', KEY_BLOCK_S);
  if (status === 429) {
    return failed('rate_limited', retryAfterS(headers.get('retry-after'), Date.now()));
  }
  return failed('unavailable');
}

/** Sends a request to an official service. It never throws: each failure has a code. */
export async function askOfficial<T>(ask: Ask<T>): Promise<Outcome<T>> {
  try {
    const response = await fetch(ask.url, {
      method: ask.method,
      headers: { accept: 'application/json', 'user-agent': 'Roadworthy', ...ask.headers },
      ...(ask.body === undefined ? {} : { body: ask.body }),
      signal: AbortSignal.timeout(ask.timeoutMs),
      redirect: 'error',
    });
    return outcomeOf(response, await boundedBody(response, MAX_BYTES), ask.read);
  } catch (error) {
    return failed(error instanceof InternalError ? 'malformed' : 'no_answer');
  }
}

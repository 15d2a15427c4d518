import { paths } from 'virtual:public-calls';
import type { AnswerOf, Contract, Endpoint } from '@roadworthy/contract';
import type { ApiError } from '../../api/api-error.ts';
import { fetched as fetchedAny } from '../../api/fetched.ts';
import { keepAnswer, keptAnswer } from './kept-answers.ts';

interface Calls {
  readonly config: Contract['platformInfo']['config'];
  readonly reverseGeocode: Contract['maps']['reverseGeocode'];
  readonly nearestRoads: Contract['maps']['nearestRoads'];
}
type PublicCalls = Contract['qrCodes'] & Contract['helpPage'] & Contract['accidents'] & Calls;
type Answer<N extends keyof PublicCalls> = PublicCalls[N] extends Endpoint
  ? AnswerOf<PublicCalls[N]>
  : never;
type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Path and query of a call, without parameters that have no value. */
export function addressOf(name: keyof PublicCalls, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `${paths[name] ?? ''}${text === '' ? '' : `?${text}`}`;
}

/** The unparsed answer to a visitor. @throws ApiError as `fetched` of api */
export function fetched(address: string, init: RequestInit = {}): Promise<Response> {
  return fetchedAny(address, { credentials: 'omit', ...init });
}

/** Calls whose answers the phone caches for offline visits; searches and places are not cached. */
const KEPT: ReadonlySet<keyof PublicCalls> = new Set([
  'config',
  'qrDetails',
  'customerDetails',
  'faqs',
  'documentLatest',
  'driverCheckLatest',
  'accidentForm',
] as const);

async function fetchedOrKept(
  name: keyof PublicCalls,
  address: string,
  init: RequestInit,
): Promise<Response> {
  if (!KEPT.has(name)) return fetched(address, init);
  try {
    const response = await fetched(address, init);
    void keepAnswer(address, response.clone());
    return response;
  } catch (error) {
    const kept = (error as ApiError).status === 0 ? await keptAnswer(address) : null;
    if (kept === null) throw error;
    return kept;
  }
}

/**
 * Calls without sign-in; when offline, the last cached answer is used.
 *
 * @throws ApiError as {@link fetched}
 */
export async function ask<N extends keyof PublicCalls>(
  name: N,
  query: Query = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<N>> {
  const response = await fetchedOrKept(name, addressOf(name, query), {
    headers: { Accept: 'application/json', ...headers },
  });
  return (await response.json()) as Answer<N>;
}

/** As {@link ask}, for calls that require the key of this installation's pages (R-015, W-24). */
export async function askWithKey<N extends keyof PublicCalls>(
  name: N,
  query: Query = {},
): Promise<Answer<N>> {
  const { partner_key: key } = await ask('config');
  return ask(name, query, { 'X-External-Key': key ?? '' });
}

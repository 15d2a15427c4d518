import type { ApiScope } from '@roadworthy/domain';
import { reportRefusal } from '../audit/index.ts';
import type { Services } from '../services.ts';
import { tokenHash } from './random-tokens.ts';
import type { Viewer } from './viewer.ts';
import { loadViewer } from './viewer-store.ts';

/** Prefix that identifies a personal token, also for scanners of leaked secrets. */
export const API_TOKEN_PREFIX = 'rw_pat_';
/** How long a token is cached; ending it takes effect at once. */
const FRESH_MS = 15_000;
const MAX_CACHED = 5000;

/** Whether a bearer token is a personal token. */
export const isApiToken = (token: string) => token.startsWith(API_TOKEN_PREFIX);

/** Looks up a valid token, and stores that it was used. */
const FIND = `
update api_tokens t set last_used_at = now()
where t.token_hash = $1 and t.revoked_at is null and t.expires_at > now()
returning t.user_id, t.scopes, t.expires_at`;

/** The owner of a token that has ended, or whose user is inactive. */
const OWNER = `
select t.id, t.name, u.customer_id from api_tokens t join users u on u.id = t.user_id
where t.token_hash = $1`;

/** A program that keeps using an ended token is reported once in this time. */
const REPORT_EVERY_MS = 15 * 60_000;

interface Cached {
  readonly viewer: Viewer | null;
  readonly untilMs: number;
}

/** The users of personal tokens, cached for seconds. */
export class ApiTokenStore {
  readonly #cache = new Map<string, Cached>();

  /** Time of the last report of a refused token, ms since 1970 UTC, by its hash. */
  readonly #reported = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {
    services.bus.subscribe('users.changed', () => this.#cache.clear());
  }

  /**
   * The user of a token, with its limits; null for one that is unknown or ended.
   *
   * @param address network address of the caller, for the security event of a refusal
   */
  async find(token: string, address: string): Promise<Viewer | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.#cache.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.viewer;
    const { db } = this.services;
    const { rows } = await db.pool.query<{ user_id: number; scopes: ApiScope[]; expires_at: Date }>(
      {
        name: 'find-api-token',
        text: FIND,
        values: [hash],
      },
    );
    const [row] = rows;
    const person = row === undefined ? null : await loadViewer(db, row.user_id);
    const viewer =
      person === null || row === undefined ? null : { ...person, tokenScopes: row.scopes };
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const untilMs = Math.min(Date.now() + FRESH_MS, row?.expires_at.getTime() ?? Infinity);
    this.#cache.set(key, { viewer, untilMs });
    if (viewer === null) await this.#report(hash, address);
    return viewer;
  }

  async #report(hash: Buffer, address: string): Promise<void> {
    const key = hash.toString('base64');
    if ((this.#reported.get(key) ?? 0) > Date.now() - REPORT_EVERY_MS) return;
    if (this.#reported.size >= MAX_CACHED) this.#reported.clear();
    this.#reported.set(key, Date.now());
    const { db } = this.services;
    const { rows } = await db.pool.query<{ id: number; name: string; customer_id: number | null }>({
      name: 'owner-of-api-token',
      text: OWNER,
      values: [hash],
    });
    const [row] = rows;
    const owner =
      row === undefined
        ? null
        : { customerId: row.customer_id, kind: 'api_token' as const, id: row.id, name: row.name };
    reportRefusal(this.services, { method: 'api_token', outcome: 'refused', address, owner });
  }
}

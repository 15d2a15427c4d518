import { createHash } from 'node:crypto';
import type { ApiScope } from '@roadworthy/domain';
import type { Services } from '../services.ts';
import type { Viewer } from './viewer.ts';
import { loadViewer } from './viewer-store.ts';

/** By which a personal token is known, also to those who scan for leaked secrets. */
export const API_TOKEN_PREFIX = 'rw_pat_';
/** How long a token serves without being looked up again; its end counts at once. */
const FRESH_MS = 15_000;
const MAX_CACHED = 5000;

/** Whether a bearer is a personal token. */
export const isApiToken = (token: string) => token.startsWith(API_TOKEN_PREFIX);

/** What is kept of a token: it has 256 random bits, so that a plain hash suffices. */
export const apiTokenHash = (token: string) => createHash('sha256').update(token).digest();

/** Looks a living token up, and notes that it was used. */
const FIND = `
update api_tokens t set last_used_at = now()
where t.token_hash = $1 and t.revoked_at is null and t.expires_at > now()
returning t.user_id, t.scopes, t.expires_at`;

interface Cached {
  readonly viewer: Viewer | null;
  readonly untilMs: number;
}

/** The people behind personal tokens, cached for seconds. */
export class ApiTokenStore {
  readonly #cache = new Map<string, Cached>();

  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {
    services.bus.subscribe('users.changed', () => this.#cache.clear());
  }

  /** Whom a token stands for, with its limits; null for one that is unknown or ended. */
  async find(token: string): Promise<Viewer | null> {
    const hash = apiTokenHash(token);
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
    return viewer;
  }
}

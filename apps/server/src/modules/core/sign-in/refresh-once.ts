import { setTimeout as wait } from 'node:timers/promises';
import { must } from '@roadworthy/domain';
import { openWith, sealWith, tokenHash } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import {
  claimRefresh,
  dropRefresh,
  finishRefresh,
  readRefresh,
} from './sign-in-refresh.repository.ts';

/** The result of a refresh: the session continues with the new token. */
export interface Refreshed {
  readonly userId: number;
  readonly refreshToken: string;
  readonly grantId: string | null;
}

const POLL_MS = 50;
const PATIENCE_MS = 5000;

const idOf = (token: string) => tokenHash(token).toString('base64url');
/** Encrypted with the old token, so that only its holder can read the new one. */
const keyOf = (token: string) => tokenHash(`grace ${token}`);

function seal(token: string, refreshed: Refreshed): string {
  return sealWith(keyOf(token), JSON.stringify(refreshed)).toString('base64');
}

function unseal(token: string, sealed: string): Refreshed {
  const text = must(openWith(keyOf(token), Buffer.from(sealed, 'base64')), 'refresh.not_readable');
  return JSON.parse(text) as Refreshed;
}

/**
 * Exchanges a refresh token only once, even if several tabs (or server processes) use it at the same
 * moment: for some seconds, all get the result of the first. Otherwise a second tab would look like
 * token theft and end the session.
 *
 * @param work exchanges the token at the provider; throws if it is refused
 * @returns null if the token is refused
 */
export async function refreshOnce(
  db: Database,
  token: string,
  work: () => Promise<Refreshed>,
): Promise<Refreshed | null> {
  const id = idOf(token);
  if (await claimRefresh(db, id)) {
    try {
      const refreshed = await work();
      await finishRefresh(db, id, refreshed.grantId, seal(token, refreshed));
      return refreshed;
    } catch {
      await dropRefresh(db, id);
      return null;
    }
  }
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const sealed = await readRefresh(db, id);
    if (sealed === undefined) return null;
    if (sealed !== null) return unseal(token, sealed);
    await wait(POLL_MS);
  }
  return null;
}

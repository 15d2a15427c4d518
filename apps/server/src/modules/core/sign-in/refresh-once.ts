import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
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

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');
/** Encrypted with the old token, so that only its holder can read the new one. */
const keyOf = (token: string) => createHash('sha256').update(`grace ${token}`).digest();

function seal(token: string, refreshed: Refreshed): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(refreshed)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(token: string, sealed: string): Refreshed {
  const bytes = Buffer.from(sealed, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, 12));
  cipher.setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]);
  return JSON.parse(text.toString()) as Refreshed;
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

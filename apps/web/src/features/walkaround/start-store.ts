import { openDB } from 'idb';
import { ApiError } from '../../api/api-error.ts';
import { accessUserId } from '../../session/cookies.ts';
import { storage } from '../../session/storage.ts';
import { askStart } from './walkaround-calls.ts';
import type { Start } from './walkaround-model.ts';

/** The last data from the server, and the offset of this phone's clock. */
export interface Known {
  readonly start: Start;
  readonly behindMs: number;
}

const STORE = 'known';
const KEY = 'start';

const opened = () =>
  openDB('roadworthy-walkaround', 1, { upgrade: (db) => void db.createObjectStore(STORE) });

/** The signed-in user as known on this phone: from the token, else from the last sign-in (B-36). */
export const knownPerson = (): number | null =>
  accessUserId() ?? storage.currentUser.get()?.user.id ?? null;

/** Stored data of the signed-in user; null for another user. */
async function kept(): Promise<Known | null> {
  const known = (await (await opened()).get(STORE, KEY)) as Known | undefined;
  return known !== undefined && known.start.person.id === knownPerson() ? known : null;
}

/**
 * The data needed for checks: from the server, or offline from the store.
 *
 * @throws ApiError 401 if signed out, 403 without permission; status 0 offline without stored data
 */
export async function loadKnown(): Promise<Known & { readonly isFresh: boolean }> {
  try {
    const known = await askStart();
    // Without storage the page works online only.
    await opened()
      .then((db) => db.put(STORE, known, KEY))
      .catch(() => undefined);
    return { ...known, isFresh: true };
  } catch (error) {
    const { status } = error as ApiError;
    const isDead = error instanceof ApiError && (status === 0 || status >= 500);
    const known = isDead ? await kept().catch(() => null) : null;
    if (known === null) throw error;
    return { ...known, isFresh: false };
  }
}

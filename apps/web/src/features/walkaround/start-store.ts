import { openDB } from 'idb';
import { ApiError } from '../../api/api-error.ts';
import { accessUserId } from '../../session/cookies.ts';
import { storage } from '../../session/storage.ts';
import { askStart } from './walkaround-calls.ts';
import type { Start } from './walkaround-model.ts';

/** What was last had of the server, and how far this phone's clock stands behind. */
export interface Known {
  readonly start: Start;
  readonly behindMs: number;
}

const STORE = 'known';
const KEY = 'start';

const opened = () =>
  openDB('roadworthy-walkaround', 1, { upgrade: (db) => void db.createObjectStore(STORE) });

/** Who this phone knows to be signed in: by the token, else by what the last sign-in left (B-36). */
export const knownPerson = (): number | null =>
  accessUserId() ?? storage.currentUser.get()?.user.id ?? null;

/** What was kept for the person who is signed in; null for somebody else. */
async function kept(): Promise<Known | null> {
  const known = (await (await opened()).get(STORE, KEY)) as Known | undefined;
  return known !== undefined && known.start.person.id === knownPerson() ? known : null;
}

/**
 * What checks are made with: from the server, or, in a dead spot, as it was kept.
 *
 * @throws ApiError 401 for nobody, 403 for who may not check; status 0 where nothing was kept either
 */
export async function loadKnown(): Promise<Known & { readonly isFresh: boolean }> {
  try {
    const known = await askStart();
    // Without a store of the browser everything works, but not without a network.
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

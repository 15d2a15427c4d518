import { ApiError } from '../../api/api-error.ts';
import type { KeptReport } from '../../ui/outbox/store.ts';
import type { Known } from './start-store.ts';
import type { Draft } from './walkaround-model.ts';

/** The view of the page. */
type Shown =
  | { readonly state: 'loading' | 'signIn' | 'forbidden' | 'offline' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'pick' }
  | { readonly state: 'check'; readonly draft: Draft };

/** State of the page. */
export interface Page {
  readonly shown: Shown;
  readonly known: (Known & { readonly isFresh: boolean }) | null;
  /** Finished checks of this user, the newest first. */
  readonly reports: readonly KeptReport<Draft>[];
  /** Checks of other users that wait on this phone until they sign in. */
  readonly others: number;
  /** Key of the message about a scan or a selection. */
  readonly fault: string | null;
}

export const EMPTY: Page = {
  shown: { state: 'loading' },
  known: null,
  reports: [],
  others: 0,
  fault: null,
};

/** The view after an error. */
export function failure(error: unknown): Shown {
  if (!(error instanceof ApiError)) return { state: 'failed', text: String(error) };
  if (error.status === 401) return { state: 'signIn' };
  if (error.status === 403) return { state: 'forbidden' };
  if (error.status === 0) return { state: 'offline' };
  return { state: 'failed', text: error.message };
}

import type { Contract, Endpoint } from '@roadworthy/contract';
import { ApiError } from '../../api/api-error.ts';
import { addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { fetched } from '../../api/fetched.ts';
import { accessUserId } from '../../session/cookies.ts';
import { LATER_CALLS, type LaterCall } from '../../session/own-screens.ts';
import { renewAccess } from '../../session/refresh.ts';
import { sendForm, type Values } from '../send-form.ts';
import { isPassing, type Sender } from './outbox.ts';
import type { KeptDraft, KeptPhoto, KeptReport } from './store.ts';

type EndpointOf<C extends LaterCall> = C extends `${infer M extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[M]
    ? Extract<Contract[M][N], Endpoint>
    : never
  : never;
type BodyIn<E extends Endpoint> = E extends { readonly body: { readonly _zod: { input: infer B } } }
  ? B
  : Values;

/** What a change of this call contains: its JSON body, or the texts of its form. */
export type ChangeValues<C extends LaterCall> = BodyIn<EndpointOf<C>>;

/** A change of a person's own screens, as the phone stores it. Phones may have older ones: fields are only added. */
export interface OwnChange extends KeptDraft {
  /** The user who made it; no other user sees or sends it. */
  readonly userId: number;
  /** Milliseconds since 1970 UTC; also the sequence of sending. */
  readonly madeAtMs: number;
  readonly call: LaterCall;
  /** The record of the call. */
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Sent as a form with photographs; otherwise as JSON. */
  readonly isForm: boolean;
  /** Names of the photographs. */
  readonly photos: readonly string[];
}

/** How often the server may fail with a change before it counts as refused. */
const FAILURE_LIMIT = 5;
/** A call that hangs must not hold back the others for ever. Long enough for ten photographs. */
const CALL_LIMIT_MS = 180_000;

/** @throws ApiError 401 if the session is not that of the person who made the change */
function requireOwner({ userId }: OwnChange): void {
  if (accessUserId() !== userId) throw new ApiError(401, 'Unauthorized', {});
}

/**
 * Sends a change with the session of the user who made it. The server recognises a repeat: by the
 * Idempotency-Key of a form, and by the content of a JSON body.
 */
export async function sendChange(change: OwnChange, photos: readonly KeptPhoto[]): Promise<void> {
  // A phone may have a change of a call that is no longer in this release.
  if (!LATER_CALLS.includes(change.call)) throw new ApiError(410, 'Gone', {});
  const [module, name] = change.call.split('.') as [keyof Contract, never];
  const path = pathOf(module, name);
  const params = { id: change.id };
  const signal = AbortSignal.timeout(CALL_LIMIT_MS);
  requireOwner(change);
  if (change.isForm) {
    const values = { ...(change.values as Values), photos: photos.map(({ file }) => file) };
    await sendForm(path, values, { params, key: change.reportKey, signal });
    return;
  }
  await fetched(addressOf(path, { params }), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...callHeaders() },
    body: JSON.stringify(change.values),
    signal,
  });
}

/** Changes in the sequence in which they were made. */
export const inSequence = (reports: readonly KeptReport<OwnChange>[]): KeptReport<OwnChange>[] =>
  [...reports].sort((a, b) => a.draft.madeAtMs - b.draft.madeAtMs);

/** One that could not be sent holds back the later ones of its user. */
export const sendInSequence: NonNullable<Sender<OwnChange>['sendAll']> = async (waiting, send) => {
  const held = new Set<number>();
  for (const report of inSequence(waiting)) {
    const { userId } = report.draft;
    if (!held.has(userId) && (await send(report))) held.add(userId);
  }
};

/** Sends the changes of each user in the sequence in which they were made. */
export const ownChangeSender: Sender<OwnChange> = {
  name: 'roadworthy-changes',
  photosOf: ({ photos }) => photos,
  sendAll: sendInSequence,
  open: async ({ draft }) => {
    if (accessUserId() !== null) requireOwner(draft);
    await renewAccess();
    return {
      report: async (_ids, photos) => {
        await sendChange(draft, photos);
        return null;
      },
    };
  },
  isPassing: async (error, report, store) => {
    if (error instanceof ApiError && error.status === 500) {
      const failures = (report.failures ?? 0) + 1;
      await store.change({ ...report, failures });
      return failures < FAILURE_LIMIT;
    }
    // Without a session it waits until its user signs in again.
    return (error instanceof ApiError && error.status === 401) || isPassing(error);
  },
};

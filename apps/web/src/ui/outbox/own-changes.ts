import { ApiError } from '../../api/api-error.ts';
import type { LaterCall } from '../../session/own-screens.ts';
import { renewAccess } from '../../session/refresh.ts';
import {
  type ChangeValues,
  inSequence,
  type OwnChange,
  ownChangeSender,
  sendChange,
  sendInSequence,
} from './own-changes-sender.ts';
import { Post } from './post.ts';
import { type KeptPhoto, type KeptReport, type OutboxStore, openOutboxStore } from './store.ts';

export type KeptChange = KeptReport<OwnChange>;

/** A change as a screen makes it. */
export interface NewChange<C extends LaterCall> {
  readonly userId: number;
  readonly call: C;
  /** The record of the call. */
  readonly id: number;
  readonly values: ChangeValues<C>;
  /** Of a form; a call with a JSON body has none. */
  readonly photos?: readonly File[];
  /** Makes sending it again harmless; a change whose key is stored already is not stored again. */
  readonly key: string;
}

/** What became of a change at first: it has arrived, or waits on the phone. */
export type Outcome = 'sent' | 'waiting';

/** With a weak signal a person should not wait longer to see that the change is stored. */
const PATIENCE_MS = 5000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Photographs with names that sort as they were chosen. */
const namedPhotos = (reportKey: string, files: readonly File[]): KeptPhoto[] =>
  files.map((file, n) => ({
    reportKey,
    name: `photo-${String(n).padStart(2, '0')}`,
    file,
    id: null,
  }));

/** The changes of own screens that this phone has not sent yet. */
export class OwnChanges {
  #post: Post<OwnChange>;
  #changes: readonly KeptChange[] = [];
  /** Keys of changes whose form still waits for the outcome, and shows it. */
  readonly #held = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #isWatched = false;
  #lastMs = 0;
  #beforeShown: () => Promise<unknown> = async () => undefined;

  constructor(open: () => Promise<OutboxStore<OwnChange>>) {
    this.#post = this.#postOf(open);
  }

  /** The stored changes of all users of this phone, oldest first; show only those of the user. */
  readonly get = (): readonly KeptChange[] => this.#changes;

  /** Calls the listener after each change of the list. Returns a function that stops this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    void this.#begin();
    return () => void this.#listeners.delete(listener);
  };

  /** Sets what is read again before a change that has arrived disappears, so that its effect is seen at once. */
  readBeforeShown(read: () => Promise<unknown>): void {
    this.#beforeShown = read;
  }

  /**
   * Stores a change on the phone, and sends it if the server can be reached. Without a place to store it, such as in
   * a private window, it is only sent.
   *
   * @throws ApiError if the server refuses it, which then is not stored; or if it can be neither stored nor sent
   */
  async make<C extends LaterCall>(change: NewChange<C>): Promise<Outcome> {
    const { key: reportKey, photos: files, ...rest } = change;
    const photos = namedPhotos(reportKey, files ?? []);
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    const draft: OwnChange = {
      ...rest,
      reportKey,
      values: rest.values as OwnChange['values'],
      madeAtMs: this.#lastMs,
      isForm: files !== undefined,
      photos: photos.map(({ name }) => name),
    };
    const store = await this.#kept(draft, photos);
    if (store === null) {
      await renewAccess();
      await sendChange(draft, photos);
      return 'sent';
    }
    this.#held.add(reportKey);
    try {
      await Promise.race([this.#started(store).sendNow(), pause(PATIENCE_MS)]);
      return await this.#outcome(store, reportKey);
    } finally {
      this.#held.delete(reportKey);
      await this.#refresh();
    }
  }

  /** Sends what waits, without the pause. */
  async sendNow(): Promise<void> {
    await this.#started(await this.#post.store()).sendNow();
  }

  /** Sends a refused change once more. */
  async retry(change: KeptChange): Promise<void> {
    const store = await this.#post.store();
    await store.change({ ...change, state: 'waiting', reason: null, faults: {}, failures: 0 });
    await this.sendNow();
  }

  /** Removes a change that was not sent, with its photographs. */
  async discard({ reportKey }: KeptChange): Promise<void> {
    await (await this.#post.store()).forget(reportKey);
    await this.#refresh();
  }

  /** Replaces the store, as another browser or a reloaded page has it; for tests. */
  reopen(open: () => Promise<OutboxStore<OwnChange>>): void {
    this.#post = this.#postOf(open);
    this.#changes = [];
    this.#held.clear();
    this.#isWatched = false;
  }

  /** The changes of a store; they are no longer sent once another store replaces it. */
  #postOf(open: () => Promise<OutboxStore<OwnChange>>): Post<OwnChange> {
    const post: Post<OwnChange> = new Post(open, {
      ...ownChangeSender,
      sendAll: async (waiting, send) => {
        if (post === this.#post) await sendInSequence(waiting, send);
      },
    });
    return post;
  }

  /** Reads what earlier pages have left, and sends it. */
  async #begin(): Promise<void> {
    if (this.#isWatched) return;
    try {
      const store = await this.#post.store();
      if ((await store.reports()).length > 0) this.#started(store);
      await this.#refresh();
    } catch {
      // This browser stores nothing: nothing waits.
    }
  }

  #started(store: OutboxStore<OwnChange>) {
    const post = this.#post;
    const outbox = post.started(store);
    if (!this.#isWatched) {
      this.#isWatched = true;
      outbox.subscribe(() => {
        if (post === this.#post) void this.#refresh();
      });
    }
    return outbox;
  }

  async #kept(
    draft: OwnChange,
    photos: readonly KeptPhoto[],
  ): Promise<OutboxStore<OwnChange> | null> {
    try {
      const store = await this.#post.store();
      await store.finish(draft, photos);
      // Asks the browser not to evict it.
      const { storage } = navigator as { storage?: StorageManager };
      void storage?.persist?.().catch(() => undefined);
      return store;
    } catch {
      return null;
    }
  }

  async #outcome(store: OutboxStore<OwnChange>, reportKey: string): Promise<Outcome> {
    const kept = (await store.reports()).find((one) => one.reportKey === reportKey);
    if (kept === undefined) return 'sent';
    if (kept.state !== 'refused') return 'waiting';
    // The form shows the reason, and still has what was entered.
    await store.forget(reportKey);
    const { faults, reason } = kept;
    const detail = reason ?? '';
    const hasFields = Object.keys(faults).length > 0;
    throw new ApiError(400, detail, hasFields ? { detail, errors: faults } : { detail });
  }

  /** Reads the list again. If the browser has lost the store, what is shown stays. */
  #refresh(): Promise<void> {
    return this.#read().catch(() => undefined);
  }

  async #read(): Promise<void> {
    const post = this.#post;
    const keys = new Set((await this.#unsent(post)).map(({ reportKey }) => reportKey));
    if (this.#changes.some(({ reportKey }) => !keys.has(reportKey))) {
      await Promise.race([this.#beforeShown().catch(() => undefined), pause(PATIENCE_MS)]);
    }
    // Others may have come and gone meanwhile.
    const changes = await this.#unsent(post);
    if (post !== this.#post) return;
    this.#changes = changes;
    for (const listener of this.#listeners) listener();
  }

  async #unsent(post: Post<OwnChange>): Promise<KeptChange[]> {
    const reports = await (await post.store()).reports();
    return inSequence(reports).filter(
      ({ reportKey, state }) => state !== 'sent' && !this.#held.has(reportKey),
    );
  }
}

/** The changes on this phone. */
export const ownChanges = new OwnChanges(() =>
  openOutboxStore<OwnChange>('roadworthy-changes', 'userId'),
);

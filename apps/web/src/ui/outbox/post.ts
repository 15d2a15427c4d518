import { Outbox, type Sender } from './outbox.ts';
import type { KeptDraft, OutboxStore } from './store.ts';

/** The reports of one kind on this phone: their store, opened once, and the outbox of the page. */
export class Post<D extends KeptDraft> {
  #opened: Promise<OutboxStore<D>> | null = null;
  #outbox: Outbox<D> | null = null;

  constructor(
    private readonly open: () => Promise<OutboxStore<D>>,
    private readonly sender: Sender<D>,
  ) {}

  /** The store of this phone. */
  store(): Promise<OutboxStore<D>> {
    this.#opened ??= this.open().catch((error) => {
      // The next call retries.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  /** The outbox if it was started. */
  get running(): Outbox<D> | null {
    return this.#outbox;
  }

  /** The outbox; the first call starts it. */
  started(store: OutboxStore<D>): Outbox<D> {
    if (this.#outbox === null) {
      this.#outbox = new Outbox(store, this.sender);
      this.#outbox.start();
    }
    return this.#outbox;
  }

  /** Continues sending the waiting reports of earlier pages. */
  async sendWaiting(): Promise<void> {
    const store = await this.store();
    const reports = await store.reports();
    if (reports.some(({ state }) => state === 'waiting')) this.started(store);
  }
}

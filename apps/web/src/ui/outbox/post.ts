import { Outbox, type Sender } from './outbox.ts';
import type { KeptDraft, OutboxStore } from './store.ts';

/** The reports of one kind on this phone: their store, opened once, and the one outbox of a page. */
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
      // The next one who asks tries again.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  /** The outbox, where it has been started. */
  get running(): Outbox<D> | null {
    return this.#outbox;
  }

  /** The outbox, at work from the first time that it is asked for. */
  started(store: OutboxStore<D>): Outbox<D> {
    if (this.#outbox === null) {
      this.#outbox = new Outbox(store, this.sender);
      this.#outbox.start();
    }
    return this.#outbox;
  }

  /** Goes on sending what an earlier page could not. */
  async sendWaiting(): Promise<void> {
    const store = await this.store();
    const reports = await store.reports();
    if (reports.some(({ state }) => state === 'waiting')) this.started(store);
  }
}

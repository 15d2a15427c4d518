import type { FeedKind } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Bus } from '../../../../platform/bus/index.ts';
import { tooMany } from '../../../../platform/errors.ts';

/** Records that follow within this time arrive in the same answer. */
const COLLECT_MS = 100;
/** A feed looks for new records this often if nothing wakes it. */
const LOOK_EVERY_MS = 1000;
const MOST_WAITING_PER_USER = 20;

interface Waiter {
  readonly viewer: Viewer;
  readonly kind: FeedKind;
  readonly wake: () => void;
}

/** Requests that wait for records. */
export class FeedWaiting {
  readonly #waiters = new Set<Waiter>();
  readonly #open = new Map<number, number>();
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor(bus: Bus) {
    this.#unsubscribe = bus.subscribe('positions.committed', ({ states }) => {
      if (this.#waiters.size === 0) return;
      const customers = new Set(states.map(({ customerId }) => customerId));
      for (const { kind, viewer, wake } of this.#waiters) {
        const concerns = viewer.isGlobalAdmin || customers.has(viewer.customerId ?? 0);
        if (kind === 'positions' && concerns) wake();
      }
    });
  }

  /** False once the server stops. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /**
   * Counts a reading of a person while it lasts.
   *
   * @throws HttpError 429 if the person has too many
   */
  async during<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(userId) ?? 0;
    if (open >= MOST_WAITING_PER_USER) throw tooMany('feed.too_many_reads');
    this.#open.set(userId, open + 1);
    try {
      return await work();
    } finally {
      const left = (this.#open.get(userId) ?? 1) - 1;
      if (left === 0) this.#open.delete(userId);
      else this.#open.set(userId, left);
    }
  }

  /** Waits for new records of a kind, or until it is time to look. */
  async next(viewer: Viewer, kind: FeedKind, mostMs: number, signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(done, Math.min(LOOK_EVERY_MS, mostMs));
      let isWoken = false;
      const waiter: Waiter = {
        viewer,
        kind,
        wake: () => {
          if (isWoken) return;
          isWoken = true;
          clearTimeout(timer);
          timer = setTimeout(done, COLLECT_MS);
        },
      };
      const waiters = this.#waiters;
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiters.delete(waiter);
        resolve();
      }
      signal.addEventListener('abort', done);
      waiters.add(waiter);
    });
  }

  /** Ends all waiting, so that the server can stop. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    for (const { wake } of this.#waiters) wake();
  }
}

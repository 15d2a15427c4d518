import type { Bus } from '../../../../platform/bus/index.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { markNotified, readPending } from './derivation-notification.repository.ts';

/**
 * An event stays marked this long after it was told, so that a process that ends before those who
 * heard of it have written their alerts tells it again; they give an alert once.
 */
const KEEP_MS = 30_000;

/**
 * Tells of new events, each at least once, whenever the process ends: an event is written with a mark,
 * told after that transaction, and unmarked some time after it was told.
 */
export class EventNotifier {
  /** What was told and is still marked, and when that was. */
  #marked: { ids: bigint[]; atMs: number }[] = [];

  constructor(private readonly bus: Pick<Bus, 'publish'>) {}

  /** Begins anew: everything that is marked is told again. */
  reset(): void {
    this.#marked = [];
  }

  /** Tells of what is marked and was not told by this process. */
  async notify(client: Queryable): Promise<void> {
    const pending = await readPending(
      client,
      this.#marked.flatMap(({ ids }) => ids),
    );
    if (pending.length === 0) return;
    this.bus.publish('events.derived', { events: pending.map(({ event }) => event) });
    this.#marked.push({ ids: pending.map(({ id }) => id), atMs: Date.now() });
  }

  /** Removes the marks of what was told some time ago. */
  async unmark(client: Queryable): Promise<void> {
    const due = this.#marked.filter(({ atMs }) => Date.now() - atMs >= KEEP_MS);
    if (due.length === 0) return;
    await markNotified(
      client,
      due.flatMap(({ ids }) => ids),
    );
    this.#marked = this.#marked.slice(due.length);
  }
}

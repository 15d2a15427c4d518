import type { Bus } from '../../../../platform/bus/index.ts';
import type { VehicleScope } from '../derivation-lease.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { markNotified, readPending } from './derivation-notification.repository.ts';

/**
 * An event stays marked this long after its notification. If the process stops before subscribers
 * have written their alerts, the notification is repeated; subscribers create each alert once.
 */
const KEEP_MS = 30_000;

/**
 * Notifies subscribers of new events, at least once even if the process stops: an event is written
 * with a mark, notified after that transaction, and unmarked some time later.
 */
export class EventNotifier {
  /** Events that were notified and are still marked, with the time of the notification. */
  #marked: { ids: bigint[]; atMs: number }[] = [];

  constructor(private readonly bus: Pick<Bus, 'publish'>) {}

  /** Clears the memory: all marked events are notified again. */
  reset(): void {
    this.#marked = [];
  }

  /** Notifies of marked events, each once per process. */
  async notify(client: Queryable, scope: VehicleScope): Promise<void> {
    const pending = await readPending(
      client,
      this.#marked.flatMap(({ ids }) => ids),
      scope,
    );
    if (pending.length === 0) return;
    this.bus.publish('events.derived', { events: pending.map(({ event }) => event) });
    this.#marked.push({ ids: pending.map(({ id }) => id), atMs: Date.now() });
  }

  /** Removes the marks of events that were notified some time ago. */
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

import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Bus } from '../../../../platform/bus/index.ts';

/** Names of vehicles and depots, and permissions to see them, may be out of date by this much. */
const FRESH_MS = 2000;
/** A page of 75 rows has some 30 KB. */
const MAX_KEPT = 400;

interface Kept {
  readonly customerId: number | null;
  readonly bytes: Promise<Buffer>;
  readonly untilMs: number;
}

/**
 * Caches serialised pages of the list for callers with the same scope and the same query. A change
 * of an activity invalidates the customer's pages at once, in this process and, by the bus, in the
 * others.
 */
export class ListAnswers {
  readonly #kept = new Map<string, Kept>();

  constructor(bus: Bus) {
    bus.subscribe('activities.changed', ({ customerId }) => this.#forget(customerId));
  }

  #forget(customerId: number): void {
    for (const [key, kept] of this.#kept) {
      // Null: a global administrator, who sees every customer.
      if (kept.customerId === customerId || kept.customerId === null) this.#kept.delete(key);
    }
  }

  /**
   * @param question everything that the reply depends on other than the viewer's scope
   * @param make builds the reply
   * @throws the error of `make`, which is not cached
   */
  get(viewer: Viewer, question: unknown, make: () => Promise<unknown>): Promise<Buffer> {
    const { customerId, isGlobalAdmin, depotScope, vehicleId } = viewer;
    const key = JSON.stringify([customerId, isGlobalAdmin, depotScope, vehicleId, question]);
    const known = this.#kept.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.bytes;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const bytes = make().then((answer) => Buffer.from(JSON.stringify(answer)));
    const kept = {
      customerId: isGlobalAdmin ? null : customerId,
      bytes,
      untilMs: Date.now() + FRESH_MS,
    };
    this.#kept.set(key, kept);
    bytes.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return bytes;
  }
}

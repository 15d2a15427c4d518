import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Bus } from '../../../../platform/bus/index.ts';

/** Names of vehicles and depots, and who sees which, may be this much older than they are. */
const FRESH_MS = 2000;
/** A page of 75 rows has some 30 KB. */
const MAX_KEPT = 400;

interface Kept {
  readonly customerId: number | null;
  readonly bytes: Promise<Buffer>;
  readonly untilMs: number;
}

/**
 * Pages of the list as they are sent, made once for all who see the same and ask the same. A change
 * of an activity of the customer counts at once, in this process and, by the bus, in the others.
 */
export class ListAnswers {
  readonly #kept = new Map<string, Kept>();

  constructor(bus: Bus) {
    bus.subscribe('activities.changed', ({ customerId }) => this.#forget(customerId));
  }

  #forget(customerId: number): void {
    for (const [key, kept] of this.#kept) {
      // Null is a global administrator, who sees every customer.
      if (kept.customerId === customerId || kept.customerId === null) this.#kept.delete(key);
    }
  }

  /**
   * @param question what is asked, all that the answer depends on beside the viewer's sight
   * @param make makes the answer
   * @throws what `make` throws; it is then made again the next time
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

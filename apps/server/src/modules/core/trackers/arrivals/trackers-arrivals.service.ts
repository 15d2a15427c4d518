import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { FailedArrival } from '../../../../platform/bus/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { hasSeveralCustomers } from '../unknown/trackers-unknown.repository.ts';

type Answer = AnswerOf<typeof contract.trackers.failedArrivals>;

/** After this time without another one, an entry is removed. */
const KEPT_MS = 24 * 3_600_000;
/** Maximum entries; the oldest are removed. */
const MOST = 200;

interface Entry extends FailedArrival {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * What arrived at the ports of devices and failed (O-21), as the gateways report it. In memory: after
 * a restart, devices try again.
 */
export class FailedArrivalsService {
  /** By kind; the newest last. */
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly services: Pick<Services, 'bus' | 'db'>) {
    services.bus.subscribe('arrivals.failed', ({ arrivals }) => {
      for (const one of arrivals) this.#add(one, Date.now());
    });
  }

  /**
   * The entries that a viewer sees. If several customers share the server, those are refused
   * connections of their own devices: other bytes belong to no customer.
   */
  async list(viewer: Viewer): Promise<Answer> {
    const { db } = this.services;
    const seesAll = viewer.isGlobalAdmin || !(await db.asSystem(hasSeveralCustomers));
    this.#forget(Date.now());
    return [...this.#entries.values()]
      .filter(
        ({ customerId }) => seesAll || (customerId !== null && customerId === viewer.customerId),
      )
      .reverse()
      .map(({ kind, protocol, looksLike, count, firstMs, lastMs, address }) => ({
        kind,
        protocol,
        looks_like: looksLike,
        count,
        first_at: new Date(firstMs).toISOString(),
        last_at: new Date(lastMs).toISOString(),
        address,
      }));
  }

  #add(one: FailedArrival, nowMs: number): void {
    this.#forget(nowMs);
    const key = `${one.kind} ${one.protocol} ${one.looksLike} ${one.customerId}`;
    const before = this.#entries.get(key);
    this.#entries.delete(key);
    this.#entries.set(key, {
      ...one,
      count: one.count + (before?.count ?? 0),
      firstMs: before?.firstMs ?? nowMs,
      lastMs: nowMs,
    });
  }

  #forget(nowMs: number): void {
    for (const [key, { lastMs }] of this.#entries) {
      if (nowMs - lastMs <= KEPT_MS && this.#entries.size <= MOST) return;
      this.#entries.delete(key);
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/index.ts';
import { answerParts, PartedAnswers } from './answer-parts.ts';
import { type DeviceOrder, ORDER_LIMIT_MS, type OrderAnswer } from './order.ts';

/** A gateway that holds connections of devices. */
export interface OrderServer {
  /** The answer to come, or null where the device has no connection here. */
  take(trackerId: number, order: DeviceOrder, limitMs: number): Promise<OrderAnswer> | null;
}

/** Asks devices for something, whichever process has their connection. */
export interface Orders {
  /**
   * Never throws: all that can go wrong is an answer.
   *
   * @param limitMs other than the kind's own limit
   */
  ask<O extends DeviceOrder>(
    trackerId: number,
    order: O,
    limitMs?: number,
  ): Promise<OrderAnswer<O['kind']>>;
  /** Makes a gateway of this process answer. Returns the function that ends it. */
  serve(server: OrderServer): () => void;
  close(): void;
}

/** A gateway elsewhere says within this time that it has the device; else it is offline. */
const OFFLINE_AFTER_MS = 900;
/** What the bus takes longer than the device. */
const BUS_MARGIN_MS = 2000;
/** Orders of this process that wait for other processes. */
const MAX_PENDING = 1000;

interface Pending {
  readonly limitMs: number;
  readonly settle: (answer: OrderAnswer) => void;
  timer: NodeJS.Timeout;
}

/** Orders to other processes: asked, taken by the one that has the device, answered. */
class RemoteOrders {
  readonly #pending = new Map<string, Pending>();
  readonly #parts = new PartedAnswers();
  readonly #leave: (() => void)[];

  constructor(private readonly bus: Bus) {
    this.#leave = [
      bus.subscribe('orders.taken', ({ id }) => this.#taken(id)),
      bus.subscribe('orders.answered', (part) => {
        if (!this.#pending.has(part.id)) return;
        const answer = this.#parts.add(part);
        if (answer !== null) this.#pending.get(part.id)?.settle(answer);
      }),
    ];
  }

  has(id: string): boolean {
    return this.#pending.has(id);
  }

  ask(trackerId: number, order: DeviceOrder, limitMs: number): Promise<OrderAnswer> {
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.resolve({ state: 'refused', why: 'busy' });
    }
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: OrderAnswer) => {
        clearTimeout(pending.timer);
        this.#pending.delete(id);
        this.#parts.forget(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle({ state: 'offline' }), OFFLINE_AFTER_MS);
      const pending: Pending = { limitMs, settle, timer };
      this.#pending.set(id, pending);
      this.bus.publish('orders.asked', { id, trackerId, order, limitMs });
    });
  }

  #taken(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    pending.timer = setTimeout(
      () => pending.settle({ state: 'timeout' }),
      pending.limitMs + BUS_MARGIN_MS,
    );
  }

  close(): void {
    for (const leave of this.#leave) leave();
    for (const { settle } of [...this.#pending.values()]) settle({ state: 'timeout' });
  }
}

/**
 * Makes the orders of one process: its own gateway is asked at once, others over the bus.
 *
 * @param mediaHost where cameras find this process; null for what the gateway tells them
 */
export function createOrders(bus: Bus, mediaHost: string | null = null): Orders {
  const servers = new Set<OrderServer>();
  const remote = new RemoteOrders(bus);
  const takeHere = (trackerId: number, order: DeviceOrder, limitMs: number) => {
    for (const server of servers) {
      const answer = server.take(trackerId, order, limitMs);
      if (answer !== null) return answer;
    }
    return null;
  };
  const unsubscribe = bus.subscribe('orders.asked', ({ id, trackerId, order, limitMs }) => {
    // Our own question comes back to us too.
    if (remote.has(id)) return;
    const answer = takeHere(trackerId, order, limitMs);
    if (answer === null) return;
    bus.publish('orders.taken', { id });
    void answer.then((given) => {
      for (const part of answerParts(id, given)) bus.publish('orders.answered', part);
    });
  });
  return {
    ask: async <O extends DeviceOrder>(
      trackerId: number,
      order: O,
      limitMs = ORDER_LIMIT_MS[order.kind],
    ) => {
      const named = withHost(order, mediaHost);
      const here = takeHere(trackerId, named, limitMs);
      const answer = await (here ?? remote.ask(trackerId, named, limitMs));
      return answer as OrderAnswer<O['kind']>;
    },
    serve: (server) => {
      servers.add(server);
      return () => void servers.delete(server);
    },
    close: () => {
      unsubscribe();
      remote.close();
    },
  };
}

/** An order to send pictures somewhere says where that is, unless nobody knows better than the gateway. */
function withHost(order: DeviceOrder, host: string | null): DeviceOrder {
  const isHere = 'port' in order && order.host === undefined && host !== null;
  return isHere ? { ...order, host } : order;
}

import type { Jt808Order, Jt808Saying } from '@roadworthy/protocols';
import type { DeviceOrder, OrderAnswer, OrderServer } from '../../platform/orders/index.ts';
import { OpenOrder, type Settle } from './open-order.ts';
import { toJt808 } from './to-jt808.ts';

/** A connected device, as far as orders need it. */
export interface OrderLink {
  /** Our own address on its connection, as the device sees it. */
  readonly ownAddress: string;
  /** Sends an order; returns its serial number, or null where this device takes none. */
  sendOrder(order: Jt808Order): number | null;
}

/** Orders that wait behind another of their kind and channel, all of one device. */
const MAX_WAITING = 16;

interface Asked {
  readonly order: DeviceOrder;
  readonly slot: string;
  readonly settle: Settle;
  open: OpenOrder | null;
}

/** The orders of one device: one of a kind and channel is under way, the next ones wait. */
interface Exchange {
  readonly underWay: Map<string, Asked>;
  readonly waiting: Asked[];
}

const slotOf = (order: DeviceOrder) => `${order.kind} ${'channel' in order ? order.channel : ''}`;

/** Brings orders to the cameras that are connected to this gateway, and their answers back. */
export class DeviceOrders implements OrderServer {
  readonly #exchanges = new Map<number, Exchange>();

  /**
   * @param linkOf the connection of a tracker, where this gateway has it
   * @param host what cameras are told to connect to; null for the address at which each reached us
   * @param count hears how each order ended
   */
  constructor(
    private readonly linkOf: (trackerId: number) => OrderLink | undefined,
    private readonly host: string | null,
    private readonly count: (kind: DeviceOrder['kind'], state: OrderAnswer['state']) => void,
  ) {}

  take(trackerId: number, order: DeviceOrder, limitMs: number): Promise<OrderAnswer> | null {
    if (this.linkOf(trackerId) === undefined) return null;
    if (order.kind === 'presence') return Promise.resolve({ state: 'done', result: null });
    const exchange = this.#exchangeOf(trackerId);
    const slot = slotOf(order);
    const isBusy = exchange.underWay.has(slot);
    if (isBusy && exchange.waiting.length >= MAX_WAITING) {
      this.count(order.kind, 'refused');
      return Promise.resolve({ state: 'refused', why: 'busy' });
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => asked.settle({ state: 'timeout' }), limitMs);
      const asked: Asked = {
        order,
        slot,
        open: null,
        settle: (answer) => {
          clearTimeout(timer);
          resolve(answer);
          this.count(order.kind, answer.state);
          this.#settled(trackerId, exchange, asked);
        },
      };
      if (isBusy) exchange.waiting.push(asked);
      else this.#send(trackerId, exchange, asked);
    });
  }

  /**
   * The device said something of its cameras.
   *
   * @returns whether an order waited for it
   */
  heard(trackerId: number, saying: Jt808Saying, arrivedMs = Date.now()): boolean {
    const exchange = this.#exchanges.get(trackerId);
    if (exchange === undefined) return false;
    const all = [...exchange.underWay.values()];
    return all.some(({ open }) => open?.hear(saying, arrivedMs) ?? false);
  }

  /** Its connection ended: nothing that was asked will be answered. */
  disconnected(trackerId: number): void {
    const exchange = this.#exchanges.get(trackerId);
    if (exchange === undefined) return;
    const waiting = exchange.waiting.splice(0);
    for (const { settle } of [...exchange.underWay.values(), ...waiting]) {
      settle({ state: 'timeout' });
    }
  }

  close(): void {
    for (const trackerId of [...this.#exchanges.keys()]) this.disconnected(trackerId);
  }

  #exchangeOf(trackerId: number): Exchange {
    const exchange = this.#exchanges.get(trackerId) ?? { underWay: new Map(), waiting: [] };
    this.#exchanges.set(trackerId, exchange);
    return exchange;
  }

  #send(trackerId: number, exchange: Exchange, asked: Asked): void {
    exchange.underWay.set(asked.slot, asked);
    const link = this.linkOf(trackerId);
    const serial = link === undefined ? null : this.#transmit(link, asked.order);
    if (link === undefined) asked.settle({ state: 'timeout' });
    else if (serial === null) asked.settle({ state: 'refused', why: 'unsupported' });
    // No device answers this one.
    else if (asked.order.kind === 'live-loss') asked.settle({ state: 'done', result: null });
    else asked.open = new OpenOrder(asked.order, serial, asked.settle);
  }

  /** Sends the order; null where the device takes none such, or it cannot be said. */
  #transmit(link: OrderLink, order: DeviceOrder): number | null {
    try {
      const message = toJt808(order, this.host ?? link.ownAddress);
      return message === null ? null : link.sendOrder(message);
    } catch {
      // A moment that no calendar has.
      return null;
    }
  }

  #settled(trackerId: number, exchange: Exchange, asked: Asked): void {
    asked.open?.close();
    const place = exchange.waiting.indexOf(asked);
    if (place >= 0) exchange.waiting.splice(place, 1);
    if (exchange.underWay.get(asked.slot) === asked) {
      exchange.underWay.delete(asked.slot);
      const next = exchange.waiting.findIndex(({ slot }) => slot === asked.slot);
      const [following] = next < 0 ? [] : exchange.waiting.splice(next, 1);
      if (following !== undefined) this.#send(trackerId, exchange, following);
    }
    const isIdle = exchange.underWay.size === 0 && exchange.waiting.length === 0;
    if (isIdle && this.#exchanges.get(trackerId) === exchange) this.#exchanges.delete(trackerId);
  }
}

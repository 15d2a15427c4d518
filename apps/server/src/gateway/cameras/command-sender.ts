import type { Jt808CameraMessage, Jt808Command } from '@roadworthy/protocols';
import type {
  CommandAnswer,
  CommandServer,
  DeviceCommand,
} from '../../platform/device-commands/index.ts';
import { PendingCommand, type Settle } from './pending-command.ts';
import { toJt808 } from './to-jt808.ts';

/** The connection of a device, as needed to send commands. */
export interface CommandLink {
  /** The server's address on this connection, as the device sees it. */
  readonly ownAddress: string;
  /** Sends a command; returns its serial number, or null if the device does not support it. */
  sendCommand(command: Jt808Command): number | null;
}

/** Maximum commands of one device that wait for an earlier command of the same kind and channel. */
const MAX_WAITING = 16;

interface Asked {
  readonly command: DeviceCommand;
  readonly slot: string;
  readonly settle: Settle;
  open: PendingCommand | null;
}

/** The commands of one device: one per kind and channel is in progress, further ones wait. */
interface Exchange {
  readonly underWay: Map<string, Asked>;
  readonly waiting: Asked[];
}

const slotOf = (command: DeviceCommand) =>
  `${command.kind} ${'channel' in command ? command.channel : ''}`;

/** Sends commands to the cameras that are connected to this gateway, and returns their answers. */
export class CommandSender implements CommandServer {
  readonly #exchanges = new Map<number, Exchange>();

  /**
   * @param linkOf the connection of a tracker, if this gateway has one
   * @param host the host that cameras are given to connect to; null for the address at which each
   *   one reached the server
   * @param count called with the outcome of each command
   */
  constructor(
    private readonly linkOf: (trackerId: number) => CommandLink | undefined,
    private readonly host: string | null,
    private readonly count: (kind: DeviceCommand['kind'], state: CommandAnswer['state']) => void,
  ) {}

  take(trackerId: number, command: DeviceCommand, limitMs: number): Promise<CommandAnswer> | null {
    if (this.linkOf(trackerId) === undefined) return null;
    if (command.kind === 'presence') return Promise.resolve({ state: 'done', result: null });
    const exchange = this.#exchangeOf(trackerId);
    const slot = slotOf(command);
    const isBusy = exchange.underWay.has(slot);
    if (isBusy && exchange.waiting.length >= MAX_WAITING) {
      this.count(command.kind, 'refused');
      return Promise.resolve({ state: 'refused', why: 'busy' });
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => asked.settle({ state: 'timeout' }), limitMs);
      const asked: Asked = {
        command,
        slot,
        open: null,
        settle: (answer) => {
          clearTimeout(timer);
          resolve(answer);
          this.count(command.kind, answer.state);
          this.#settled(trackerId, exchange, asked);
        },
      };
      if (isBusy) exchange.waiting.push(asked);
      else this.#send(trackerId, exchange, asked);
    });
  }

  /**
   * Handles a camera message of the device.
   *
   * @returns whether a command was waiting for it
   */
  heard(trackerId: number, cameraMessage: Jt808CameraMessage, arrivedMs = Date.now()): boolean {
    const exchange = this.#exchanges.get(trackerId);
    if (exchange === undefined) return false;
    const all = [...exchange.underWay.values()];
    return all.some(({ open }) => open?.hear(cameraMessage, arrivedMs) ?? false);
  }

  /** The connection ended: pending commands time out. */
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
    const serial = link === undefined ? null : this.#transmit(link, asked.command);
    if (link === undefined) asked.settle({ state: 'timeout' });
    else if (serial === null) asked.settle({ state: 'refused', why: 'unsupported' });
    // Devices do not answer this command.
    else if (asked.command.kind === 'live-loss') asked.settle({ state: 'done', result: null });
    else asked.open = new PendingCommand(asked.command, serial, asked.settle);
  }

  /** Sends the command; returns null if the device does not support it or it cannot be encoded. */
  #transmit(link: CommandLink, command: DeviceCommand): number | null {
    try {
      const message = toJt808(command, this.host ?? link.ownAddress);
      return message === null ? null : link.sendCommand(message);
    } catch {
      // The time is not a valid date.
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

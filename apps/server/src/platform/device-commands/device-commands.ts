import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/index.ts';
import { answerParts, PartedAnswers } from './answer-parts.ts';
import { COMMAND_LIMIT_MS, type CommandAnswer, type DeviceCommand } from './device-command.ts';

/** A gateway with connections of devices. */
export interface CommandServer {
  /** The pending response, or null if the device is not connected here. */
  take(trackerId: number, command: DeviceCommand, limitMs: number): Promise<CommandAnswer> | null;
}

/** Sends commands to devices, whichever process has their connection. */
export interface DeviceCommands {
  /**
   * Never throws: every failure is a result.
   *
   * @param limitMs overrides the time limit of the kind
   */
  ask<O extends DeviceCommand>(
    trackerId: number,
    command: O,
    limitMs?: number,
  ): Promise<CommandAnswer<O['kind']>>;
  /** Registers a gateway of this process. Returns the function that removes it. */
  serve(server: CommandServer): () => void;
  close(): void;
}

/** A gateway elsewhere claims the command within this time; otherwise the device is offline. */
const OFFLINE_AFTER_MS = 900;
/** Additional time for the bus. */
const BUS_MARGIN_MS = 2000;
/** Pending commands of this process to other processes. */
const MAX_PENDING = 1000;

interface Pending {
  readonly limitMs: number;
  readonly settle: (answer: CommandAnswer) => void;
  timer: NodeJS.Timeout;
}

/** Commands to other processes: sent, claimed by the one that has the device, answered. */
class RemoteCommands {
  readonly #pending = new Map<string, Pending>();
  readonly #parts = new PartedAnswers();
  readonly #leave: (() => void)[];

  constructor(private readonly bus: Bus) {
    this.#leave = [
      bus.subscribe('device_commands.accepted', ({ id }) => this.#taken(id)),
      bus.subscribe('device_commands.answered', (part) => {
        if (!this.#pending.has(part.id)) return;
        const answer = this.#parts.add(part);
        if (answer !== null) this.#pending.get(part.id)?.settle(answer);
      }),
    ];
  }

  has(id: string): boolean {
    return this.#pending.has(id);
  }

  ask(trackerId: number, command: DeviceCommand, limitMs: number): Promise<CommandAnswer> {
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.resolve({ state: 'refused', why: 'busy' });
    }
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: CommandAnswer) => {
        clearTimeout(pending.timer);
        this.#pending.delete(id);
        this.#parts.forget(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle({ state: 'offline' }), OFFLINE_AFTER_MS);
      const pending: Pending = { limitMs, settle, timer };
      this.#pending.set(id, pending);
      this.bus.publish('device_commands.sent', { id, trackerId, command, limitMs });
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
 * Creates the commands of one process: its own gateway is used first, others over the bus.
 *
 * @param mediaHost where cameras find this process; null to let the gateway decide
 */
export function createDeviceCommands(bus: Bus, mediaHost: string | null = null): DeviceCommands {
  const servers = new Set<CommandServer>();
  const remote = new RemoteCommands(bus);
  const takeHere = (trackerId: number, command: DeviceCommand, limitMs: number) => {
    for (const server of servers) {
      const answer = server.take(trackerId, command, limitMs);
      if (answer !== null) return answer;
    }
    return null;
  };
  const unsubscribe = bus.subscribe(
    'device_commands.sent',
    ({ id, trackerId, command, limitMs }) => {
      // Our own request is also delivered to us.
      if (remote.has(id)) return;
      const answer = takeHere(trackerId, command, limitMs);
      if (answer === null) return;
      bus.publish('device_commands.accepted', { id });
      void answer.then((given) => {
        for (const part of answerParts(id, given)) bus.publish('device_commands.answered', part);
      });
    },
  );
  return {
    ask: async <O extends DeviceCommand>(
      trackerId: number,
      command: O,
      limitMs = COMMAND_LIMIT_MS[command.kind],
    ) => {
      const named = withHost(command, mediaHost);
      const here = takeHere(trackerId, named, limitMs);
      const answer = await (here ?? remote.ask(trackerId, named, limitMs));
      return answer as CommandAnswer<O['kind']>;
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

/** Adds the host to a command that sends video somewhere, unless the gateway must decide. */
function withHost(command: DeviceCommand, host: string | null): DeviceCommand {
  const isHere = 'port' in command && command.host === undefined && host !== null;
  return isHere ? { ...command, host } : command;
}

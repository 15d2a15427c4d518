import { setTimeout as sleep } from 'node:timers/promises';
import { INPUT_MESSAGE_BYTES } from '@roadworthy/domain';
import type { IPublishPacket } from 'mqtt';
import { type SecretBox, secretBox } from '../../platform/auth/index.ts';
import { DATA_INPUT_SECRETS } from '../../platform/data-inputs.ts';
import type { Services } from '../../platform/services.ts';
import type { InputIntake } from './input-intake.ts';
import type { InputLog } from './input-log.ts';
import { type GatewayInput, toGatewayInput } from './input-registry.ts';
import { InputError, MqttConnection, type MqttTarget } from './mqtt-connection.ts';
import { giveBack, type LeasedInput, renewLeases, storeConnected, takeDue } from './mqtt-leases.ts';

/** Times, for tests. */
export interface MqttTimes {
  readonly leaseS: number;
  readonly lookMs: number;
}
const TIMES: MqttTimes = { leaseS: 30, lookMs: 2000 };
/** A lease is renewed when this part of it is over. */
const RENEW_AFTER = 0.3;
/** The connection is closed before another process can take the input. */
const CLOSE_AFTER = 0.85;
/** Brokers that one process is connected to. */
const MOST_HELD = 500;
const TAKEN_AT_ONCE = 20;
const FIRST_PAUSE_S = 2;
const LONGEST_PAUSE_S = 300;
/** A mapping that is saved ends the pause. */
const NOT_MAPPED_PAUSE_S = 60;
const BUSY_PAUSE_MS = 200;
const BUSY_LIMIT_MS = 20_000;

interface Held {
  readonly leased: LeasedInput;
  /** When the lease was last renewed, ms of the clock of this process. */
  renewedMs: number;
  /** Failed attempts to connect since the last success. */
  attempts: number;
  connection: MqttConnection | null;
  hasEnded: boolean;
}

export interface MqttInputsParts {
  readonly services: Pick<Services, 'db' | 'bus' | 'config' | 'log'>;
  readonly inputs: InputIntake;
  readonly log: InputLog;
}

/** Connections to the brokers of MQTT inputs, each held by one process at a time. */
export class MqttInputs {
  readonly #held = new Map<number, Held>();
  readonly #box: SecretBox;
  readonly #times: MqttTimes;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #stepping: Promise<void> | null = null;
  #isClosing = false;

  constructor(
    private readonly parts: MqttInputsParts,
    times: Partial<MqttTimes> = {},
  ) {
    const { bus, config } = parts.services;
    this.#times = { ...TIMES, ...times };
    this.#box = secretBox(config, DATA_INPUT_SECRETS);
    this.#timer = setInterval(() => void this.#step(false), this.#times.lookMs);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('data-inputs.changed', () => void this.#step(true));
    void this.#step(false);
  }

  /** Closes the connections; another process can connect at once. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#stepping;
    await Promise.all([...this.#held.values()].map((held) => this.#release(held, null, 0)));
  }

  /** Renews the leases, and takes the inputs that are due. */
  async #step(isChanged: boolean): Promise<void> {
    const before = this.#stepping;
    const step = (before ?? Promise.resolve())
      .then(() => this.#renew(isChanged))
      .then(() => this.#take())
      .catch((error) => {
        this.parts.services.log.debug({ err: error }, 'the leases of data inputs failed');
      });
    // A change may have come after a step that is running read the inputs.
    if (before !== null && !isChanged) return before;
    this.#stepping = step;
    await step;
    if (this.#stepping === step) this.#stepping = null;
  }

  async #renew(isChanged: boolean): Promise<void> {
    const { db } = this.parts.services;
    const leaseMs = this.#times.leaseS * 1000;
    const nowMs = Date.now();
    const all = [...this.#held.values()];
    const due = all.filter(
      ({ renewedMs }) => isChanged || nowMs - renewedMs > leaseMs * RENEW_AFTER,
    );
    if (due.length === 0) return;
    const leases = due.map(({ leased }) => leased);
    const kept = await renewLeases(db.pool, leases, this.#times.leaseS).catch(() => null);
    for (const held of due) {
      if (kept?.has(held.leased.id) === true) {
        held.renewedMs = nowMs;
        if (held.connection !== null) held.attempts = 0;
      } else if (kept !== null || nowMs - held.renewedMs > leaseMs * CLOSE_AFTER) {
        await this.#release(held, null, 0);
      }
    }
  }

  async #take(): Promise<void> {
    const most = Math.min(TAKEN_AT_ONCE, MOST_HELD - this.#held.size);
    if (this.#isClosing || most <= 0) return;
    const { pool } = this.parts.services.db;
    for (const leased of await takeDue(pool, most, this.#times.leaseS)) {
      const held: Held = {
        leased,
        renewedMs: Date.now(),
        attempts: leased.attempts,
        connection: null,
        hasEnded: false,
      };
      this.#held.set(leased.id, held);
      void this.#connect(held);
    }
  }

  async #connect(held: Held): Promise<void> {
    const { leased } = held;
    const input = toGatewayInput(leased);
    const failed = (error: Error) => void this.#release(held, error, this.#pauseS(held, error));
    try {
      const connection = await MqttConnection.open(
        this.#targetOf(leased),
        (packet, address) => this.#handle(held, input, packet, address),
        failed,
      );
      // The lease may have ended meanwhile.
      if (held.hasEnded) return connection.close();
      held.connection = connection;
      await storeConnected(this.parts.services.db.pool, leased).catch(() => undefined);
    } catch (error) {
      failed(error as Error);
    }
  }

  #targetOf({ settings, credentials }: LeasedInput): MqttTarget {
    const { address, topic, username, client_id: clientId } = settings;
    const opened = credentials === null ? { text: '' } : this.#box.open(credentials);
    if (opened === null) throw new InputError('data_input.credentials_lost');
    const { allowPrivateWebhooks: allowPrivate } = this.parts.services.config;
    return { address, topic, username, password: opened.text, clientId, allowPrivate };
  }

  /**
   * Stores a message; it is acknowledged when this resolves.
   *
   * @throws if it must come again
   */
  async #handle(
    held: Held,
    input: GatewayInput,
    { payload, topic }: IPublishPacket,
    address: string,
  ): Promise<void> {
    const { inputs, log } = this.parts;
    const untilMs = Date.now() + BUSY_LIMIT_MS;
    while (inputs.isFull && Date.now() < untilMs && !held.hasEnded) await sleep(BUSY_PAUSE_MS);
    const message = { text: payload, topic };
    try {
      if (payload.length > INPUT_MESSAGE_BYTES) {
        await log.keep(input, message, 'data_input.too_large', []);
        return log.count(input, { stored: 0, refused: 1 }, 'data_input.too_large');
      }
      const { refusal } = await inputs.take(input, message, address);
      if (refusal === 'data_input.not_mapped') throw new InputError(refusal);
    } catch (error) {
      throw error instanceof InputError ? error : new InputError('data_input.not_stored');
    }
  }

  /** The pause grows with each failed attempt. */
  #pauseS({ attempts }: Held, error: Error): number {
    if (error.message === 'data_input.not_mapped') return NOT_MAPPED_PAUSE_S;
    return Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.min(attempts, 10));
  }

  async #release(held: Held, error: Error | null, pauseS: number): Promise<void> {
    if (held.hasEnded) return;
    held.hasEnded = true;
    held.connection?.close();
    if (this.#held.get(held.leased.id) === held) this.#held.delete(held.leased.id);
    const { pool } = this.parts.services.db;
    // While the database is away, the lease ends by itself.
    await giveBack(pool, held.leased, error?.message ?? null, pauseS).catch(() => undefined);
  }
}

import { spawn } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mqtt from 'mqtt';
import { until } from './device.ts';
import { freePort } from './free-port.ts';
import { portOpens } from './port-opens.ts';

const script: string = resolve('scripts/mosquitto.mjs');
const { findMosquitto } = (await import(script)) as { findMosquitto(): string | null };

/** The program, or null if this machine has none; `npm test` installs it. */
export const MOSQUITTO = findMosquitto();

if (MOSQUITTO === null) {
  console.warn('Tests with MQTT are left out: there is no mosquitto on this machine.');
}

/** A message that the broker delivered to a subscriber of everything. */
export interface Heard {
  readonly topic: string;
  readonly body: string;
}

/** An MQTT broker as a process of its own, with the user `fleet` and the password `s3cret`. */
export class TestBroker {
  readonly heard: Heard[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'roadworthy-mqtt-'));
  #stop: (signal: NodeJS.Signals) => Promise<void> = async () => undefined;

  private constructor(readonly port: number) {}

  /**
   * Starts a broker.
   *
   * @param settings lines of mosquitto.conf besides the listener
   */
  static async start(settings = ''): Promise<TestBroker> {
    const broker = new TestBroker(await freePort());
    // PBKDF2-SHA512, as mosquitto_passwd writes it.
    const salt = Buffer.from('roadworthy12');
    const hash = pbkdf2Sync('s3cret', salt, 101, 64, 'sha512').toString('base64');
    const users = join(broker.#folder, 'users');
    writeFileSync(users, `fleet:$7$101$${salt.toString('base64')}$${hash}\n`, { mode: 0o644 });
    writeFileSync(
      join(broker.#folder, 'mosquitto.conf'),
      `listener ${broker.port} 127.0.0.1\nallow_anonymous false\npassword_file ${users}\nuser root\n${settings}\n`,
    );
    await broker.run();
    return broker;
  }

  /** Runs the program again after `kill` or `stop`; after `kill` it has forgotten everything. */
  async run(): Promise<void> {
    if (MOSQUITTO === null) throw new Error('no mosquitto');
    const child = spawn(MOSQUITTO, ['-c', join(this.#folder, 'mosquitto.conf')], {
      stdio: 'ignore',
    });
    await until(() => portOpens(this.port));
    const listener = mqtt.connect(`mqtt://127.0.0.1:${this.port}`, {
      username: 'fleet',
      password: 's3cret',
      reconnectPeriod: 0,
    });
    listener.on('error', () => undefined);
    listener.on('message', (topic, body) => this.heard.push({ topic, body: body.toString() }));
    await new Promise<void>((done) => listener.once('connect', () => done()));
    await listener.subscribeAsync('#', { qos: 1 });
    this.#stop = async (signal) => {
      listener.end(true);
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    };
  }

  kill(): Promise<void> {
    return this.#stop('SIGKILL');
  }

  /** Ends it in order: with `persistence`, it remembers sessions and messages. */
  stop(): Promise<void> {
    return this.#stop('SIGTERM');
  }

  async close(): Promise<void> {
    await this.#stop('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

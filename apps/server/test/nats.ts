import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from '../src/platform/config/index.ts';
import { until } from './device.ts';
import { freePort } from './free-port.ts';
import { portOpens } from './port-opens.ts';
import { TEST_CONFIG } from './test-config.ts';

const script: string = resolve('scripts/nats-server.mjs');
const { findNatsServer } = (await import(script)) as { findNatsServer(): string | null };

/** The program, or null if this machine has none; `npm test` installs it. */
export const NATS_SERVER = findNatsServer();

if (NATS_SERVER === null) {
  console.warn('Tests with NATS are left out: there is no nats-server on this machine.');
}

/** A NATS server with JetStream, as a process of its own. */
export class NatsNode {
  #child: ChildProcess | null = null;

  constructor(
    readonly port: number,
    readonly monitorPort: number,
    private readonly file: string,
  ) {}

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    if (NATS_SERVER === null) throw new Error('no nats-server');
    this.#child = spawn(NATS_SERVER, ['-c', this.file], { stdio: 'ignore' });
    await until(() => portOpens(this.port));
  }

  /** Ends the process; SIGKILL as in a crash. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** NATS servers of one test. */
export interface NatsCluster {
  readonly nodes: readonly NatsNode[];
  /** The value of BUS_URL. */
  readonly url: string;
  /** Ends the servers and removes their data. */
  close(): Promise<void>;
}

interface Ports {
  readonly client: number;
  readonly route: number;
  readonly monitor: number;
}

/** Starts NATS servers with JetStream; several form a cluster. */
export async function startNats(count = 1): Promise<NatsCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-nats-'));
  const ports: Ports[] = [];
  for (let n = 0; n < count; n += 1) {
    const [client, route, monitor] = [await freePort(), await freePort(), await freePort()];
    ports.push({ client, route, monitor });
  }
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ');
  const nodes = ports.map(({ client, route, monitor }, n) => {
    const file = join(folder, `${n}.conf`);
    const cluster =
      count === 1
        ? ''
        : `cluster { name: test, host: "127.0.0.1", port: ${route}, routes: [${routes}] }`;
    writeFileSync(
      file,
      `server_name: n${n}
host: "127.0.0.1"
port: ${client}
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${join(folder, String(n))}", max_mem: 64MB, max_file: 1GB }
${cluster}
`,
    );
    return new NatsNode(client, monitor, file);
  });
  await Promise.all(nodes.map((node) => node.start()));
  return {
    nodes,
    url: nodes.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    close: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Settings for servers of tests, which have little space and no flush before acknowledgements. */
export const BUS_TEST = { BUS_MONITOR_PORT: '0', INGEST_MAX_MB: '64' };

/** The settings of a process that uses these servers. */
export function busConfig(url: string, variables: Readonly<Record<string, string>> = {}) {
  const { bus } = loadConfig({ ...TEST_CONFIG, ...BUS_TEST, BUS_URL: url, ...variables });
  if (bus === null) throw new Error('no BUS_URL');
  return bus;
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from './device.ts';
import { FREE_PORTS } from './test-config.ts';

/** The server's bundle, built for one test file from the sources as they are. */
export interface TestBundle {
  readonly folder: string;
  remove(): void;
}

/** Builds the server and the simulator beside the product's own bundle. */
export function buildServer(): TestBundle {
  const folder = resolve('apps/server/dist', `test-${process.pid}`);
  const args = ['scripts/build.mjs', '--server', folder];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The server as a process of its own, as `npm start` runs it. */
export class ServerProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(
    bundle: TestBundle,
    variables: Readonly<Record<string, string>>,
    { empty = false, reset = false } = {},
  ) {
    const main = pathToFileURL(join(bundle.folder, 'main.js')).href;
    const code = `const { main } = await import(${JSON.stringify(main)});
      await main({ empty: ${empty}, reset: ${reset} });`;
    const { PATH = '', HOME = '/' } = process.env;
    this.child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      env: {
        PATH,
        HOME,
        HOST: '127.0.0.1',
        ...FREE_PORTS,
        LOG_LEVEL: 'warn',
        EVALUATION_HISTORY_DAYS: '0',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (text) => {
        this.output += text;
      });
    }
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits for a text in what it prints; throws with all of it when it ends before. */
  async says(text: string, timeoutMs = 150_000): Promise<void> {
    await until(() => this.hasEnded || this.output.includes(text), timeoutMs);
    if (!this.output.includes(text)) throw new Error(`It ended without "${text}": ${this.output}`);
  }

  /** Sends a signal and waits for the end. Returns the exit code; null where the signal ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) {
      const ended = once(this.child, 'close');
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }

  /** Waits for the end it comes to by itself. Returns the exit code. */
  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

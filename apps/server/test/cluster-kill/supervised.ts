import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess, type TestBundle } from '../server-process.ts';

const PAUSE_MS = 300;

/** A process of the server that is started again whenever it ends, as a service manager does. */
export class Supervised {
  #process: ServerProcess;
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(
    readonly name: string,
    private readonly bundle: TestBundle,
    private readonly variables: Readonly<Record<string, string>>,
  ) {
    this.#process = this.#start();
    this.#running = this.#supervise();
  }

  /** Output of the process that runs now. */
  get output(): string {
    return this.#process.output;
  }

  get isReady(): boolean {
    return !this.#process.hasEnded && this.output.includes('Roadworthy is ready');
  }

  /** Ends the process as a crash does. */
  kill(): void {
    this.#process.child.kill('SIGKILL');
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.#stopped = true;
    const code = await this.#process.end(signal);
    await this.#running;
    return code;
  }

  #start(): ServerProcess {
    return new ServerProcess(this.bundle, this.variables, { empty: true });
  }

  async #supervise(): Promise<void> {
    while (!this.#stopped) {
      await this.#process.ended();
      if (this.#stopped) return;
      await sleep(PAUSE_MS);
      if (!this.#stopped) this.#process = this.#start();
    }
  }
}

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceSpeech, Exchange } from './devices.ts';
import type { Sample } from './planner.ts';

const ANSWER_LIMIT_MS = 20_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** A device's connection to the gateway: keeps what was not acknowledged and sends it again. */
export class DeviceLink {
  #socket: Socket | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: {
      readonly host: string;
      readonly port: number;
      readonly speech: DeviceSpeech;
    },
  ) {}

  /** Samples in one report at the most. */
  get batch(): number {
    return this.options.speech.batch;
  }

  /** Delivers samples; resolves once they are acknowledged, however many tries that takes. */
  deliver(samples: readonly Sample[]): Promise<void> {
    // One report at a time: answers carry no number that would tell them apart.
    this.#last = this.#last.then(() => this.#untilAcknowledged(samples));
    return this.#last;
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #untilAcknowledged(samples: readonly Sample[]): Promise<void> {
    while (!this.#closed) {
      try {
        const socket = this.#socket ?? (await this.#open());
        await this.#ask(socket, this.options.speech.report(samples));
        this.#pauseMs = FIRST_PAUSE_MS;
        return;
      } catch {
        this.#drop();
        await sleep(this.#pauseMs);
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.options.port, this.options.host);
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null;
    });
    for (const exchange of this.options.speech.opening()) await this.#ask(socket, exchange);
    return socket;
  }

  /** Sends bytes and waits for their whole answer. */
  #ask(socket: Socket, { bytes, isAnswered }: Exchange): Promise<void> {
    return new Promise((done, failed) => {
      let received = Buffer.alloc(0);
      const finish = (act: () => void) => {
        clearTimeout(timer);
        socket.off('data', onData);
        socket.off('close', onClose);
        act();
      };
      const onData = (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (isAnswered(received)) finish(done);
      };
      const onClose = () => finish(() => failed(new Error('closed')));
      const timer = setTimeout(() => finish(() => failed(new Error('no answer'))), ANSWER_LIMIT_MS);
      socket.on('data', onData);
      socket.on('close', onClose);
      socket.write(bytes);
    });
  }

  #drop(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

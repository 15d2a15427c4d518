import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AvlCodec,
  type AvlInput,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
} from '@roadworthy/protocols';

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
      readonly number: string;
      readonly codec: AvlCodec;
    },
  ) {}

  /** Delivers records; resolves once they are acknowledged, however many tries that takes. */
  deliver(records: readonly AvlInput[]): Promise<void> {
    // One packet at a time: answers carry no number that would tell them apart.
    this.#last = this.#last.then(() => this.#untilAcknowledged(records));
    return this.#last;
  }

  async #untilAcknowledged(records: readonly AvlInput[]): Promise<void> {
    const packet = encodeTeltonikaPacket(records, this.options.codec);
    while (!this.#closed) {
      try {
        const socket = this.#socket ?? (await this.#open());
        const answer = await this.#ask(socket, packet, 4);
        if (answer.readUInt32BE(0) === records.length) {
          this.#pauseMs = FIRST_PAUSE_MS;
          return;
        }
      } catch {
        this.#drop();
        await sleep(this.#pauseMs);
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.options.port, this.options.host);
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const answer = await this.#ask(socket, encodeTeltonikaLogin(this.options.number), 1);
    if (answer[0] !== 1) throw new Error('refused');
    return socket;
  }

  /** Sends bytes and waits for an answer of a known length. */
  #ask(socket: Socket, bytes: Buffer, answerLength: number): Promise<Buffer> {
    return new Promise((done, failed) => {
      let answer = Buffer.alloc(0);
      const finish = (act: () => void) => {
        clearTimeout(timer);
        socket.off('data', onData);
        socket.off('close', onClose);
        act();
      };
      const onData = (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk]);
        if (answer.length >= answerLength) finish(() => done(answer));
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

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { InternalError } from '@roadworthy/domain';
import type { DeviceEncoder, Exchange } from './device-encoder.ts';
import type { Sample } from './drive.ts';

const ANSWER_LIMIT_MS = 20_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Interval of heartbeats, and delay before a device with a heartbeat reconnects. */
const HEARTBEAT_MS = 30_000;
const RECONNECT_MS = 1000;

/** A device's connection to the gateway: resends unacknowledged reports. */
export class DeviceLink {
  #socket: Socket | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;
  #isOnline = true;
  #heart: NodeJS.Timeout | null = null;
  #received: Buffer = Buffer.alloc(0);
  #asked: { isAnswered: Exchange['isAnswered']; done: () => void } | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: {
      readonly host: string;
      readonly port: number;
      readonly encoder: DeviceEncoder;
    },
  ) {}

  /** Maximum samples in one report. */
  get batch(): number {
    return this.options.encoder.batch;
  }

  /** Delivers samples; retries until they are acknowledged, then resolves. */
  deliver(samples: readonly Sample[]): Promise<void> {
    return this.#inTurn(() => this.options.encoder.report(samples));
  }

  /** Disconnects the device's network, or restores it. */
  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline;
    if (!isOnline) this.#drop();
    else this.#beat();
  }

  get isConnected(): boolean {
    return this.#socket !== null && !this.#socket.connecting;
  }

  close(): void {
    this.#closed = true;
    if (this.#heart !== null) clearTimeout(this.#heart);
    this.#drop();
    this.options.encoder.close?.();
  }

  #inTurn(exchange: () => Exchange): Promise<void> {
    // One at a time: in most protocols, answers carry no number that identifies their request.
    this.#last = this.#last.then(() => this.#untilAcknowledged(exchange));
    return this.#last;
  }

  /** Keeps a device with a heartbeat connected, even while it has nothing to report. */
  #beat(): void {
    const { heartbeat } = this.options.encoder;
    if (heartbeat === undefined || this.#closed || !this.#isOnline) return;
    if (this.#heart !== null) clearTimeout(this.#heart);
    this.#heart = null;
    void this.#inTurn(heartbeat);
  }

  #beatIn(ms: number): void {
    if (this.options.encoder.heartbeat === undefined || this.#closed) return;
    if (this.#heart !== null) clearTimeout(this.#heart);
    this.#heart = setTimeout(() => this.#beat(), ms);
  }

  async #untilAcknowledged(exchange: () => Exchange): Promise<void> {
    while (!this.#closed) {
      try {
        if (!this.#isOnline) throw new InternalError('device.no_network');
        const socket = this.#socket ?? (await this.#open());
        await this.#ask(socket, exchange());
        this.#beatIn(HEARTBEAT_MS);
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
    this.#received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#onData(socket, chunk));
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.#beatIn(RECONNECT_MS);
    });
    for (const exchange of this.options.encoder.opening()) await this.#ask(socket, exchange);
    return socket;
  }

  #onData(socket: Socket, chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    const line = {
      host: this.options.host,
      send: (bytes: Buffer) => {
        if (!socket.destroyed && bytes.length > 0) socket.write(bytes);
      },
    };
    // A message for the driver may arrive at any time, even before the answer to a report.
    for (;;) {
      const interruption = this.options.encoder.interruption?.(this.#received, line) ?? null;
      if (interruption === null) break;
      this.#received = interruption.rest;
      line.send(interruption.reply);
    }
    if (this.#asked?.isAnswered(this.#received) !== true) return;
    this.#received = this.options.encoder.behindAnswer?.(this.#received) ?? Buffer.alloc(0);
    this.#asked.done();
  }

  /** Sends bytes and waits for the complete answer. */
  async #ask(socket: Socket, { bytes, isAnswered }: Exchange): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let onClose: () => void = () => undefined;
    try {
      await new Promise<void>((done, failed) => {
        onClose = () => failed(new InternalError('device.closed'));
        timer = setTimeout(() => failed(new InternalError('device.no_answer')), ANSWER_LIMIT_MS);
        this.#asked = { isAnswered, done };
        socket.once('close', onClose);
        socket.write(bytes);
      });
    } finally {
      clearTimeout(timer);
      socket.off('close', onClose);
      this.#asked = null;
    }
  }

  #drop(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

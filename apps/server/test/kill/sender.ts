import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';

/** A device that never gives up a record: it goes on only after the acknowledgement. */
export class Sender {
  /** Device times that were acknowledged, ms since 1970. */
  readonly acknowledged: number[] = [];
  #stopped = false;

  constructor(
    private readonly number: string,
    /** A port, or the function that selects one for each connection, as a load balancer does. */
    private readonly port: number | (() => number),
    private readonly startMs: number,
  ) {}

  stop(): void {
    this.#stopped = true;
  }

  /** Sends record after record until stopped; a record in flight is brought to its end. */
  async run(): Promise<void> {
    let socket: Socket | null = null;
    for (let n = 0; !this.#stopped; n += 1) {
      const timeMs = this.startMs + n * 1000;
      const packet = encodeTeltonikaPacket([
        { timeMs, latitudeDeg: 52 + n / 1e5, longitudeDeg: -1, speedKmh: n % 100 },
      ]);
      for (;;) {
        try {
          socket ??= await this.#open();
          const answer = await ask(socket, packet, 4);
          if (answer.readUInt32BE(0) === 1) break;
        } catch {
          socket?.destroy();
          socket = null;
          await sleep(50);
        }
      }
      this.acknowledged.push(timeMs);
    }
    socket?.destroy();
  }

  async #open(): Promise<Socket> {
    const port = typeof this.port === 'number' ? this.port : this.port();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const answer = await ask(socket, encodeTeltonikaLogin(this.number), 1);
    if (answer[0] !== 1) throw new Error('refused');
    return socket;
  }
}

function ask(socket: Socket, bytes: Buffer, length: number): Promise<Buffer> {
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
      if (answer.length >= length) finish(() => done(answer));
    };
    const onClose = () => finish(() => failed(new Error('closed')));
    const timer = setTimeout(() => finish(() => failed(new Error('no answer'))), 3000);
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(bytes);
  });
}

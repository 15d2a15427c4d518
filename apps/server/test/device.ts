import { connect, type Socket } from 'node:net';

/** A device on a real socket: sends bytes, collects what the server answers. */
export class TestDevice {
  readonly socket: Socket;
  #answers = Buffer.alloc(0);
  closed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#answers = Buffer.concat([this.#answers, chunk]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
    });
  }

  /** @param from the own address; all of 127.0.0.0/8 are this machine's */
  static async connect(port: number, from = '127.0.0.1'): Promise<TestDevice> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await new Promise<void>((done, failed) => {
      socket.once('connect', done);
      socket.once('error', failed);
    });
    return new TestDevice(socket);
  }

  get answered(): number {
    return this.#answers.length;
  }

  /** The server's bytes that were not yet taken by `answer`. */
  received(): Buffer {
    return this.#answers;
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next `count` bytes of the server's answers; throws when they do not come in time. */
  async answer(count: number, timeoutMs = 60_000): Promise<Buffer> {
    await until(() => this.#answers.length >= count, timeoutMs);
    const bytes = this.#answers.subarray(0, count);
    this.#answers = this.#answers.subarray(count);
    return bytes;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Waits until something holds; throws when it does not in time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const limit = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error('this did not happen in time');
    await new Promise((done) => setTimeout(done, 5));
  }
}

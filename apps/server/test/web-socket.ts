import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

const OP = { text: 1, binary: 2, close: 8, ping: 9 } as const;

/** A WebSocket on a real connection that keeps everything it was told (RFC 6455, the client's side). */
export class TestWebSocket {
  readonly texts: { readonly type: string; readonly [key: string]: unknown }[] = [];
  readonly binaries: Buffer[] = [];
  /** Close code once the server has said one; 1006 where the connection just ended. */
  closeCode: number | null = null;
  #bytes = Buffer.alloc(0);

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#take());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closeCode ??= 1006;
    });
  }

  /**
   * Opens one.
   *
   * @throws the status where the server does not agree
   */
  static open(url: string, headers: Record<string, string> = {}): Promise<TestWebSocket> {
    return new Promise((resolve, reject) => {
      const asked = request(url.replace(/^ws/, 'http'), {
        headers: {
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          ...headers,
        },
      });
      asked.on('upgrade', (_answer, socket, head) => {
        const opened = new TestWebSocket(socket as Socket);
        if (head.length > 0) socket.unshift(head);
        resolve(opened);
      });
      asked.on('response', ({ statusCode }) => reject(new Error(`status ${statusCode}`)));
      asked.on('error', reject);
      asked.end();
    });
  }

  /** The newest text of a type. */
  last(type: string) {
    return this.texts.filter((text) => text.type === type).at(-1);
  }

  send(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.#frame(OP.text, Buffer.from(text));
  }

  close(): void {
    this.socket.destroy();
  }

  #frame(op: number, payload: Buffer): void {
    const mask = randomBytes(4);
    const length =
      payload.length < 126
        ? [0x80 | payload.length]
        : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
    const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    this.socket.write(Buffer.concat([Buffer.from([0x80 | op, ...length]), mask, masked]));
  }

  #take(): boolean {
    const bytes = this.#bytes;
    if (bytes.length < 2) return false;
    const short = (bytes[1] ?? 0) & 0x7f;
    const headBytes = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (bytes.length < headBytes) return false;
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short === 126
          ? bytes.readUInt16BE(2)
          : short;
    if (bytes.length < headBytes + length) return false;
    const payload = bytes.subarray(headBytes, headBytes + length);
    this.#bytes = bytes.subarray(headBytes + length);
    const op = (bytes[0] ?? 0) & 0x0f;
    if (op === OP.text) this.texts.push(JSON.parse(payload.toString()));
    else if (op === OP.binary) this.binaries.push(Buffer.from(payload));
    else if (op === OP.close) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    return true;
  }
}

import { connect, type Socket } from 'node:net';
import { InternalError } from '@roadworthy/domain';

const LIMIT_MS = 60_000;
/** Delay before a retry; simulates a short network outage. */
const AGAIN_AFTER_MS = 300;
const MAX_TRIES = 6;

/** Target and credentials of an FTP upload. */
export interface UploadTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly name: string;
  /** The connection breaks once, after this many bytes. */
  readonly breaksAfterBytes: number | null;
}

/** A file that grows while it is sent. All bytes are kept, so that a retry can resend them. */
export class GrowingFile {
  readonly #chunks: Buffer[] = [];
  #isWhole = false;
  #notify: () => void = () => undefined;

  append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#notify();
  }

  /** Marks the file as complete. */
  end(): void {
    this.#isWhole = true;
    this.#notify();
  }

  /** Yields the bytes from an offset, waiting for those not yet appended. */
  async *from(offset: number): AsyncGenerator<Buffer> {
    let skip = offset;
    for (let at = 0; ; at += 1) {
      while (at >= this.#chunks.length && !this.#isWhole) {
        await new Promise<void>((done) => {
          this.#notify = done;
        });
      }
      const chunk = this.#chunks[at];
      if (chunk === undefined) return;
      if (skip < chunk.length) yield chunk.subarray(skip);
      skip = Math.max(0, skip - chunk.length);
    }
  }
}

/** An FTP control connection with one reply per command. */
class ControlConnection {
  #held = '';
  readonly #answers: string[] = [];
  #notify: () => void = () => undefined;
  #isOver = false;

  constructor(readonly socket: Socket) {
    socket.setTimeout(LIMIT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = (this.#held + chunk.toString('latin1')).split('\r\n');
      this.#held = lines.pop() ?? '';
      this.#answers.push(...lines.filter((line) => /^\d{3} /.test(line)));
      this.#notify();
    });
    socket.once('close', () => {
      this.#isOver = true;
      this.#notify();
    });
  }

  /**
   * Returns the next reply.
   *
   * @throws if its code is not among these, or the connection is closed
   */
  async expect(...codes: readonly string[]): Promise<string> {
    while (this.#answers.length === 0 && !this.#isOver) {
      await new Promise<void>((done) => {
        this.#notify = done;
      });
    }
    const answer = this.#answers.shift() ?? '';
    if (!codes.includes(answer.slice(0, 3)))
      throw new InternalError('ftp.unexpected_reply', { answer });
    return answer;
  }

  async ask(command: string, ...codes: readonly string[]): Promise<string> {
    this.socket.write(`${command}\r\n`);
    return this.expect(...codes);
  }
}

/** Sends a file from an offset; `broken` if the connection closed or had to break. */
async function pour(
  file: GrowingFile,
  offset: number,
  socket: Socket,
  breaksAfterBytes: number | null,
  isPaused: () => boolean,
): Promise<'whole' | 'broken'> {
  let sent = 0;
  for await (const chunk of file.from(offset)) {
    while (isPaused()) await new Promise((done) => setTimeout(done, 50));
    if (socket.destroyed) return 'broken';
    if (!socket.write(chunk)) {
      await new Promise<void>((done) => {
        socket.once('drain', done);
        socket.once('close', done);
      });
    }
    sent += chunk.length;
    if (breaksAfterBytes !== null && sent > breaksAfterBytes) return 'broken';
  }
  return 'whole';
}

async function attempt(
  target: UploadTarget,
  file: GrowingFile,
  breaksAfterBytes: number | null,
  isPaused: () => boolean,
  onOpen: (socket: Socket) => void,
): Promise<boolean> {
  const { host, port, user, password, name } = target;
  const control = new ControlConnection(connect(port, host));
  onOpen(control.socket);
  try {
    await control.expect('220');
    await control.ask(`USER ${user}`, '331');
    await control.ask(`PASS ${password}`, '230');
    await control.ask('TYPE I', '200');
    const size = await control.ask(`SIZE ${name}`, '213', '550');
    const offset = size.startsWith('213') ? Number(size.slice(4)) : 0;
    const passive = await control.ask('PASV', '227');
    const [, high = '0', low = '0'] = /,(\d+),(\d+)\)/.exec(passive) ?? [];
    if (offset > 0) await control.ask(`REST ${offset}`, '350');
    const data = connect(Number(high) * 256 + Number(low), host);
    data.on('error', () => undefined);
    onOpen(data);
    await control.ask(`STOR ${name}`, '150');
    const end = await pour(file, offset, data, breaksAfterBytes, isPaused);
    // As in a network failure, nothing is closed: the platform still considers the device
    // connected.
    if (end === 'broken') return false;
    data.end();
    await control.expect('226');
    control.socket.end('QUIT\r\n');
    return true;
  } catch {
    control.socket.destroy();
    return false;
  }
}

/** Uploads a file to the platform (9206), and resumes after a broken connection. */
export class FileUpload {
  readonly #sockets = new Set<Socket>();
  #isPaused = false;
  #isCancelled = false;

  /** 9207: pauses or resumes. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  /** 9207: cancels. */
  cancel(): void {
    this.#isCancelled = true;
    this.#isPaused = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @returns whether the platform has all of it */
  async run(target: UploadTarget, file: GrowingFile): Promise<boolean> {
    let isDone = false;
    for (let n = 0; n < MAX_TRIES && !isDone && !this.#isCancelled; n += 1) {
      if (n > 0) await new Promise((done) => setTimeout(done, AGAIN_AFTER_MS));
      const breaks = n === 0 ? target.breaksAfterBytes : null;
      const isPaused = () => this.#isPaused;
      isDone = await attempt(target, file, breaks, isPaused, (socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      });
    }
    // Closes connections left open by a simulated failure, after pending bytes (QUIT) are sent.
    for (const socket of this.#sockets) socket.destroySoon();
    return isDone;
  }
}

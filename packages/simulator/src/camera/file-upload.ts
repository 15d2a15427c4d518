import { connect, type Socket } from 'node:net';

const LIMIT_MS = 60_000;
/** A network failure of limited duration. */
const AGAIN_AFTER_MS = 300;
const MAX_TRIES = 6;

/** Target and login of a file. */
export interface UploadErrand {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly name: string;
  /** The connection breaks once, after this number of bytes. */
  readonly breaksAfterBytes: number | null;
}

/** A file that is created while it is sent; it is kept for resending. */
export class GrowingFile {
  readonly #chunks: Buffer[] = [];
  #isWhole = false;
  #tell: () => void = () => undefined;

  append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#tell();
  }

  /** The file is complete. */
  end(): void {
    this.#isWhole = true;
    this.#tell();
  }

  /** Its bytes from an offset, as they are created. */
  async *from(offset: number): AsyncGenerator<Buffer> {
    let skip = offset;
    for (let at = 0; ; at += 1) {
      while (at >= this.#chunks.length && !this.#isWhole) {
        await new Promise<void>((done) => {
          this.#tell = done;
        });
      }
      const chunk = this.#chunks[at];
      if (chunk === undefined) return;
      if (skip < chunk.length) yield chunk.subarray(skip);
      skip = Math.max(0, skip - chunk.length);
    }
  }
}

/** A control connection: one reply per command. */
class Dialogue {
  #held = '';
  readonly #answers: string[] = [];
  #tell: () => void = () => undefined;
  #isOver = false;

  constructor(readonly socket: Socket) {
    socket.setTimeout(LIMIT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = (this.#held + chunk.toString('latin1')).split('\r\n');
      this.#held = lines.pop() ?? '';
      this.#answers.push(...lines.filter((line) => /^\d{3} /.test(line)));
      this.#tell();
    });
    socket.once('close', () => {
      this.#isOver = true;
      this.#tell();
    });
  }

  /**
   * The next reply.
   *
   * @throws if its code is not one of these, and if the connection is closed
   */
  async expect(...codes: readonly string[]): Promise<string> {
    while (this.#answers.length === 0 && !this.#isOver) {
      await new Promise<void>((done) => {
        this.#tell = done;
      });
    }
    const answer = this.#answers.shift() ?? '';
    if (!codes.includes(answer.slice(0, 3))) throw new Error(`The platform says: ${answer}`);
    return answer;
  }

  async ask(command: string, ...codes: readonly string[]): Promise<string> {
    this.socket.write(`${command}\r\n`);
    return this.expect(...codes);
  }
}

/** Sends the bytes of a file. Returns the number, which is lower if the connection breaks. */
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
  errand: UploadErrand,
  file: GrowingFile,
  breaksAfterBytes: number | null,
  isPaused: () => boolean,
  onOpen: (socket: Socket) => void,
): Promise<boolean> {
  const { host, port, user, password, name } = errand;
  const control = new Dialogue(connect(port, host));
  onOpen(control.socket);
  try {
    await control.expect('220');
    await control.ask(`USER ${user}`, '331');
    await control.ask(`PASS ${password}`, '230');
    await control.ask('TYPE I', '200');
    const size = await control.ask(`SIZE ${name}`, '213', '550');
    const offset = size.startsWith('213') ? Number(size.slice(4)) : 0;
    const told = await control.ask('PASV', '227');
    const [, high = '0', low = '0'] = /,(\d+),(\d+)\)/.exec(told) ?? [];
    if (offset > 0) await control.ask(`REST ${offset}`, '350');
    const data = connect(Number(high) * 256 + Number(low), host);
    data.on('error', () => undefined);
    onOpen(data);
    await control.ask(`STOR ${name}`, '150');
    const end = await pour(file, offset, data, breaksAfterBytes, isPaused);
    // Like a network failure: nothing is sent, and the platform still sees the connection.
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

/** Uploads a file to the platform (9206); after a broken connection the upload resumes. */
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

  /** @returns whether the platform has received all of it */
  async run(errand: UploadErrand, file: GrowingFile): Promise<boolean> {
    let isDone = false;
    for (let n = 0; n < MAX_TRIES && !isDone && !this.#isCancelled; n += 1) {
      if (n > 0) await new Promise((done) => setTimeout(done, AGAIN_AFTER_MS));
      const breaks = n === 0 ? errand.breaksAfterBytes : null;
      const isPaused = () => this.#isPaused;
      isDone = await attempt(errand, file, breaks, isPaused, (socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      });
    }
    // Closes the hanging connection; a finished one sends QUIT first.
    for (const socket of this.#sockets) socket.destroySoon();
    return isDone;
  }
}

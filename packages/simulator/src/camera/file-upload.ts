import { connect, type Socket } from 'node:net';

const LIMIT_MS = 60_000;
/** A network that is gone for a moment. */
const AGAIN_AFTER_MS = 300;
const MAX_TRIES = 6;

/** Where a file goes, and with which login. */
export interface UploadErrand {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly name: string;
  /** The connection breaks once, after so many bytes. */
  readonly breaksAfterBytes: number | null;
}

/** A file that is being made while it is sent; all of it is kept, so that it can be sent again. */
export class GrowingFile {
  readonly #chunks: Buffer[] = [];
  #isWhole = false;
  #tell: () => void = () => undefined;

  append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#tell();
  }

  /** Nothing more comes. */
  end(): void {
    this.#isWhole = true;
    this.#tell();
  }

  /** Its bytes from an offset on, as they are made. */
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

/** A control connection: one command, one answer. */
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
   * The next answer.
   *
   * @throws where its code is none of these, and where the connection is gone
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

/** Sends a file's bytes; returns how many, fewer where the connection was to break. */
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
    // As a network goes: without a word, and the platform still believes it to be there.
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

/** Brings a file to the platform (9206): goes on where it stood after its connection broke. */
export class FileUpload {
  readonly #sockets = new Set<Socket>();
  #isPaused = false;
  #isCancelled = false;

  /** 9207: stands still, or goes on. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  /** 9207: ends it. */
  cancel(): void {
    this.#isCancelled = true;
    this.#isPaused = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @returns whether the platform has all of it */
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
    // What hangs since its network went; a connection that is done says goodbye first.
    for (const socket of this.#sockets) socket.destroySoon();
    return isDone;
  }
}

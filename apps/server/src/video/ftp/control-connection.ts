import { isIPv4, type Socket } from 'node:net';
import type { DataPort, DataPorts } from './data-ports.ts';
import { receive, type TransferEnd } from './transfer.ts';
import type { UploadLink, UploadOrder, UploadRefusal } from './upload-order.ts';

const MAX_LINE_BYTES = 512;
/** Commands that may wait behind the one that is worked on. */
const MAX_WAITING = 16;
const MAX_TRIES = 3;
/** From the port's being told to the device's connecting there. */
const DATA_WAIT_MS = 20_000;

export interface ControlLimits {
  readonly unknownSilenceMs: number;
  readonly silenceMs: number;
  /** Of the connection that brings the bytes. */
  readonly dataSilenceMs: number;
}

export const CONTROL_LIMITS: ControlLimits = {
  unknownSilenceMs: 15_000,
  silenceMs: 120_000,
  dataSilenceMs: 30_000,
};

export interface ControlParts {
  /** The order of a user; null where there is none. */
  readonly orderOf: (user: string) => UploadOrder | null;
  /** Whether the device of the user's order may connect from where it does. */
  readonly maySignIn: (user: string) => Promise<boolean>;
  readonly dataPorts: DataPorts;
  /** The IPv4 address that devices are told; null where only the one they came to is known. */
  readonly ownAddress: () => Promise<string | null>;
  readonly limits: ControlLimits;
  readonly count: (end: TransferEnd | 'bad-login' | 'network') => void;
  readonly onClosed: () => void;
}

const REFUSED: Readonly<Record<UploadRefusal | 'disk' | 'broken', string>> = {
  'too-large': '552 Larger than was asked for.',
  'too-many': '552 More files than was asked for.',
  'bad-name': '553 No name of a file.',
  'bad-offset': '554 Nothing is here up to there.',
  ended: '530 The order has ended.',
  disk: '452 It cannot be stored now.',
  broken: '426 The connection broke; go on where SIZE says.',
};

/** What everybody may say, signed in or not. */
const ANYBODY: Readonly<Record<string, string>> = {
  NOOP: '200 Here.',
  SYST: '215 UNIX Type: L8',
  FEAT: '211-Features:\r\n SIZE\r\n REST STREAM\r\n EPSV\r\n UTF8\r\n211 End',
};
/** What is answered without being done: there is one place, one way of sending, and no folders. */
const NOTHING_TO_DO: Readonly<Record<string, string>> = {
  TYPE: '200 As bytes.',
  MODE: '200 As a stream.',
  STRU: '200 As a file.',
  OPTS: '200 So be it.',
  ALLO: '202 No need.',
  PWD: '257 "/"',
  XPWD: '257 "/"',
  CWD: '250 Here.',
  XCWD: '250 Here.',
  CDUP: '250 Here.',
  MKD: '257 "/"',
  XMKD: '257 "/"',
};

/**
 * A device's control connection (RFC 959, 2389, 2428, 3659), cut down to what bringing the files of
 * one order takes. Nothing can be listed, read, renamed or removed, and we connect to nobody.
 */
export class ControlConnection implements UploadLink {
  readonly #waiting: string[] = [];
  #held = '';
  #isWorking = false;
  /** Where bytes come just now. */
  #transferring: DataPort | null = null;
  #isClosed = false;
  #user = '';
  #tries = 0;
  #order: UploadOrder | null = null;
  #data: DataPort | null = null;
  #restart: number | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly parts: ControlParts,
  ) {
    socket.setNoDelay(true);
    socket.setTimeout(parts.limits.unknownSilenceMs, () => {
      if (this.#transferring === null) this.close();
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.once('close', () => this.#gone());
    this.#say('220 Files of cameras, by order.');
  }

  close(): void {
    this.#data?.close();
    this.#transferring?.close();
    this.socket.destroy();
  }

  #gone(): void {
    this.#isClosed = true;
    // A device may hang up behind its last byte: what it sent is still read to its end.
    if (this.#transferring === null) this.#leave();
    this.parts.onClosed();
  }

  #leave(): void {
    this.#data?.close();
    this.#order?.leave(this);
  }

  #say(reply: string): void {
    if (!this.socket.destroyed) this.socket.write(`${reply}\r\n`);
  }

  #onData(chunk: Buffer): void {
    const lines = (this.#held + chunk.toString('latin1')).split('\n');
    this.#held = lines.pop() ?? '';
    this.#waiting.push(...lines.map((line) => line.replace(/\r$/, '')));
    const isTooLong = lines.some((line) => line.length > MAX_LINE_BYTES);
    if (isTooLong || this.#held.length > MAX_LINE_BYTES || this.#waiting.length > MAX_WAITING) {
      this.close();
    } else if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      if (this.#isClosed) break;
      this.#order?.heard();
      const [command = '', ...rest] = line.trim().split(' ');
      await this.#handle(command.toUpperCase(), rest.join(' ').trim());
    }
    this.#isWorking = false;
  }

  async #handle(command: string, argument: string): Promise<void> {
    const { limits } = this.parts;
    const fixed = ANYBODY[command];
    if (fixed !== undefined) this.#say(fixed);
    else if (command === 'QUIT') this.socket.end('221 Bye.\r\n');
    else if (command === 'USER') {
      this.#user = argument;
      this.#say('331 And the password.');
    } else if (command === 'PASS') await this.#signIn(argument, limits.silenceMs);
    else if (this.#order === null) this.#say('530 Sign in first.');
    else await this.#serve(this.#order, command, argument);
  }

  async #signIn(password: string, silenceMs: number): Promise<void> {
    const order = this.#order === null ? this.parts.orderOf(this.#user) : null;
    if (order?.opensWith(password) === true) {
      if (!(await this.parts.maySignIn(this.#user))) {
        this.parts.count('network');
        this.socket.end('530 Not from this network.\r\n');
        return;
      }
      // The connection or its order may have ended meanwhile.
      if (this.#isClosed || this.parts.orderOf(this.#user) !== order) return this.close();
      this.#order = order;
      this.socket.setTimeout(silenceMs);
      order.enter(this);
      this.#say('230 Bring the files.');
      return;
    }
    this.parts.count('bad-login');
    this.#tries += 1;
    if (this.#tries < MAX_TRIES) this.#say('530 No such user and password.');
    else this.socket.end('421 Enough.\r\n');
  }

  async #serve(order: UploadOrder, command: string, argument: string): Promise<void> {
    const fixed = NOTHING_TO_DO[command];
    if (fixed !== undefined) return this.#say(fixed);
    switch (command) {
      case 'PASV':
        return this.#passive(false);
      case 'EPSV':
        return this.#passive(true);
      case 'REST':
        return this.#rest(argument);
      case 'SIZE': {
        const file = order.find(argument);
        return this.#say(file === null ? '550 Not begun.' : `213 ${file.sizeBytes}`);
      }
      case 'STOR':
        return this.#store(order, argument, this.#restart ?? 0);
      case 'APPE':
        return this.#store(order, argument, null);
      case 'PORT':
      case 'EPRT':
        return this.#say('502 We connect to nobody: use PASV or EPSV.');
      default:
        return this.#say('502 Not offered.');
    }
  }

  #rest(argument: string): void {
    const isNumber = /^\d{1,12}$/.test(argument);
    if (isNumber) this.#restart = Number(argument);
    this.#say(isNumber ? '350 From there on.' : '501 Not a number of bytes.');
  }

  async #passive(isExtended: boolean): Promise<void> {
    this.#data?.close();
    const { localAddress = '', remoteAddress = '' } = this.socket;
    const own = (await this.parts.ownAddress()) ?? localAddress.replace(/^::ffff:/, '');
    if (!isExtended && !isIPv4(own)) return this.#say('425 No such address here: use EPSV.');
    this.#data = await this.parts.dataPorts.lend(remoteAddress);
    const port = this.#data?.port;
    if (this.#isClosed) this.#data?.close();
    if (port === undefined) return this.#say('425 No port is free: come again.');
    if (isExtended) return this.#say(`229 Come here (|||${port}|)`);
    const numbers = [...own.split('.'), port >> 8, port & 0xff];
    this.#say(`227 Come here (${numbers.join(',')})`);
  }

  async #store(order: UploadOrder, name: string, offset: number | null): Promise<void> {
    const data = this.#data;
    [this.#data, this.#restart] = [null, null];
    if (data === null) return this.#say('425 PASV or EPSV first.');
    this.#transferring = data;
    const end = await order.inTurn(() => this.#transfer(order, name, offset, data));
    this.#transferring = null;
    data.close();
    if (this.#isClosed) this.#leave();
    this.parts.count(end);
    this.#say(end === 'whole' ? '226 It is here.' : REFUSED[end]);
  }

  async #transfer(
    order: UploadOrder,
    name: string,
    offset: number | null,
    data: DataPort,
  ): Promise<TransferEnd> {
    const file = await order.begin(name, offset).catch(() => 'disk' as const);
    if (typeof file === 'string') return file;
    this.#say('150 Go on.');
    const socket = await data.connection(DATA_WAIT_MS);
    if (socket === null) return 'broken';
    return receive(socket, order, file, this.parts.limits.dataSilenceMs);
  }
}

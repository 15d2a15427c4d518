import { isIPv4, type Socket } from 'node:net';
import type { DataPort, DataPorts } from './data-ports.ts';
import { receive, type TransferEnd } from './transfer.ts';
import type { UploadLink, UploadRefusal, UploadRequest } from './upload-request.ts';

const MAX_LINE_BYTES = 512;
/** Maximum commands that wait behind the current one. */
const MAX_WAITING = 16;
const MAX_TRIES = 3;
/** From sending the port to the device's data connection. */
const DATA_WAIT_MS = 20_000;

export interface ControlLimits {
  readonly unknownSilenceMs: number;
  readonly silenceMs: number;
  /** Of the data connection. */
  readonly dataSilenceMs: number;
}

export const CONTROL_LIMITS: ControlLimits = {
  unknownSilenceMs: 15_000,
  silenceMs: 120_000,
  dataSilenceMs: 30_000,
};

export interface ControlParts {
  /** The upload of a user; null if there is none. */
  readonly orderOf: (user: string) => UploadRequest | null;
  /** Whether the device of the user's upload may connect from its address. */
  readonly maySignIn: (user: string) => Promise<boolean>;
  readonly dataPorts: DataPorts;
  /**
   * The IPv4 address that devices are given; null if only the address they connected to is known.
   */
  readonly ownAddress: () => Promise<string | null>;
  readonly limits: ControlLimits;
  readonly count: (end: TransferEnd | 'bad-login' | 'network') => void;
  readonly onClosed: () => void;
}

const REFUSED: Readonly<Record<UploadRefusal | 'disk' | 'broken', string>> = {
  'too-large': '552 Requested file action aborted: exceeded storage allocation.',
  'too-many': '552 Requested file action aborted: too many files.',
  'bad-name': '553 Requested action not taken: file name not allowed.',
  'bad-offset': '554 Requested action not taken: invalid REST parameter.',
  ended: '530 Not logged in: the upload request has ended.',
  disk: '452 Requested action not taken: insufficient storage space.',
  broken: '426 Connection closed; transfer aborted.',
};

/** Replies to commands that need no login. */
const BEFORE_LOGIN: Readonly<Record<string, string>> = {
  NOOP: '200 Command okay.',
  SYST: '215 UNIX Type: L8',
  FEAT: '211-Features:\r\n SIZE\r\n REST STREAM\r\n EPSV\r\n UTF8\r\n211 End',
};
/** Fixed replies: there is one directory, one transfer mode, and allocation is not needed. */
const NO_OPERATION: Readonly<Record<string, string>> = {
  TYPE: '200 Command okay.',
  MODE: '200 Command okay.',
  STRU: '200 Command okay.',
  OPTS: '200 Command okay.',
  ALLO: '202 Command not implemented, superfluous at this site.',
  PWD: '257 "/" is the current directory.',
  XPWD: '257 "/" is the current directory.',
  CWD: '250 Requested file action okay, completed.',
  XCWD: '250 Requested file action okay, completed.',
  CDUP: '250 Requested file action okay, completed.',
  MKD: '257 "/" exists.',
  XMKD: '257 "/" exists.',
};

/**
 * A device's control connection (RFC 959, 2389, 2428, 3659), reduced to uploading the files of one
 * upload request. Listing, reading, renaming and deleting are not supported, nor is active mode.
 */
export class ControlConnection implements UploadLink {
  readonly #waiting: string[] = [];
  #held = '';
  #isWorking = false;
  /** The data connection of the current transfer. */
  #transferring: DataPort | null = null;
  #isClosed = false;
  #user = '';
  #tries = 0;
  #order: UploadRequest | null = null;
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
    this.#say('220 Service ready for new user.');
  }

  close(): void {
    this.#data?.close();
    this.#transferring?.close();
    this.socket.destroy();
  }

  #gone(): void {
    this.#isClosed = true;
    // A device may disconnect after its last byte: the data it sent is still read to the end.
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
    const fixed = BEFORE_LOGIN[command];
    if (fixed !== undefined) this.#say(fixed);
    else if (command === 'QUIT') this.socket.end('221 Service closing control connection.\r\n');
    else if (command === 'USER') {
      this.#user = argument;
      this.#say('331 User name okay, need password.');
    } else if (command === 'PASS') await this.#signIn(argument, limits.silenceMs);
    else if (this.#order === null) this.#say('530 Not logged in.');
    else await this.#serve(this.#order, command, argument);
  }

  async #signIn(password: string, silenceMs: number): Promise<void> {
    const order = this.#order === null ? this.parts.orderOf(this.#user) : null;
    if (order?.opensWith(password) === true) {
      if (!(await this.parts.maySignIn(this.#user))) {
        this.parts.count('network');
        this.socket.end('530 Not logged in: network not allowed.\r\n');
        return;
      }
      // The connection or its upload may have ended meanwhile.
      if (this.#isClosed || this.parts.orderOf(this.#user) !== order) return this.close();
      this.#order = order;
      this.socket.setTimeout(silenceMs);
      order.enter(this);
      this.#say('230 User logged in, proceed.');
      return;
    }
    this.parts.count('bad-login');
    this.#tries += 1;
    if (this.#tries < MAX_TRIES) this.#say('530 Not logged in.');
    else this.socket.end('421 Too many failed logins, closing control connection.\r\n');
  }

  async #serve(order: UploadRequest, command: string, argument: string): Promise<void> {
    const fixed = NO_OPERATION[command];
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
        return this.#say(
          file === null
            ? '550 Requested action not taken: file unavailable.'
            : `213 ${file.sizeBytes}`,
        );
      }
      case 'STOR':
        return this.#store(order, argument, this.#restart ?? 0);
      case 'APPE':
        return this.#store(order, argument, null);
      case 'PORT':
      case 'EPRT':
        return this.#say('502 Command not implemented: use PASV or EPSV.');
      default:
        return this.#say('502 Command not implemented.');
    }
  }

  #rest(argument: string): void {
    const isNumber = /^\d{1,12}$/.test(argument);
    if (isNumber) this.#restart = Number(argument);
    this.#say(
      isNumber
        ? '350 Requested file action pending further information.'
        : '501 Syntax error in parameters or arguments.',
    );
  }

  async #passive(isExtended: boolean): Promise<void> {
    this.#data?.close();
    const { localAddress = '', remoteAddress = '' } = this.socket;
    const own = (await this.parts.ownAddress()) ?? localAddress.replace(/^::ffff:/, '');
    if (!isExtended && !isIPv4(own)) return this.#say("425 Can't open data connection: use EPSV.");
    this.#data = await this.parts.dataPorts.lend(remoteAddress);
    const port = this.#data?.port;
    if (this.#isClosed) this.#data?.close();
    if (port === undefined) return this.#say("425 Can't open data connection: no free port.");
    if (isExtended) return this.#say(`229 Entering Extended Passive Mode (|||${port}|)`);
    const numbers = [...own.split('.'), port >> 8, port & 0xff];
    this.#say(`227 Entering Passive Mode (${numbers.join(',')})`);
  }

  async #store(order: UploadRequest, name: string, offset: number | null): Promise<void> {
    const data = this.#data;
    [this.#data, this.#restart] = [null, null];
    if (data === null) return this.#say("425 Can't open data connection: use PASV or EPSV first.");
    this.#transferring = data;
    const end = await order.inTurn(() => this.#transfer(order, name, offset, data));
    this.#transferring = null;
    data.close();
    if (this.#isClosed) this.#leave();
    this.parts.count(end);
    this.#say(
      end === 'whole' ? '226 Closing data connection; file action successful.' : REFUSED[end],
    );
  }

  async #transfer(
    order: UploadRequest,
    name: string,
    offset: number | null,
    data: DataPort,
  ): Promise<TransferEnd> {
    const file = await order.begin(name, offset).catch(() => 'disk' as const);
    if (typeof file === 'string') return file;
    this.#say('150 File status okay; about to open data connection.');
    const socket = await data.connection(DATA_WAIT_MS);
    if (socket === null) return 'broken';
    return receive(socket, order, file, this.parts.limits.dataSilenceMs);
  }
}

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { RtspTarget } from './address.ts';
import { authorization, type Challenge, chooseChallenge } from './authentication.ts';
import { RtspError, type RtspItem, RtspReader } from './reader.ts';

export type RtspResponse = Extract<RtspItem, { kind: 'response' }>;

/** Time for a server to accept a connection or to answer a request. */
const ANSWER_LIMIT_MS = 10_000;
const UNAUTHORISED = 401;

interface Waiting {
  readonly cseq: string;
  readonly resolve: (response: RtspResponse) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export interface RtspEvents {
  packet(channel: number, data: Buffer): void;
  /** Called once, however the connection ended. */
  ended(error: RtspError | null): void;
}

/** One RTSP connection: requests with their responses, and interleaved packets between them. */
export class RtspConnection {
  readonly #socket: Socket;
  readonly #reader = new RtspReader();
  readonly #waiting: Waiting[] = [];
  #cseq = 0;
  #challenge: Challenge | null = null;
  #session: string | null = null;
  #isOver = false;
  /** Time of the last received bytes, ms since 1970 UTC. */
  lastReadMs = Date.now();

  private constructor(
    private readonly target: RtspTarget,
    private readonly events: RtspEvents,
  ) {
    const { address, port, host, isSecure } = target;
    const where = { host: address, port };
    const named = isIP(host) === 0 ? { servername: host } : {};
    this.#socket = isSecure ? connectSecure({ ...where, ...named }) : connect(where);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#onData(chunk));
    this.#socket.on('error', (error) =>
      this.#end(new RtspError((error as { code?: string }).code ?? 'connection.failed')),
    );
    this.#socket.once('close', () => this.#end(new RtspError('connection.lost')));
  }

  /** @throws RtspError if the server cannot be reached */
  static async open(target: RtspTarget, events: RtspEvents): Promise<RtspConnection> {
    const connection = new RtspConnection(target, events);
    const ready = target.isSecure ? 'secureConnect' : 'connect';
    await new Promise<void>((done, failed) => {
      const timer = setTimeout(() => {
        connection.close();
        failed(new RtspError('camera.no_answer'));
      }, ANSWER_LIMIT_MS);
      connection.#socket.once(ready, () => {
        clearTimeout(timer);
        done();
      });
      connection.#socket.once('close', () => {
        clearTimeout(timer);
        failed(new RtspError('camera.no_answer'));
      });
    });
    return connection;
  }

  /**
   * Sends a request and waits for its response; with the password if the server requires it.
   *
   * @throws RtspError if the status is not 200, or no response arrives
   */
  async request(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RtspResponse> {
    let response = await this.#exchange(method, uri, headers);
    if (response.status === UNAUTHORISED && this.target.credentials !== null) {
      // Also if the nonce of an earlier request is stale.
      this.#challenge = chooseChallenge(response.headers.get('www-authenticate') ?? []);
      if (this.#challenge !== null) response = await this.#exchange(method, uri, headers);
    }
    const session = response.headers.get('session')?.[0];
    if (session !== undefined) this.#session = session.split(';')[0] ?? null;
    if (response.status === UNAUTHORISED) throw new RtspError('camera.sign_in_refused', true);
    if (response.status !== 200) throw new RtspError(`camera.status_${response.status}`, true);
    return response;
  }

  /** Sends a request without waiting for the response. */
  tell(method: string, uri: string): void {
    if (this.#isOver) return;
    this.#cseq += 1;
    this.#socket.write(this.#text(method, uri, {}));
  }

  close(): void {
    this.#end(null);
  }

  #text(method: string, uri: string, headers: Readonly<Record<string, string>>): string {
    const all: Record<string, string> = { CSeq: String(this.#cseq), 'User-Agent': 'Roadworthy' };
    if (this.#session !== null) all.Session = this.#session;
    const { credentials } = this.target;
    if (this.#challenge !== null && credentials !== null) {
      all.Authorization = authorization(this.#challenge, credentials, method, uri);
    }
    const lines = Object.entries({ ...all, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return [`${method} ${uri} RTSP/1.0`, ...lines, '', ''].join('\r\n');
  }

  #exchange(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RtspResponse> {
    if (this.#isOver) return Promise.reject(new RtspError('connection.lost'));
    this.#cseq += 1;
    const cseq = String(this.#cseq);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#end(new RtspError(`camera.no_answer_to_${method}`)),
        ANSWER_LIMIT_MS,
      );
      this.#waiting.push({ cseq, resolve, reject, timer });
      this.#socket.write(this.#text(method, uri, headers));
    });
  }

  #onData(chunk: Buffer): void {
    if (this.#isOver) return;
    this.lastReadMs = Date.now();
    try {
      for (const item of this.#reader.push(chunk)) this.#take(item);
    } catch (error) {
      this.#end(error instanceof RtspError ? error : new RtspError('response.not_rtsp'));
    }
  }

  #take(item: RtspItem): void {
    if (item.kind === 'packet') this.events.packet(item.channel, item.data);
    if (item.kind === 'request') {
      this.#socket.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${item.cseq}\r\n\r\n`);
    }
    if (item.kind !== 'response') return;
    const cseq = item.headers.get('cseq')?.[0];
    const at = this.#waiting.findIndex((one) => one.cseq === cseq);
    // Responses to requests without a waiting caller are ignored.
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    waiting.resolve(item);
  }

  #end(error: RtspError | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // If this side ends the connection, the last request is still sent.
    if (error === null) this.#socket.destroySoon();
    else this.#socket.destroy();
    for (const { timer, reject } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(error ?? new RtspError('connection.closed'));
    }
    this.events.ended(error);
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { DeviceProtocol } from '@roadworthy/domain';
import { type DeviceRecord, decodePhoneRequest, decodeTraccarForward } from '@roadworthy/protocols';
import { isSameSecret } from '../platform/auth/index.ts';
import type { AdmittedConnection, ConnectionAdmission } from './connection-admission.ts';
import { FIRST_BYTES } from './failed-arrivals.ts';
import { HttpInputs } from './inputs/index.ts';
import type { ListenerOptions } from './listener-options.ts';

/** The path of Traccar's position forwarding; any other path is used by phones. */
const FORWARD_PATH = '/traccar/forward';
const MAX_BODY_BYTES = 32 * 1024;
/** Time for a request to arrive completely; ends requests that send one byte at a time. */
const REQUEST_LIMIT_MS = 15_000;
const HEADERS_LIMIT_MS = 10_000;
/** Between two requests on one connection. */
const KEEP_ALIVE_MS = 15_000;
/** Of a request whose content is wrong: its protocol is known. */
const NO_BYTES = new Uint8Array();
const SWEEP_EVERY_MS = 1000;
/** Maximum concurrent reports; beyond this the sender is told to retry. */
const MAX_AT_ONCE = 5000;
/** Maximum header lines of a request. */
const MAX_HEADERS = 64;

/** Time limits of requests that differ from the defaults, for tests. */
export interface RequestLimits {
  readonly requestMs: number;
  readonly headersMs: number;
}

export interface HttpListenerOptions extends ListenerOptions {
  readonly admission: ConnectionAdmission;
  readonly limits?: Partial<RequestLimits>;
  /** Bearer token of Traccar's forwarding; null disables it. */
  readonly forwardToken: string | null;
  /** Messages of data inputs. */
  readonly inputs: HttpInputs;
}

interface Report {
  readonly deviceId: string;
  readonly record: DeviceRecord;
}

class BodyTooLarge extends Error {}

/** An error of the HTTP parser, with the bytes that it did not understand. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge();
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

const isBearer = (request: IncomingMessage, token: string) =>
  isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);

/**
 * Devices that report over HTTP: phones (OsmAnd form and the newer JSON), Traccar's forwarding, and
 * messages of data inputs.
 * A 2xx status means stored; on any other the sender keeps the record and retries.
 */
export class HttpListener {
  readonly #server: Server;
  readonly #admitted = new WeakMap<Socket, AdmittedConnection>();
  #inHand = 0;

  constructor(private readonly options: HttpListenerOptions) {
    this.#server = createServer(
      {
        requestTimeout: options.limits?.requestMs ?? REQUEST_LIMIT_MS,
        headersTimeout: options.limits?.headersMs ?? HEADERS_LIMIT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: SWEEP_EVERY_MS,
        maxHeaderSize: 16 * 1024,
      },
      (request, response) => void this.#answer(request, response),
    );
    this.#server.maxHeadersCount = MAX_HEADERS;
    this.#server.on('connection', (socket: Socket) => this.#admit(socket));
    this.#server.on('clientError', (error: ClientError, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
        options.metrics.closed.inc({ protocol: 'osmand', rule: 'dripping' });
      } else if (error.code?.startsWith('HPE_') === true) {
        options.metrics.badFrames.inc({ protocol: 'osmand', reason: 'structure' });
        const bytes = error.rawPacket?.subarray(0, FIRST_BYTES) ?? Buffer.alloc(0);
        const address = (socket as Socket).remoteAddress ?? '';
        options.failed.notUnderstood('osmand', address, bytes);
      }
      socket.destroy();
    });
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  #admit(socket: Socket): void {
    const { admission, metrics } = this.options;
    const admitted: AdmittedConnection = {
      address: socket.remoteAddress ?? '',
      evict: () => {
        metrics.closed.inc({ protocol: 'osmand', rule: 'crowded' });
        socket.destroy();
      },
    };
    const refusal = admission.admit(admitted);
    if (refusal !== null) {
      metrics.refusedConnections.inc({ protocol: 'osmand', rule: refusal });
      socket.destroy();
      return;
    }
    this.#admitted.set(socket, admitted);
    socket.once('close', () => admission.release(admitted));
  }

  /** Starts to listen. Returns the port. */
  async listen(): Promise<number> {
    const { host, port } = this.options;
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ host, port, backlog: 1024 }, () => {
        this.#server.off('error', failed);
        done();
      });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (HttpInputs.isFor(request)) return await this.#answerInput(request, response);
      const status = await this.#take(request);
      response.writeHead(status, status === 405 ? { Allow: 'GET, POST' } : {}).end();
    } catch (error) {
      const status = error instanceof BodyTooLarge ? 413 : 503;
      if (status === 503) this.options.log.debug({ err: error }, 'storing a report failed');
      if (!response.headersSent) response.writeHead(status, { Connection: 'close' });
      response.end();
    }
  }

  /** The answer has a code or counts as JSON. */
  async #answerInput(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#inHand >= MAX_AT_ONCE) {
      this.options.metrics.busy.inc({ protocol: 'json' });
      response.writeHead(503, { 'Retry-After': '5' }).end();
      return;
    }
    this.#inHand += 1;
    try {
      const { status, body, headers = {} } = await this.options.inputs.answer(request);
      const admitted = this.#admitted.get(request.socket);
      if (status === 200 && admitted !== undefined) this.options.admission.identified(admitted);
      if (status === 503) this.options.metrics.busy.inc({ protocol: 'json' });
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    } finally {
      this.#inHand -= 1;
    }
  }

  async #take(request: IncomingMessage): Promise<number> {
    if (request.method !== 'GET' && request.method !== 'POST') return 405;
    const url = request.url ?? '/';
    const body = request.method === 'POST' ? await bodyOf(request) : '';
    return url.split('?', 1)[0] === FORWARD_PATH
      ? this.#forwarded(request, body)
      : this.#reported(request, url, body);
  }

  async #reported(request: IncomingMessage, query: string, body: string): Promise<number> {
    const contentType = request.headers['content-type'] ?? '';
    const report = decodePhoneRequest({ query, contentType, body });
    if (report.kind === 'bad') return this.#refuse(request, 'osmand');
    return this.#store(request, 'osmand', report, body === '' ? query : `${query}\n${body}`);
  }

  async #forwarded(request: IncomingMessage, body: string): Promise<number> {
    const { forwardToken } = this.options;
    if (forwardToken === null) return 404;
    if (!isBearer(request, forwardToken)) return 401;
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      return this.#refuse(request, 'traccar');
    }
    const report = decodeTraccarForward(parsed);
    if (report.kind === 'bad') return this.#refuse(request, 'traccar');
    return this.#store(request, 'traccar', report, body);
  }

  #refuse(request: IncomingMessage, protocol: DeviceProtocol): number {
    const { failed, metrics } = this.options;
    metrics.badFrames.inc({ protocol, reason: 'structure' });
    failed.notUnderstood(protocol, request.socket.remoteAddress ?? '', NO_BYTES);
    return 400;
  }

  async #store(
    request: IncomingMessage,
    protocol: DeviceProtocol,
    report: Report,
    text: string,
  ): Promise<number> {
    const { connections, admission, frames, intake, metrics } = this.options;
    if (intake.isFull || this.#inHand >= MAX_AT_ONCE) {
      metrics.busy.inc({ protocol });
      return 503;
    }
    this.#inHand += 1;
    try {
      const address = request.socket.remoteAddress ?? '';
      const device = await intake.recognise(protocol, [report.deviceId], address);
      if (device === 'network') return 403;
      if (device === 'unknown') return 400;
      connections.heard(device, protocol, address);
      const admitted = this.#admitted.get(request.socket);
      if (admitted !== undefined) admission.identified(admitted);
      const open = await intake.accept(protocol, device, [report.record]);
      if (open.length > 0) {
        const bytes = Buffer.from(text);
        frames.note(device, protocol, { bytes, kind: 'request', understood: true, offsetMin: 0 });
      }
      return 200;
    } finally {
      this.#inHand -= 1;
    }
  }
}

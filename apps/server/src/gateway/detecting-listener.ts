import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CodecProtocol } from '@roadworthy/domain';
import { protocolOfStart } from '@roadworthy/protocols';
import type { Log } from '../platform/log/index.ts';
import type { AdmittedConnection, ConnectionAdmission } from './connection-admission.ts';
import { type CloseRule, DEFAULT_LIMITS } from './connection-limits.ts';
import type { DeviceCertificate } from './device-certificate.ts';
import type { GatewayMetrics } from './metrics.ts';
import { startListening } from './start-listening.ts';
import type { TcpListener } from './tcp-listener.ts';

/** The name of this port in metrics: the protocol is not known yet. */
const LABEL = 'detect';

export interface DetectingListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly admission: ConnectionAdmission;
  readonly metrics: GatewayMetrics;
  readonly log: Log;
  /** The listener of each protocol. */
  readonly lineOf: (protocol: CodecProtocol) => TcpListener | undefined;
  /** Of a port with TLS; it reads the protocol from the decrypted bytes. */
  readonly certificate?: DeviceCertificate;
  /** Connections of a port with TLS, those that still agree on keys included. */
  readonly maxConnections?: number;
  /** Time for the first bytes. */
  readonly loginMs?: number;
}

/**
 * A port for devices of any protocol: the first bytes of a connection name it, and the connection
 * continues as if it had been opened on the port of its protocol.
 */
export class DetectingListener {
  readonly #server: Server;
  /** Connections whose protocol is not known yet. */
  readonly #open = new Set<Socket>();

  /** @throws OperatorError if the certificate cannot be used */
  constructor(private readonly options: DetectingListenerOptions) {
    const { certificate } = options;
    this.#server =
      certificate === undefined
        ? createServer((socket) => this.#admit(socket))
        : this.#encrypted(certificate);
  }

  /** A server that passes connections on once they are encrypted. */
  #encrypted(certificate: DeviceCertificate): Server {
    const { loginMs = DEFAULT_LIMITS.loginMs, maxConnections, metrics } = this.options;
    const server = createTlsServer(
      { ...certificate.read(), handshakeTimeout: loginMs, minVersion: 'TLSv1.2' },
      (socket) => this.#admit(socket),
    );
    if (maxConnections !== undefined) server.maxConnections = maxConnections;
    server.on('tlsClientError', (_error, socket) => {
      metrics.closed.inc({ protocol: LABEL, rule: 'login' });
      socket.destroy();
    });
    certificate.renew(server);
    return server;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Starts to listen. Returns the port; the system chooses it if 0 is requested. */
  listen(): Promise<number> {
    return startListening(this.#server, this.options);
  }

  /**
   * Stops to accept and closes connections without a protocol. Connections of the others belong to
   * the listeners of their protocols, which are to be closed as well.
   */
  async close(): Promise<void> {
    this.options.certificate?.close();
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #admit(socket: Socket): void {
    const { admission, metrics } = this.options;
    const admitted: AdmittedConnection = {
      address: socket.remoteAddress ?? '',
      evict: () => this.#end(socket, 'crowded'),
    };
    const refusal = admission.admit(admitted);
    if (refusal !== null) {
      metrics.refusedConnections.inc({ protocol: LABEL, rule: refusal });
      socket.destroy();
      return;
    }
    this.#await(socket, () => admission.release(admitted));
  }

  /** Waits for the bytes that name the protocol. */
  #await(socket: Socket, release: () => void): void {
    const { lineOf, loginMs = DEFAULT_LIMITS.loginMs, metrics } = this.options;
    let start = Buffer.alloc(0);
    const timer = setTimeout(() => this.#end(socket, 'login'), loginMs);
    const leave = () => {
      clearTimeout(timer);
      socket.off('data', onData);
      this.#open.delete(socket);
      release();
    };
    const ignore = () => undefined;
    const onData = (chunk: Buffer) => {
      start = Buffer.concat([start, chunk]);
      const found = protocolOfStart(start);
      if (found === 'more') return;
      socket.off('close', leave);
      leave();
      const line = found === 'unknown' ? undefined : lineOf(found);
      if (line === undefined) {
        metrics.badFrames.inc({ protocol: LABEL, reason: 'structure' });
        metrics.closed.inc({ protocol: LABEL, rule: 'bad_frames' });
        socket.destroy();
        return;
      }
      socket.pause();
      socket.unshift(start);
      line.adopt(socket);
      socket.off('error', ignore);
    };
    this.#open.add(socket);
    socket.on('error', ignore);
    socket.once('close', leave);
    socket.on('data', onData);
  }

  #end(socket: Socket, rule: CloseRule): void {
    this.options.metrics.closed.inc({ protocol: LABEL, rule });
    socket.destroy();
  }
}

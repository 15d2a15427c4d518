import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { AttachmentConnection, type AttachmentParts } from './attachment-connection.ts';
import { IncomingFiles } from './incoming-files.ts';

/** Maximum concurrent uploads; further devices are refused and retry. */
const MAX_CONNECTIONS = 200;
const IDLE_MS = 60_000;
const SWEEP_MS = 1000;

export interface AttachmentListenerOptions extends Omit<AttachmentParts, 'files' | 'onClosed'> {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A connection that is silent for this long is closed, ms. */
  readonly idleMs?: number;
}

/** The port to which devices upload the files of their alarms (1210, 1211, blocks, 1212). */
export class AttachmentListener {
  readonly #server: Server;
  readonly #connections = new Set<AttachmentConnection>();
  readonly #files: IncomingFiles;
  readonly #sweeper: NodeJS.Timeout;
  #port = 0;

  constructor(private readonly options: AttachmentListenerOptions) {
    this.#files = new IncomingFiles(options.dataDir);
    this.#server = createServer((socket) => this.#admit(socket));
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** The port that devices are given. */
  get port(): number {
    return this.#port;
  }

  /** Starts to listen. Returns the port; the system chooses it if 0 is requested. */
  async listen(): Promise<number> {
    const { host, port, log } = this.options;
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => log.error({ err: error }, 'attachment listener'));
        done();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const connection of this.#connections) connection.close();
    await closed;
    this.#files.close();
  }

  #admit(socket: Socket): void {
    if (this.#connections.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    const connection: AttachmentConnection = new AttachmentConnection(socket, {
      ...this.options,
      files: this.#files,
      onClosed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }

  #sweep(): void {
    const sinceMs = Date.now() - (this.options.idleMs ?? IDLE_MS);
    for (const connection of this.#connections) {
      if (connection.lastReadMs < sinceMs) connection.close();
    }
  }
}

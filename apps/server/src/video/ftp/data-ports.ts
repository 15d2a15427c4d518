import { createServer, type Server, type Socket } from 'node:net';

/** Ports that devices may be given for data connections; 0 for any free port. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** A port that waits for one connection of one device. */
export interface DataPort {
  readonly port: number;
  /** The device's connection; null if none came in time, or the port was closed. */
  connection(waitMs: number): Promise<Socket | null>;
  close(): void;
}

function listen(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      server.on('error', () => undefined);
      done(true);
    });
  });
}

class OpenPort implements DataPort {
  #socket: Socket | null = null;
  #isClosed = false;
  #tell: (socket: Socket | null) => void = () => undefined;

  constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly onClosed: () => void,
    fromAddress: string,
  ) {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      // A different peer that guessed the port is refused and does not take the device's place.
      if (this.#socket !== null || socket.remoteAddress !== fromAddress) socket.destroy();
      else {
        this.#socket = socket;
        this.#tell(socket);
      }
    });
  }

  connection(waitMs: number): Promise<Socket | null> {
    if (this.#socket !== null || this.#isClosed) return Promise.resolve(this.#socket);
    return new Promise((done) => {
      const timer = setTimeout(() => done(null), waitMs);
      this.#tell = (socket) => {
        clearTimeout(timer);
        done(socket);
      };
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket?.destroy();
    this.#tell(null);
    this.server.close();
    this.onClosed();
  }
}

/** Assigns ports of a range, one per transfer; their number limits the concurrent transfers. */
export class DataPorts {
  readonly #lent = new Set<number>();

  constructor(
    private readonly host: string,
    private readonly range: PortRange,
  ) {}

  /**
   * @param fromAddress address of the device that may connect
   * @returns null if all are assigned
   */
  async lend(fromAddress: string): Promise<DataPort | null> {
    const { from, to } = this.range;
    for (let port = from; port <= to; port += 1) {
      if (port !== 0 && this.#lent.has(port)) continue;
      this.#lent.add(port);
      const server = createServer({ pauseOnConnect: true });
      if (await listen(server, this.host, port)) return this.#opened(server, port, fromAddress);
      // Another program uses the port.
      this.#lent.delete(port);
    }
    return null;
  }

  #opened(server: Server, asked: number, fromAddress: string): DataPort {
    const { port } = server.address() as { port: number };
    return new OpenPort(server, port, () => this.#lent.delete(asked), fromAddress);
  }
}

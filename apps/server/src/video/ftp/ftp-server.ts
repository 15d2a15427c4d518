import { lookup } from 'node:dns/promises';
import { type AddressInfo, createServer, isIPv4, type Server } from 'node:net';
import type { Bus } from '../../platform/bus/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { AllowedNetworks } from '../allowed-networks.ts';
import {
  CONTROL_LIMITS,
  ControlConnection,
  type ControlLimits,
  type ControlParts,
} from './control-connection.ts';
import { DataPorts, type PortRange } from './data-ports.ts';
import { UploadRequest, type UploadRequestOptions } from './upload-request.ts';

const MAX_CONNECTIONS = 256;
/** A mobile network may show a whole fleet under one address. */
const MAX_CONNECTIONS_OF_ADDRESS = 64;

export interface FtpServerOptions {
  readonly listenHost: string;
  readonly port: number;
  readonly dataPorts: PortRange;
  /** Name or address that devices are given; null for the one at which they reach the server. */
  readonly publicHost: string | null;
  readonly networks: AllowedNetworks;
  readonly bus: Bus;
  readonly log: Log;
  readonly count: ControlParts['count'];
  readonly limits?: Partial<ControlLimits>;
}

/** An expected upload, and the result reported by its device. */
export interface OpenUpload {
  readonly order: UploadRequest;
  /** The result that the device reported for the command with this serial; null before that. */
  told(serial: number): boolean | null;
  /** Ends the login and removes the files. */
  end(): Promise<void>;
}

/**
 * The FTP server to which devices upload whole files (9206), each with the login of its request.
 */
export class FtpServer {
  readonly #server: Server;
  readonly #orders = new Map<
    string,
    { readonly order: UploadRequest; readonly trackerId: number }
  >();
  readonly #connections = new Map<ControlConnection, string>();
  readonly #dataPorts: DataPorts;
  #port = 0;

  constructor(private readonly options: FtpServerOptions) {
    this.#dataPorts = new DataPorts(options.listenHost, options.dataPorts);
    this.#server = createServer((socket) => {
      const from = socket.remoteAddress ?? '';
      if (!options.networks.ofInstallation(from)) {
        options.count('network');
        socket.destroy();
        return;
      }
      const fromThere = [...this.#connections.values()].filter((one) => one === from).length;
      if (this.#connections.size >= MAX_CONNECTIONS || fromThere >= MAX_CONNECTIONS_OF_ADDRESS) {
        socket.destroy();
        return;
      }
      const connection: ControlConnection = new ControlConnection(socket, {
        orderOf: (user) => this.#orders.get(user)?.order ?? null,
        maySignIn: (user) => this.#maySignIn(user, from),
        dataPorts: this.#dataPorts,
        ownAddress: () => this.#ownAddress(),
        limits: { ...CONTROL_LIMITS, ...options.limits },
        count: options.count,
        onClosed: () => this.#connections.delete(connection),
      });
      this.#connections.set(connection, from);
    });
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** The port that devices are given; 0 before it listens. */
  get port(): number {
    return this.#port;
  }

  /** @throws if the port is in use */
  async listen(): Promise<void> {
    const { listenHost: host, port, log } = this.options;
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => log.error({ err: error }, 'FTP listener'));
        done();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Opens a login for one upload of one device. */
  expect(trackerId: number, options: UploadRequestOptions): OpenUpload {
    const order = new UploadRequest(options);
    this.#orders.set(order.user, { order, trackerId });
    const said = new Map<number, boolean>();
    // A small file may arrive before the device's reply to the command.
    const leave = this.options.bus.subscribe('cameras.uploaded', (word) => {
      if (word.trackerId === trackerId) said.set(word.serial, word.isDone);
    });
    return {
      order,
      told: (serial) => said.get(serial) ?? null,
      end: async () => {
        leave();
        this.#orders.delete(order.user);
        await order.close();
        await order.remove();
      },
    };
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const connection of [...this.#connections.keys()]) connection.close();
    await closed;
  }

  /** Whether the device may connect from this address; false while the database is down. */
  async #maySignIn(user: string, address: string): Promise<boolean> {
    const found = this.#orders.get(user);
    if (found === undefined) return false;
    const { networks, log } = this.options;
    const { trackerId } = found;
    const isAllowed = await networks.ofTracker(trackerId, 'ftp', address).catch(() => false);
    if (!isAllowed) log.warn({ trackerId }, 'upload refused: network not allowed');
    return isAllowed;
  }

  /** Devices without EPSV need an IPv4 address, so a host name is resolved. */
  async #ownAddress(): Promise<string | null> {
    const { publicHost } = this.options;
    if (publicHost === null || isIPv4(publicHost)) return publicHost;
    return lookup(publicHost, { family: 4 }).then(
      ({ address }) => address,
      () => null,
    );
  }
}

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
import { UploadOrder, type UploadOrderOptions } from './upload-order.ts';

const MAX_CONNECTIONS = 256;
/** A mobile network may show a whole fleet under one address. */
const MAX_CONNECTIONS_OF_ADDRESS = 64;

export interface UploadDeskOptions {
  readonly listenHost: string;
  readonly port: number;
  readonly dataPorts: PortRange;
  /** Name or address that devices are told; null for the one at which they reach us. */
  readonly publicHost: string | null;
  readonly networks: AllowedNetworks;
  readonly bus: Bus;
  readonly log: Log;
  readonly count: ControlParts['count'];
  readonly limits?: Partial<ControlLimits>;
}

/** What is expected: the order, and what its device says of it. */
export interface OpenUpload {
  readonly order: UploadOrder;
  /** What the device said of the order with this serial; null while it said nothing. */
  told(serial: number): boolean | null;
  /** Ends the login and removes what came. */
  end(): Promise<void>;
}

/** The port that devices bring whole files to (9206), by FTP, each with the login of its order. */
export class UploadDesk {
  readonly #server: Server;
  readonly #orders = new Map<string, { readonly order: UploadOrder; readonly trackerId: number }>();
  readonly #connections = new Map<ControlConnection, string>();
  readonly #dataPorts: DataPorts;
  #port = 0;

  constructor(private readonly options: UploadDeskOptions) {
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

  /** The port that devices are told; 0 before it listens. */
  get port(): number {
    return this.#port;
  }

  /** @throws where the port is taken */
  async listen(): Promise<void> {
    const { listenHost: host, port, log } = this.options;
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => log.error({ err: error }, 'listener of uploads'));
        done();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Opens a login for one order of one device. */
  expect(trackerId: number, options: UploadOrderOptions): OpenUpload {
    const order = new UploadOrder(options);
    this.#orders.set(order.user, { order, trackerId });
    const said = new Map<number, boolean>();
    // A small file may be here before the device's yes to the order has come back to us.
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

  /** Whether the device of an order may connect from this address; no while the database is down. */
  async #maySignIn(user: string, address: string): Promise<boolean> {
    const found = this.#orders.get(user);
    if (found === undefined) return false;
    const { networks, log } = this.options;
    const { trackerId } = found;
    const isAllowed = await networks.ofTracker(trackerId, address).catch(() => false);
    if (!isAllowed) log.warn({ trackerId }, 'an upload was refused: its network is not allowed');
    return isAllowed;
  }

  /** Devices without EPSV are told numbers: a name is looked up. */
  async #ownAddress(): Promise<string | null> {
    const { publicHost } = this.options;
    if (publicHost === null || isIPv4(publicHost)) return publicHost;
    return lookup(publicHost, { family: 4 }).then(
      ({ address }) => address,
      () => null,
    );
  }
}

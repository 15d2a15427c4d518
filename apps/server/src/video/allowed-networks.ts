import type { Config } from '../platform/config/index.ts';
import type { Database } from '../platform/db/index.ts';
import { isWithin } from '../platform/networks.ts';
import {
  ConnectionEvents,
  ConnectionNotes,
  RefusedAttempts,
} from '../platform/tracker-connections/index.ts';
import { connectionRules } from './repository.ts';

/** The networks from which cameras may connect to the video ports. */
export interface AllowedNetworks {
  /** Whether any device may connect from an address (DEVICE_NETWORKS). */
  ofInstallation(address: string): boolean;
  /**
   * Whether a device may connect from an address, by the networks of the installation and of its
   * tracker. If not, the attempt is listed with the tracker.
   *
   * @throws the database error when the database is down
   */
  ofTracker(trackerId: number, protocol: 'jt1078' | 'ftp', address: string): Promise<boolean>;
}

/** Any address may connect. */
export const ANY_NETWORK: AllowedNetworks = {
  ofInstallation: () => true,
  ofTracker: async () => true,
};

/** The networks of the configuration and of each tracker, read when a camera connects. */
export class CameraNetworks implements AllowedNetworks {
  readonly #isOfInstallation: (address: string) => boolean;
  readonly #events: ConnectionEvents;
  readonly #notes: ConnectionNotes;
  readonly #refused: RefusedAttempts;

  constructor(
    { networks }: Pick<Config['gateway'], 'networks'>,
    private readonly db: Pick<Database, 'pool'>,
  ) {
    this.#isOfInstallation = networks.length === 0 ? () => true : isWithin(networks);
    this.#events = new ConnectionEvents(db.pool);
    this.#notes = new ConnectionNotes(db.pool, { onFlushed: () => this.#events.flush() });
    this.#refused = new RefusedAttempts(this.#notes);
  }

  ofInstallation(address: string): boolean {
    return this.#isOfInstallation(address);
  }

  async ofTracker(
    trackerId: number,
    protocol: 'jt1078' | 'ftp',
    address: string,
  ): Promise<boolean> {
    const tracker = await connectionRules(this.db, trackerId);
    if (tracker === null) return false;
    const { networks, vehicleId } = tracker;
    const isOfTracker = networks.length === 0 || isWithin(networks)(address);
    if (isOfTracker && this.ofInstallation(address)) return true;
    this.#refused.note(trackerId, protocol, address);
    this.#events.note('refused', { vehicleId });
    return false;
  }

  /** Lists the address of an RTSP camera that the server may not connect to (RTSP_NETWORKS). */
  refusedCamera(trackerId: number, address: string): void {
    this.#refused.note(trackerId, 'rtsp', address);
  }

  async close(): Promise<void> {
    await this.#notes.stop();
    await this.#notes.flush();
  }
}

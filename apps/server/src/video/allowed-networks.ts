import type { Config } from '../platform/config/index.ts';
import type { Database } from '../platform/db/index.ts';
import { isWithin } from '../platform/networks.ts';

/** The networks from which cameras may connect to the video ports. */
export interface AllowedNetworks {
  /** Whether any device may connect from an address (DEVICE_NETWORKS). */
  ofInstallation(address: string): boolean;
  /**
   * Whether a device may connect from an address, by the networks of its tracker.
   *
   * @throws the database error when the database is down
   */
  ofTracker(trackerId: number, address: string): Promise<boolean>;
}

/** Any address may connect. */
export const ANY_NETWORK: AllowedNetworks = {
  ofInstallation: () => true,
  ofTracker: async () => true,
};

/** The networks of the configuration and of each tracker, read when a camera connects. */
export function allowedNetworks(
  { networks }: Pick<Config['gateway'], 'networks'>,
  { pool }: Pick<Database, 'pool'>,
): AllowedNetworks {
  return {
    ofInstallation: networks.length === 0 ? () => true : isWithin(networks),
    ofTracker: async (trackerId, address) => {
      const { rows } = await pool.query<{ allowed_networks: string[] }>({
        name: 'video-allowed-networks',
        text: 'select allowed_networks from trackers where id = $1',
        values: [trackerId],
      });
      const [tracker] = rows;
      if (tracker === undefined) return false;
      return tracker.allowed_networks.length === 0 || isWithin(tracker.allowed_networks)(address);
    },
  };
}

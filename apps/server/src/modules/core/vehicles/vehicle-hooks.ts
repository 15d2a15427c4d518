import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/**
 * What the vehicle file does in the transaction of a change of vehicles or depots. The vehicle file
 * knows vehicles, so that vehicles are given this and do not import it.
 */
export interface VehicleHooks {
  /** Runs a change of the depots of vehicles and records who moved (requirement G-01). */
  readonly recordMovements: (
    trx: Transaction,
    viewer: Viewer,
    vehicleIds: readonly number[],
    change: () => Promise<void>,
  ) => Promise<void>;
  /** Makes the schedules that vehicles are to follow and do not have. */
  readonly followSchedules: (
    trx: Transaction,
    viewer: Viewer,
    vehicleIds: readonly number[],
  ) => Promise<void>;
  /** The same for every vehicle of a depot. */
  readonly followDepotSchedules: (
    trx: Transaction,
    viewer: Viewer,
    depotId: number,
  ) => Promise<void>;
}

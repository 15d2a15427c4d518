import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/**
 * Actions of the vehicle file in the transaction of a change to vehicles or depots. The vehicle file
 * depends on vehicles, so it is passed to them and not imported.
 */
export interface VehicleHooks {
  /** Runs a change of the depots of vehicles and records their movements (requirement G-01). */
  readonly recordMovements: (
    trx: Transaction,
    viewer: Viewer,
    vehicleIds: readonly number[],
    change: () => Promise<void>,
  ) => Promise<void>;
  /** Creates the missing schedules that vehicles are to follow. */
  readonly followSchedules: (
    trx: Transaction,
    viewer: Viewer,
    vehicleIds: readonly number[],
  ) => Promise<void>;
  /** The same for all vehicles of a depot. */
  readonly followDepotSchedules: (
    trx: Transaction,
    viewer: Viewer,
    depotId: number,
  ) => Promise<void>;
}

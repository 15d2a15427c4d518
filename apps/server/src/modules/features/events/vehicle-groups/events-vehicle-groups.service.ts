import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { vehicleGroups } from './events-vehicle-groups.repository.ts';

type Group = AnswerOf<typeof contract.depots.ofVehicle>[number];
type Vehicle = AnswerOf<typeof contract.vehicles.read>;
type ByIds<T> = Promise<ReadonlyMap<number, T>>;

/**
 * Reads the catalogue's data of depots and vehicles. It is injected, because administration has it
 * and depends on events.
 */
export interface WholeRecords {
  readonly depotDetails: (
    trx: Transaction,
    ids: readonly number[],
  ) => ByIds<Omit<Group, 'vehicles' | 'vehicle_count'>>;
  readonly vehicleDetails: (
    trx: Transaction,
    viewer: Viewer,
    ids: readonly number[],
  ) => ByIds<Vehicle>;
}

/** The sidebar that filters events. */
export class VehicleGroupsService {
  constructor(
    private readonly db: Database,
    private readonly records: WholeRecords,
  ) {}

  /** The visible depots with their vehicles. */
  async list(
    viewer: Viewer,
    page: Page,
    { trackersOnly, isBrief }: { readonly trackersOnly: boolean; readonly isBrief: boolean },
  ): Promise<AnswerOf<typeof contract.events.vehicleGroups>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, groups } = await vehicleGroups(trx, viewer, page, trackersOnly);
      if (isBrief) return { count, vehicle_groups: groups };
      const facts = await this.records.depotDetails(
        trx,
        groups.map(({ id }) => id),
      );
      const ids = groups.flatMap(({ vehicles }) => vehicles.map(({ id }) => id));
      const whole = await this.records.vehicleDetails(trx, viewer, ids);
      return {
        count,
        vehicle_groups: groups.map((group) => ({
          ...group,
          ...facts.get(group.id),
          vehicle_count: group.vehicles.length,
          vehicles: group.vehicles.map((vehicle) => whole.get(vehicle.id) ?? vehicle),
        })),
      };
    });
  }
}

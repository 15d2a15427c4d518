import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import type { depotFacts, wholeVehicles } from '../../administration/index.ts';
import { vehicleGroups } from './repository.ts';

/** Reads what the catalogue says of depots and vehicles; administration has it, which knows events. */
export interface WholeRecords {
  readonly depotFacts: typeof depotFacts;
  readonly wholeVehicles: typeof wholeVehicles;
}

/** The sidebar that events are searched with. */
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
      const facts = await this.records.depotFacts(
        trx,
        groups.map(({ id }) => id),
      );
      const ids = groups.flatMap(({ vehicles }) => vehicles.map(({ id }) => id));
      const whole = await this.records.wholeVehicles(trx, viewer, ids);
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

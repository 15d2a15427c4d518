import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type Page, pageOf } from '../../../platform/paging.ts';
import { depotNames, type PanelVehicleRow, panelVehicles } from './repository.ts';

type Calls = typeof contract.vehicleFile;

function toVehicle(row: PanelVehicleRow): AnswerOf<Calls['vehicles']>['results'][number] {
  const { id, registration, type, permission, manufacturer_model: model } = row;
  return {
    id,
    registration,
    type,
    permission,
    vehicle_type: { reference: row.fuel_reference, name: row.fuel_name },
    manufacturer_model:
      model === null ? null : { name: model, vehicle_type: { reference: type, name: model } },
  };
}

/** What the screens of the vehicle file choose from. */
export class PickersService {
  constructor(private readonly db: Database) {}

  /** The depots in sight by name; all of them where no size of a page is given. */
  depots(viewer: Viewer, query: QueryOf<Calls['depots']>): Promise<AnswerOf<Calls['depots']>> {
    const { pageSize = null } = query;
    const page = pageOf({ ...query, pageSize: pageSize ?? 0 });
    return this.db.asViewer(viewer, (trx) => depotNames(trx, viewer, { ...page, limit: pageSize }));
  }

  /** A page of the vehicles in sight by registration. */
  async vehicles(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['vehicles']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      panelVehicles(trx, viewer, page),
    );
    const results = rows.map(toVehicle);
    return { count, results, vehicles: results };
  }
}

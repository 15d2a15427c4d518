import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { ADDRESS_JSON, type AddressRow } from '../../addresses/index.ts';
import { visibleVehicles } from '../../fleet/index.ts';
import type { PlaceRow } from '../depots.repository.ts';

export interface DepotDetailRow {
  readonly id: number;
  readonly name: string;
  readonly permission: string | null;
  readonly region: PlaceRow | null;
  readonly address: AddressRow | null;
}

/** The caller has checked that the ids are in scope. */
export async function depotDetailRows(
  trx: Transaction,
  ids: readonly number[],
): Promise<DepotDetailRow[]> {
  const { rows } = await sql<DepotDetailRow>`select g.id, g.name, g.permission,
      case when r.id is null then null
        else jsonb_build_object('id', r.id, 'name', r.name) end as region,
      ${ADDRESS_JSON} as address
    from depots g left join regions r on r.id = g.region_id
      left join addresses a on a.id = g.address_id
    where g.id = any(${[...ids]}::int[])`.execute(trx);
  return rows;
}

/** Pairs of depot id and id of a visible vehicle, sorted by registration. */
export async function vehiclesOfDepots(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ depot: number; vehicle: number }[]> {
  const { rows } = await sql<{ depot: number; vehicle: number }>`
    select w.depot_id as depot, v.id as vehicle
    from (${visibleVehicles(trx, viewer)}) v join vehicle_depots w on w.vehicle_id = v.id
    where w.depot_id = any(${[...ids]}::int[]) order by v.registration, v.id`.execute(trx);
  return rows;
}

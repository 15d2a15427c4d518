import type { AnswerOf, contract } from '@roadworthy/contract';
import { daysOffRoad, type VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { ADDRESS_JSON } from '../../../core/addresses/index.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

type Overview = AnswerOf<typeof contract.overviews.depot>;

interface DepotRow {
  id: number;
  name: string;
  customer_name: string;
  region: { id: number; name: string } | null;
  address: Overview['address'];
  latitude: number | null;
  longitude: number | null;
}

/** A depot that the viewer may see. */
export async function depotRow(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DepotRow | undefined> {
  const { rows } = await sql<DepotRow>`
    select g.id, g.name, c.name as customer_name, g.latitude, g.longitude,
      case when r.id is null then null
        else jsonb_build_object('id', r.id, 'name', r.name) end as region,
      ${ADDRESS_JSON} as address
    from depots g join customers c on c.id = g.customer_id
      left join regions r on r.id = g.region_id left join addresses a on a.id = g.address_id
    where g.id = ${id} and ${depotIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** The ids of the visible vehicles of a depot. */
export const vehicleIdsOfDepot = (
  trx: Transaction,
  viewer: Viewer,
  depotId: number,
): RawBuilder<unknown> => sql`select v.id from (${visibleVehicles(trx, viewer)}) v
  join vehicle_depots w on w.vehicle_id = v.id and w.depot_id = ${depotId}`;

/** A query of the ids of vehicles, as a part of another one. */
export type IdsQuery = RawBuilder<unknown>;

/** These ids, as a part of another query. */
export const theseIds = (ids: readonly number[]): IdsQuery =>
  sql`select unnest(${[...ids]}::int[]) as id`;

/** Vehicles and assigned drivers of a depot. */
export async function sizeOf(trx: Transaction, vehicleIds: RawBuilder<unknown>) {
  const { rows } = await sql<{ vehicles: number; drivers: number }>`
    select count(*)::int as vehicles, count(distinct driver_id)::int as drivers from vehicles
    where id in (${vehicleIds})`.execute(trx);
  return rows[0] ?? { vehicles: 0, drivers: 0 };
}

/** The ids of the vehicles, for their states. */
export async function idsOf(trx: Transaction, vehicleIds: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from (${vehicleIds}) v`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Vehicles that are off the road now, and what their open entries cost so far. */
export async function offRoadOfDepot(trx: Transaction, vehicleIds: RawBuilder<unknown>) {
  const { rows } = await sql<{ vehicle_id: number; since: Date; cost_per_day: string | null }>`
    select vehicle_id, since, cost_per_day from vor_entries
    where returned_at is null and vehicle_id in (${vehicleIds})`.execute(trx);
  const nowMs = Date.now();
  return {
    vehicles: new Set(rows.map(({ vehicle_id: id }) => id)).size,
    cost: rows.reduce(
      (sum, { since, cost_per_day: cost }) =>
        sum + Number(cost ?? 0) * daysOffRoad(since.getTime(), nowMs),
      0,
    ),
  };
}

/** Vehicles of a depot with a check today. Kinds and days are those of the figures of checks. */
export async function checkedToday(trx: Transaction, vehicleIds: RawBuilder<unknown>) {
  const { rows } = await sql<{ checked: number; with_defects: number }>`
    select count(distinct vehicle_id)::int as checked,
      (count(distinct vehicle_id) filter (where defects > 0))::int as with_defects
    from vehicle_reports where vehicle_id in (${vehicleIds}) and kind in ('STD', 'DRV')
      and done_at >= check_day_start(check_day(now()))
      and done_at < check_day_start(check_day(now()) + 1)`.execute(trx);
  return rows[0] ?? { checked: 0, with_defects: 0 };
}

export interface DepotVehicleRow {
  id: number;
  registration: string;
  type: VehicleType;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  count: number;
}

/** A page of the visible vehicles of a depot, by registration. */
export async function depotVehiclePage(
  trx: Transaction,
  vehicleIds: RawBuilder<unknown>,
  { limit, offset, search }: Page,
): Promise<DepotVehicleRow[]> {
  const { rows } = await sql<DepotVehicleRow>`
    select v.id, v.registration, v.type, d.id as driver_id, d.first_name, d.surname,
      (count(*) over ())::int as count
    from vehicles v left join drivers d on d.id = v.driver_id
    where v.id in (${vehicleIds})
      and (${search} = '' or v.registration ilike ${containsPattern(search)})
    order by v.registration, v.id limit ${limit} offset ${offset}`.execute(trx);
  return rows;
}

export interface DepotDriverRow {
  id: number;
  first_name: string;
  surname: string;
  vehicle_id: number;
  registration: string;
  count: number;
}

/** A page of the drivers who are assigned to visible vehicles of a depot, by name. */
export async function depotDriverPage(
  trx: Transaction,
  vehicleIds: RawBuilder<unknown>,
  { limit, offset, search }: Page,
): Promise<DepotDriverRow[]> {
  const { rows } = await sql<DepotDriverRow>`
    select d.id, d.first_name, d.surname, v.id as vehicle_id, v.registration,
      (count(*) over ())::int as count
    from vehicles v join drivers d on d.id = v.driver_id
    where v.id in (${vehicleIds})
      and (${search} = '' or d.first_name || ' ' || d.surname ilike ${containsPattern(search)})
    order by lower(d.surname), lower(d.first_name), d.id, v.registration
    limit ${limit} offset ${offset}`.execute(trx);
  return rows;
}

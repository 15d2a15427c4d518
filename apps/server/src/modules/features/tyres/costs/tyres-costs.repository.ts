import type { ScrapReason, TyreStatus } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';
import type { TyreFitting } from '../calculation/tyres-calculation.repository.ts';
import { tyreInScope } from '../register/tyres-register.repository.ts';

/** A tyre that may count in a period. Days are YYYY-MM-DD. */
export interface ReportedTyre {
  readonly id: number;
  readonly serial: string;
  readonly make: string;
  readonly model: string;
  readonly size: string;
  readonly status: TyreStatus;
  readonly scrap_reason: ScrapReason | null;
  readonly cost: number | null;
  readonly bought_on: string | null;
  readonly new_tread_mm: number | null;
  readonly depot_id: number | null;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
}

export interface ReportRange {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** Days of the person, YYYY-MM-DD, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * The tyres in scope that are fitted now, or were fitted, bought, retreaded or scrapped in a period.
 *
 * @param most one more is returned if there are more
 */
export async function reportedTyres(
  trx: Transaction,
  viewer: Viewer,
  { firstDay, from, lastDay, to }: ReportRange,
  { make, size }: { readonly make?: string | undefined; readonly size?: string | undefined },
  most: number,
): Promise<readonly ReportedTyre[]> {
  const { rows } = await sql<ReportedTyre>`select t.id, t.serial, t.make, t.model, t.size, t.status,
      t.scrap_reason, t.cost::float8 as cost, t.bought_on::text as bought_on, t.new_tread_mm,
      t.depot_id, f.vehicle_id, v.registration
    from tyres t left join tyre_fittings f on f.tyre_id = t.id and f.removed_at is null
      left join vehicles v on v.id = f.vehicle_id
    where ${tyreInScope(viewer)}
      and (${make ?? null}::text is null or lower(trim(t.make)) = lower(trim(${make ?? ''})))
      and (${size ?? null}::text is null or lower(trim(t.size)) = lower(trim(${size ?? ''})))
      and (f.id is not null
      or t.bought_on between ${firstDay}::date and ${lastDay}::date
      or exists (select from tyre_fittings o where o.tyre_id = t.id and o.fitted_at < ${to}
        and (o.removed_at is null or o.removed_at > ${from}))
      or exists (select from tyre_events e where e.tyre_id = t.id and e.undone_at is null
        and e.kind in ('returned', 'scrapped') and e.happened_at >= ${from} and e.happened_at < ${to}))
    order by t.id limit ${most + 1}`.execute(trx);
  return rows;
}

/** When a tyre was at a position; times in ms since 1970 UTC. */
export interface ReportedFitting extends TyreFitting {
  /** Of the vehicle when the tyre was fitted; for a fitting from before this was kept, all of it today. */
  readonly depots: readonly number[];
  readonly hasDepot: boolean;
}

/** All fittings of tyres, oldest first. */
export async function allFittingsOf(
  trx: Transaction,
  tyreIds: readonly number[],
): Promise<readonly ReportedFitting[]> {
  const { rows } =
    await sql<ReportedFitting>`select f.tyre_id as "tyreId", f.vehicle_id as "vehicleId",
      f.position, ${ms('f.fitted_at')} as "fittedMs", ${ms('f.removed_at')} as "removedMs",
      f.fitted_tread_mm as "fittedTreadMm", f.removed_tread_mm as "removedTreadMm",
      f.depot_id is not null as "hasDepot",
      case when f.depot_id is not null then array[f.depot_id]
        else array(select d.depot_id from vehicle_depots d where d.vehicle_id = f.vehicle_id) end as depots
    from tyre_fittings f where f.tyre_id = any(${[...tyreIds]}::int[])
    order by f.tyre_id, f.fitted_at, f.id`.execute(trx);
  return rows;
}

/** A return from the retreader, or a scrapping. */
export interface ReportedEvent {
  readonly tyreId: number;
  readonly kind: 'returned' | 'scrapped';
  readonly atMs: number;
  readonly cost: number | null;
}

/** The retreads and scrappings of tyres that were not undone, oldest first. */
export async function lifeEventsOf(
  trx: Transaction,
  tyreIds: readonly number[],
): Promise<readonly ReportedEvent[]> {
  const { rows } = await sql<ReportedEvent>`select tyre_id as "tyreId", kind,
      ${ms('happened_at')} as "atMs", cost::float8 as cost
    from tyre_events where tyre_id = any(${[...tyreIds]}::int[]) and undone_at is null
      and kind in ('returned', 'scrapped') order by happened_at, id`.execute(trx);
  return rows;
}

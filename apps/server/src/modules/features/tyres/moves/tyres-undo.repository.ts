import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Moves of tyres that were saved at once. */
export interface UndoableStep {
  readonly step: string;
  /** Of all tyres that it moved. */
  readonly tyreIds: readonly number[];
  readonly vehicleIds: readonly number[];
  /** Serial numbers of the tyres that have a later step. */
  readonly later: readonly string[];
}

/** The last step of a tyre, if it moved it on or off a vehicle. */
export async function lastMoveOf(
  trx: Transaction,
  tyreId: number,
): Promise<UndoableStep | undefined> {
  const { rows } = await sql<UndoableStep>`
    with last as (select step, kind from tyre_events
        where tyre_id = ${tyreId} and undone_at is null and kind <> 'added'
        order by id desc limit 1),
    own as (select e.tyre_id, max(e.id) as id, array_agg(e.vehicle_id) as vehicle_ids,
        bool_or(e.kind in ('fitted', 'removed')) as is_move
      from last join tyre_events e on e.step = last.step group by e.tyre_id)
    select (select step from last) as step, array_agg(own.tyre_id) as "tyreIds",
      array(select distinct v from own o2, unnest(o2.vehicle_ids) v where v is not null) as "vehicleIds",
      coalesce(array_agg(t.serial) filter (where exists (select from tyre_events e
        where e.tyre_id = own.tyre_id and e.id > own.id and e.undone_at is null and e.kind <> 'added')), '{}') as later
    from own join tyres t on t.id = own.tyre_id
    having bool_and(own.is_move)`.execute(trx);
  return rows[0];
}

/**
 * Takes the moves of a step back. A fitting goes, with what the vehicle bore of the cost; a tyre that was
 * removed is where it was before, and one that came from the stock is in its stock.
 */
export async function undoStep(
  trx: Transaction,
  { step, tyreIds }: UndoableStep,
  by: { readonly author: string; readonly reason: string },
): Promise<void> {
  await sql`with gone as (delete from tyre_fittings where fitted_step = ${step}::uuid
      returning tyre_id, charge)
    update tyres t set uncharged = t.uncharged + gone.charge from gone where t.id = gone.tyre_id`.execute(
    trx,
  );
  await sql`update tyre_fittings set removed_at = null, removed_tread_mm = null, removed_step = null
    where removed_step = ${step}::uuid`.execute(trx);
  await sql`update tyre_events set undone_at = now(), undone_by = ${by.author},
      undone_reason = ${by.reason} where step = ${step}::uuid`.execute(trx);
  await sql`update tyres t set scrap_reason = null, version = version + 1,
      status = case when exists (select from tyre_fittings f
        where f.tyre_id = t.id and f.removed_at is null) then 'fitted' else 'in_stock' end,
      depot_id = coalesce((select e.depot_id from tyre_events e where e.tyre_id = t.id
        and e.undone_at is null and e.depot_id is not null order by e.id desc limit 1), t.depot_id)
    where t.id = any(${[...tyreIds]}::int[])`.execute(trx);
}

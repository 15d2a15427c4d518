import type { ScrapReason, TyreStatus } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { amountText } from './amount-text.ts';
import type { TyreRow, TyreValues } from './tyres-register.repository.ts';

/** Locks tyres until the transaction ends, so that two people do not move one at a time. */
export async function lockTyres(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from tyres where id = any(${[...ids]}::int[]) order by id for update`.execute(
    trx,
  );
}

/** Stores a tyre in the stock of a depot. Returns its id. */
export async function insertTyre(
  trx: Transaction,
  customerId: number,
  depotId: number,
  values: TyreValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('tyres')
    .values({
      ...values,
      customer_id: customerId,
      depot_id: depotId,
      cost: amountText(values.cost),
      uncharged: amountText(values.cost ?? 0) ?? '0',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes the marks and the cost of a tyre. A cost that a vehicle bears already changes there, at the
 * first fitting. Returns false if somebody else has changed it since this version.
 */
export async function updateTyre(
  trx: Transaction,
  before: Pick<TyreRow, 'id' | 'cost'>,
  version: number,
  values: TyreValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tyres')
    .set({ ...values, cost: amountText(values.cost), version: version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const more = (values.cost ?? 0) - (before.cost ?? 0);
  if (more !== 0) {
    await sql`with borne as (update tyre_fittings set charge = charge + ${more}
        where id = (select min(id) from tyre_fittings where tyre_id = ${before.id}) returning id)
      update tyres set uncharged = uncharged + ${more}
      where id = ${before.id} and not exists (select from borne)`.execute(trx);
  }
  return true;
}

/** Deletes a tyre. */
export async function deleteTyre(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('tyres').where('id', '=', id).execute();
}

/** Whether a tyre was ever fitted. */
export async function wasFitted(trx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from tyre_fittings where tyre_id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Moves a tyre that is not fitted. */
export async function placeTyre(
  trx: Transaction,
  id: number,
  place: {
    readonly status: Exclude<TyreStatus, 'fitted'>;
    readonly depotId: number | null;
    readonly retreader: string;
    readonly reason: ScrapReason | null;
  },
): Promise<void> {
  await sql`update tyres set status = ${place.status}, depot_id = ${place.depotId},
      retreader = case when ${place.retreader} = '' then retreader else ${place.retreader} end,
      scrap_reason = ${place.reason}, version = version + 1
    where id = ${id}`.execute(trx);
}

/** Stores what the retreader did. */
export async function retreadTyre(
  trx: Transaction,
  id: number,
  done: {
    readonly number: string;
    readonly on: string;
    readonly newTreadMm: number | null;
    readonly cost: number | null;
  },
): Promise<void> {
  await sql`update tyres set is_retread = true, retread_number = ${done.number},
      retreaded_on = ${done.on}, new_tread_mm = ${done.newTreadMm},
      uncharged = uncharged + ${done.cost ?? 0}
    where id = ${id}`.execute(trx);
}

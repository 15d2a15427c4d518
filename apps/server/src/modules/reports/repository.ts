import type { Viewer } from '../../platform/auth/index.ts';
import { wordingOf } from '../../platform/customer-texts/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Wording } from '../../platform/texts.ts';
import { visibleVehicles } from '../fleet/index.ts';

/** How a person wants dates to look, and whose person it is. */
export interface Reader {
  readonly dateFormat: string | null;
  readonly timeFormat: string | null;
  /** Name of the customer; null for who belongs to none. */
  readonly customer: string | null;
  /** In which language and words the person reads. */
  readonly wording: Wording;
}

/** The preferences of a viewer that a report needs beside those that every viewer has. */
export async function readerOf(trx: Transaction, viewer: Viewer): Promise<Reader> {
  const row = await trx
    .selectFrom('users as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.date_format', 'u.time_format', 'c.name'])
    .where('u.id', '=', viewer.userId)
    .executeTakeFirst();
  return {
    dateFormat: row?.date_format ?? null,
    timeFormat: row?.time_format ?? null,
    customer: row?.name ?? null,
    wording: await wordingOf(trx, viewer.customerId, viewer.language),
  };
}

/** Visible vehicles by registration: one, those of a depot, or all. */
export async function vehiclesOf(
  trx: Transaction,
  viewer: Viewer,
  { vehicleId, depotId }: { vehicleId?: number | undefined; depotId?: number | undefined },
  limit: number,
): Promise<{ id: number; registration: string }[]> {
  let query = visibleVehicles(trx, viewer);
  if (vehicleId !== undefined) query = query.where('v.id', '=', vehicleId);
  if (depotId !== undefined) {
    query = query.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const rows = await query.orderBy('v.registration').limit(limit).execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}

/** The name of a depot that has been seen to be in sight. */
export async function depotName(trx: Transaction, depotId: number): Promise<string> {
  const row = await trx
    .selectFrom('depots')
    .select('name')
    .where('id', '=', depotId)
    .executeTakeFirst();
  return row?.name ?? '';
}

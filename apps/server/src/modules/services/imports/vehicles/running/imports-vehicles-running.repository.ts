import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/db/index.ts';
import type { UploadRow } from '../imports-vehicles.repository.ts';

export function uploadToRun(trx: Transaction, id: number): Promise<UploadRow | undefined> {
  return trx
    .selectFrom('vehicle_uploads as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .selectAll('u')
    .select('c.name as customer_name')
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** Uploads that are due and that no job has started. */
export async function dueUploads(trx: Transaction, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('vehicle_uploads')
    .select('id')
    .where('state', '=', 'waiting')
    // Uploads without a start time have a job at once; after a minute that job is considered lost.
    .where(sql<boolean>`coalesce(run_at, created_at + interval '1 minute') <= now()`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends uploads that started so many hours ago that no job is left to end them. Returns their
 * number.
 */
export async function endLost(trx: Transaction, hours: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('vehicle_uploads')
    .set({ state: 'failed', finished_at: sql<Date>`now()` })
    .where('state', 'in', ['checking', 'running'])
    .where(sql<boolean>`coalesce(run_at, created_at) < now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Deletes uploads that ended the given number of days ago, with their rows. Returns their number.
 */
export async function removeOld(trx: Transaction, days: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('vehicle_uploads')
    .where(sql<boolean>`finished_at < now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { UploadRow } from '../uploads.repository.ts';

/** An upload for whoever works through it. */
export function uploadToRun(trx: Transaction, id: number): Promise<UploadRow | undefined> {
  return trx
    .selectFrom('vehicle_uploads as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .selectAll('u')
    .select('c.name as customer_name')
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** Uploads whose time has come and that no job has begun. */
export async function dueUploads(trx: Transaction, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('vehicle_uploads')
    .select('id')
    .where('state', '=', 'waiting')
    // Those that may begin at once have a job; after a minute it was lost.
    .where(sql<boolean>`coalesce(run_at, created_at + interval '1 minute') <= now()`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends uploads that no job will end any more: begun so many hours ago. Returns how many. */
export async function endLost(trx: Transaction, hours: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('vehicle_uploads')
    .set({ state: 'failed', finished_at: sql<Date>`now()` })
    .where('state', 'in', ['checking', 'running'])
    .where(sql<boolean>`coalesce(run_at, created_at) < now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes uploads that ended so many days ago, with their rows. Returns how many. */
export async function removeOld(trx: Transaction, days: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('vehicle_uploads')
    .where(sql<boolean>`finished_at < now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import { toApiDate } from '@roadworthy/domain';
import { sql } from 'kysely';
import { fileItems } from '../../../../engines/drivers-file/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type DocumentRow, documentsOf } from '../documents/drivers-file-documents.repository.ts';
import type { FileRow } from '../drivers-file.repository.ts';
import { driversFileSettings } from '../settings/drivers-file-settings.repository.ts';

/** Drivers whose files are worked out at once. */
const AT_ONCE = 500;

type StaleRow = Pick<FileRow, 'driver_id' | 'customer_id' | 'born_on' | 'engaged_until' | 'exempt'>;

/** Stores the items of some drivers; items keep their id while they exist. */
async function keepItems(trx: Transaction, rows: readonly object[], driverIds: readonly number[]) {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (customer_id int,
        driver_id int, kind text, title text, standing text, due_on date, document_id int)),
    gone as (
      delete from driver_file_items i where i.driver_id = any(${[...driverIds]}::int[])
        and not exists (select from wanted w where w.driver_id = i.driver_id and w.kind = i.kind
          and w.title = i.title))
    insert into driver_file_items (customer_id, driver_id, kind, title, standing, due_on, document_id)
      select customer_id, driver_id, kind, title, standing, due_on, document_id from wanted
    on conflict (driver_id, kind, title) do update set standing = excluded.standing,
      due_on = excluded.due_on, document_id = excluded.document_id`.execute(trx);
  await sql`update driver_files set is_stale = false
    where driver_id = any(${[...driverIds]}::int[])`.execute(trx);
}

async function refreshBatch(trx: Transaction, customerId: number | null): Promise<number> {
  // Files that another request works out at this moment are left to it.
  const { rows: stale } = await sql<StaleRow>`
    select driver_id, customer_id, born_on::text, engaged_until::text, exempt from driver_files
    where is_stale ${customerId === null ? sql`` : sql`and customer_id = ${customerId}`}
    order by driver_id limit ${AT_ONCE} for update skip locked`.execute(trx);
  if (stale.length === 0) return 0;
  const driverIds = stale.map(({ driver_id: id }) => id);
  const documents = new Map<number, DocumentRow[]>(driverIds.map((id) => [id, []]));
  for (const one of await documentsOf(trx, driverIds)) documents.get(one.driver_id)?.push(one);
  const settings = new Map<number, Awaited<ReturnType<typeof driversFileSettings>>>();
  for (const { customer_id: id } of stale) {
    if (!settings.has(id)) settings.set(id, await driversFileSettings(trx, id));
  }
  const today = toApiDate(Date.now(), 'UTC');
  const rows = stale.flatMap(({ driver_id, customer_id, born_on, engaged_until, exempt }) => {
    const facts = { born_on, engaged_until, exempt, documents: documents.get(driver_id) ?? [] };
    const own = settings.get(customer_id);
    return own === undefined
      ? []
      : fileItems(facts, own, today).map((item) => ({ customer_id, driver_id, ...item }));
  });
  await keepItems(trx, rows, driverIds);
  return stale.length;
}

/**
 * Works out the files that have changed since they were last read.
 *
 * @param customerId null for all customers
 */
export async function refreshFiles(trx: Transaction, customerId: number | null): Promise<void> {
  while ((await refreshBatch(trx, customerId)) === AT_ONCE);
}

/** Has all files of a customer worked out again: points and training count for some years only. */
export async function ageFiles(trx: Transaction, customerId: number): Promise<void> {
  await sql`update driver_files set is_stale = true where customer_id = ${customerId}`.execute(trx);
}

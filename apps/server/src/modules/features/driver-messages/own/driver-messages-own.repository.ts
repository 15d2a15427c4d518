import { sql } from 'kysely';
import { exactPage, type Transaction, when } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import type { StoredMessage } from '../driver-messages.repository.ts';

/** A message with the receipt of its driver. */
export interface OwnMessageRow extends StoredMessage {
  readonly read_at: Date | null;
  readonly confirmed_at: Date | null;
}

/** A page of the messages to a driver, newest first unless the page says otherwise. */
export function ownMessagePage(
  trx: Transaction,
  driverId: number,
  page: Page,
  id?: number,
): Promise<{ count: number; rows: OwnMessageRow[] }> {
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const conditions = [
    sql`r.driver_id = ${driverId}`,
    ...when(id, () => sql`r.message_id = ${id}`),
    ...(page.search === '' ? [] : [sql`m.text ilike ${containsPattern(page.search)}`]),
  ];
  return exactPage<OwnMessageRow>(trx, page, {
    columns: sql`m.id, m.customer_id, m.author_id, m.author, m.text, m.asks_confirmation, m.created_at,
      r.read_at, r.confirmed_at`,
    matching: sql`from driver_message_receipts r join driver_messages m on m.id = r.message_id
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`r.message_id ${to}`,
  });
}

/** How many messages a driver has not read, and not confirmed after reading. */
export async function openCounts(
  trx: Transaction,
  driverId: number,
): Promise<{ readonly unread: number; readonly unconfirmed: number }> {
  const { rows } = await sql<{ unread: number; unconfirmed: number }>`
    select (count(*) filter (where r.read_at is null))::int as unread,
      (count(*) filter (where r.read_at is not null and m.asks_confirmation
        and r.confirmed_at is null))::int as unconfirmed
    from driver_message_receipts r join driver_messages m on m.id = r.message_id
    where r.driver_id = ${driverId}`.execute(trx);
  return rows[0] ?? { unread: 0, unconfirmed: 0 };
}

/** Stores when a driver read a message, and confirmed it where asked; a stored time stays. */
export async function storeReceipt(
  trx: Transaction,
  {
    at,
    confirms,
    driverId,
    id,
  }: {
    readonly id: number;
    readonly driverId: number;
    readonly at: Date;
    readonly confirms: boolean;
  },
): Promise<void> {
  await trx
    .updateTable('driver_message_receipts')
    .set((eb) => ({
      read_at: eb.fn.coalesce('read_at', eb.val(at)),
      ...(confirms ? { confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(at)) } : {}),
    }))
    .where('message_id', '=', id)
    .where('driver_id', '=', driverId)
    .execute();
}

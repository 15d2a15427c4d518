import type { DriverMessageFilter } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, type Transaction, when } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { visibleDrivers } from '../../core/fleet/index.ts';

interface MessageValues {
  readonly customer_id: number;
  readonly author_id: number | null;
  readonly author: string;
  readonly text: string;
  readonly asks_confirmation: boolean;
  readonly created_at: Date;
}

/** A message as stored. */
export interface StoredMessage extends MessageValues {
  readonly id: number;
}

/** A message with the counts of the visible drivers. */
export interface MessageRow extends StoredMessage {
  readonly reminded_at: Date | null;
  readonly drivers: number;
  readonly read: number;
  readonly confirmed: number;
  readonly answered: number;
  /** The first visible driver by name. */
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
}

/** The receipt of one driver. */
export interface ReceiptRow {
  readonly message_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  /** The active account of the driver; null without one. */
  readonly account_id: number | null;
  readonly read_at: Date | null;
  readonly confirmed_at: Date | null;
}

/** An answer in the thread of one driver. */
export interface ReplyRow {
  readonly id: number;
  readonly message_id: number;
  readonly driver_id: number;
  readonly is_from_driver: boolean;
  readonly author: string;
  readonly text: string;
  readonly created_at: Date;
}

/** A driver whom a message may reach. */
export interface ReachRow {
  readonly id: number;
  readonly customer_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly account_id: number | null;
}

/** The active account of a driver `d`. */
const ACCOUNT = sql`(select min(u.id) from users u
  where u.driver_id = d.id and u.customer_id = d.customer_id and u.is_active)`;

const ANSWERED = sql`exists (select from driver_message_replies y where y.message_id = r.message_id
  and y.driver_id = r.driver_id and y.is_from_driver)`;

const STATES: Readonly<Record<DriverMessageFilter, RawBuilder<unknown>>> = {
  unread: sql`r.read_at is null`,
  unconfirmed: sql`m.asks_confirmation and r.confirmed_at is null`,
  answered: ANSWERED,
};

/** A page of messages to visible drivers, newest first unless the page says otherwise. */
export async function messagePage(
  trx: Transaction,
  viewer: Viewer,
  filter: {
    readonly id?: number | undefined;
    readonly driver?: number | undefined;
    readonly state?: DriverMessageFilter | undefined;
  },
  page: Page,
): Promise<{ count: number; rows: readonly MessageRow[] }> {
  const { driver, id, state } = filter;
  const visible = await visibleDrivers(trx, viewer);
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const conditions = [
    sql`exists (select from driver_message_receipts r join drivers d on d.id = r.driver_id
      where r.message_id = m.id and ${visible}
        ${driver === undefined ? sql`` : sql`and r.driver_id = ${driver}`}
        ${state === undefined ? sql`` : sql`and ${STATES[state]}`})`,
    ...when(id, () => sql`m.id = ${id}`),
    ...(page.search === '' ? [] : [sql`m.text ilike ${containsPattern(page.search)}`]),
  ];
  return exactPage<MessageRow>(trx, page, {
    columns: sql`m.id, m.customer_id, m.author_id, m.author, m.text, m.asks_confirmation, m.created_at,
      m.reminded_at, c.drivers, c.read, c.confirmed, c.answered, c.first[1]::int as driver_id,
      c.first[2] as first_name, c.first[3] as surname`,
    matching: sql`from driver_messages m cross join lateral (
        select count(*)::int as drivers, count(r.read_at)::int as read,
          count(r.confirmed_at)::int as confirmed,
          (count(*) filter (where ${ANSWERED}))::int as answered,
          array[(array_agg(d.id::text order by lower(d.surname), d.id))[1],
            (array_agg(d.first_name order by lower(d.surname), d.id))[1],
            (array_agg(d.surname order by lower(d.surname), d.id))[1]] as first
        from driver_message_receipts r join drivers d on d.id = r.driver_id
        where r.message_id = m.id and ${visible}) c
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`m.created_at ${to}, m.id ${to}`,
  });
}

/** The receipts of a message, of visible drivers, by name. */
export async function receiptsOf(
  trx: Transaction,
  viewer: Viewer,
  messageId: number,
): Promise<readonly ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select r.message_id, r.driver_id, d.first_name, d.surname, r.read_at, r.confirmed_at,
      ${ACCOUNT} as account_id
    from driver_message_receipts r join drivers d on d.id = r.driver_id
    where r.message_id = ${messageId} and ${await visibleDrivers(trx, viewer)}
    order by lower(d.surname), lower(d.first_name), d.id`.execute(trx);
  return rows;
}

/** The answers of some messages, oldest first; of one driver only where given. */
export async function repliesOf(
  trx: Transaction,
  messageIds: readonly number[],
  driverId?: number,
): Promise<readonly ReplyRow[]> {
  if (messageIds.length === 0) return [];
  const query = trx
    .selectFrom('driver_message_replies')
    .select(['id', 'message_id', 'driver_id', 'is_from_driver', 'author', 'text', 'created_at'])
    .where('message_id', 'in', [...messageIds])
    .orderBy('created_at')
    .orderBy('id');
  return (driverId === undefined ? query : query.where('driver_id', '=', driverId)).execute();
}

/** The visible active drivers among some, and of the vehicles of some depots, by name; one more than `most`. */
export async function reachOf(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly drivers: readonly number[]; readonly depots: readonly number[] },
  most: number,
): Promise<readonly ReachRow[]> {
  const { rows } = await sql<ReachRow>`
    select d.id, d.customer_id, d.first_name, d.surname, ${ACCOUNT} as account_id from drivers d
    where d.archived_at is null and ${await visibleDrivers(trx, viewer)}
      and (d.id = any(${[...of.drivers]}::int[]) or exists (
        select from vehicles v join vehicle_depots w on w.vehicle_id = v.id
        where v.driver_id = d.id and v.is_active and w.depot_id = any(${[...of.depots]}::int[])))
    order by lower(d.surname), lower(d.first_name), d.id limit ${most + 1}`.execute(trx);
  return rows;
}

/** @returns the id of the new message */
export async function insertMessage(
  trx: Transaction,
  message: MessageValues,
  driverIds: readonly number[],
): Promise<number> {
  const { id } = await trx
    .insertInto('driver_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { customer_id } = message;
  await trx
    .insertInto('driver_message_receipts')
    .values(driverIds.map((driver_id) => ({ message_id: id, driver_id, customer_id })))
    .execute();
  return id;
}

/** @returns false if this answer is stored already */
export async function insertReply(
  trx: Transaction,
  reply: {
    readonly customer_id: number;
    readonly message_id: number;
    readonly driver_id: number;
    readonly is_from_driver: boolean;
    readonly author_id: number | null;
    readonly author: string;
    readonly text: string;
    readonly key: string;
    readonly created_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: stored = 0n } = await trx
    .insertInto('driver_message_replies')
    .values(reply)
    .onConflict((on) => on.columns(['message_id', 'driver_id', 'key']).doNothing())
    .executeTakeFirst();
  return stored === 1n;
}

/** Stores when drivers were reminded. @returns false if they were reminded after `before` */
export async function markReminded(
  trx: Transaction,
  id: number,
  at: Date,
  before: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('driver_messages')
    .set({ reminded_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('reminded_at', 'is', null), eb('reminded_at', '<=', before)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

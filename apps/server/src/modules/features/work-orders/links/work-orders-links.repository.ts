import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import type { FoundOrder } from '../work-orders.repository.ts';

export type WorkOrderLinkRow = Selectable<Tables['work_order_links']>;

/** The links of an order, newest first. */
export async function linksOf(trx: Transaction, orderId: number): Promise<WorkOrderLinkRow[]> {
  return trx
    .selectFrom('work_order_links')
    .selectAll()
    .where('work_order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}

export interface NewLink {
  readonly customerId: number;
  readonly orderId: number;
  readonly tokenHash: Buffer;
  readonly email: string | null;
  readonly userId: number;
  readonly userName: string;
  readonly expiresAt: Date;
}

/** Stores a link. Returns its id. */
export async function insertLink(trx: Transaction, link: NewLink): Promise<number> {
  const { id } = await trx
    .insertInto('work_order_links')
    .values({
      customer_id: link.customerId,
      work_order_id: link.orderId,
      token_hash: link.tokenHash,
      email: link.email,
      created_by: link.userName,
      created_by_id: link.userId,
      expires_at: link.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes a link of an order; all links without an id. Returns the number of links. */
export async function revokeLinks(
  trx: Transaction,
  orderId: number,
  linkId: number | null,
): Promise<number> {
  const revoked = await trx
    .updateTable('work_order_links')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('work_order_id', '=', orderId)
    .$if(linkId !== null, (query) => query.where('id', '=', linkId))
    .returning('id')
    .execute();
  return revoked.length;
}

/** The order of a living link; undefined for an unknown or ended one. */
export async function linkedOrder(trx: Transaction, tokenHash: Buffer) {
  const { rows } = await sql<
    FoundOrder & {
      link_id: number;
      link_expires_at: Date;
      author_id: number | null;
      customer: string;
      currency: string | null;
    }
  >`select o.*, o.due_on::text as due_on,
      o.repairer_ready_on::text as repairer_ready_on, v.registration, l.id as link_id, l.expires_at as link_expires_at,
      l.created_by_id as author_id, c.name as customer, c.currency
    from work_order_links l join work_orders o on o.id = l.work_order_id
    join vehicles v on v.id = o.vehicle_id join customers c on c.id = o.customer_id
    where l.token_hash = ${tokenHash} and l.revoked_at is null and l.expires_at > now()
      and o.state <> 'cancelled'`.execute(trx);
  return rows[0];
}

export type LinkedOrder = NonNullable<Awaited<ReturnType<typeof linkedOrder>>>;

/** Counts a view of a link. */
export async function countLinkView(trx: Transaction, linkId: number): Promise<void> {
  await trx
    .updateTable('work_order_links')
    .set(({ eb }) => ({ views: eb('views', '+', 1), last_view_at: sql<Date>`now()` }))
    .where('id', '=', linkId)
    .execute();
}

import { TEXT_PROTOCOLS } from '@roadworthy/domain';
import { type Selectable, sql } from 'kysely';
import { exactPage, type Tables, type Transaction } from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';

/** The device of a vehicle that gets a text: preferably one that accepts texts. */
export async function trackerForText(
  trx: Transaction,
  vehicleId: number,
): Promise<{ id: number; takesText: boolean } | null> {
  const row = await trx
    .selectFrom('trackers')
    .select(['id', 'protocol'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy(sql`coalesce(array_position(${[...TEXT_PROTOCOLS]}::text[], protocol), 99)`)
    .orderBy(sql`last_seen_at desc nulls last`)
    .orderBy('id')
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, takesText: TEXT_PROTOCOLS.includes(row.protocol) };
}

export interface NewMessage {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly trackerId: number | null;
  readonly message: string;
  readonly userId: number;
  /** Set if it is known from the start that delivery is impossible. */
  readonly failure: 'no_tracker' | 'not_supported' | null;
}

/** Inserts a message; it waits, or has failed if it has a reason. Returns its id. */
export async function addMessage(trx: Transaction, message: NewMessage): Promise<number> {
  const row = await trx
    .insertInto('vehicle_messages')
    .values({
      customer_id: message.customerId,
      vehicle_id: message.vehicleId,
      tracker_id: message.trackerId,
      message: message.message,
      state: message.failure === null ? 'queued' : 'failed',
      failure: message.failure,
      answer: null,
      created_by: message.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(row.id);
}

export type MessageRow = Selectable<Tables['vehicle_messages']>;

/** A page of the messages to a vehicle, by default newest first. */
export function messagesOf(trx: Transaction, vehicleId: number, page: Page) {
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  return exactPage<MessageRow>(trx, page, {
    columns: sql`m.*`,
    matching: sql`from vehicle_messages m where m.vehicle_id = ${vehicleId}`,
    order: sql`m.created_at ${to}, m.id ${to}`,
  });
}

/** Expires messages that never reached their device. Returns their number. */
export async function expireMessages(trx: Transaction, olderThan: Date): Promise<number> {
  const result = await trx
    .updateTable('vehicle_messages')
    .set({ state: 'expired' })
    .where('state', '=', 'queued')
    .where('created_at', '<', olderThan)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { demoAuthor } from '../demo-author.repository.ts';

const HOUR_MS = 3_600_000;

const MESSAGES = [
  {
    hoursAgo: 74,
    asks: true,
    text: 'From Monday on, please check the tyre pressures of your trailer before each trip, not only once a week.',
  },
  {
    hoursAgo: 26,
    asks: false,
    text: 'The wash bay is closed on Friday. Please use the one at the other depot.',
  },
  {
    hoursAgo: 3,
    asks: true,
    text: 'Low bridge on the diversion at Church Lane: 4.1 m. Do not follow the diversion with a high vehicle.',
  },
] as const;

/**
 * Inserts messages to the drivers with accounts: the oldest is read, confirmed and answered, the next is read, and the
 * newest waits to be read. Does nothing for a customer without a manager or such drivers.
 */
export async function insertDriverMessages(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const { rows: drivers } = await sql<{ id: number; user_id: number; name: string }>`
    select d.id, u.id as user_id, d.first_name || ' ' || d.surname as name
    from drivers d join users u on u.driver_id = d.id and u.customer_id = d.customer_id
    where d.customer_id = ${customerId} order by d.id`.execute(trx);
  const author = await demoAuthor(trx, customerId);
  if (author === undefined || drivers.length === 0) return;
  for (const [index, { asks, hoursAgo, text }] of MESSAGES.entries()) {
    const sentMs = nowMs - hoursAgo * HOUR_MS;
    const readAt = index === MESSAGES.length - 1 ? null : new Date(sentMs + HOUR_MS);
    const { id } = await trx
      .insertInto('driver_messages')
      .values({
        customer_id: customerId,
        author_id: author.id,
        author: `${author.first_name} ${author.last_name}`,
        text,
        asks_confirmation: asks,
        created_at: new Date(sentMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('driver_message_receipts')
      .values(
        drivers.map((driver) => ({
          customer_id: customerId,
          message_id: id,
          driver_id: driver.id,
          read_at: readAt,
          confirmed_at: asks ? readAt : null,
        })),
      )
      .execute();
    const [first] = drivers;
    if (index > 0 || first === undefined) continue;
    await sql`insert into driver_message_replies (customer_id, message_id, driver_id, is_from_driver,
        author_id, author, text, key, created_at)
      values (${customerId}, ${id}, ${first.id}, true, ${first.user_id}, ${first.name},
        'Is there a gauge in each cab?', gen_random_uuid(), ${new Date(sentMs + 2 * HOUR_MS)}),
      (${customerId}, ${id}, ${first.id}, false, ${author.id},
        ${`${author.first_name} ${author.last_name}`},
        'Yes, in the box behind the passenger seat.', gen_random_uuid(),
        ${new Date(sentMs + 3 * HOUR_MS)})`.execute(trx);
  }
}

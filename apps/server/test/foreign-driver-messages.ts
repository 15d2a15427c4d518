import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

const KEY = '8b0d2f6e-5b1c-4c58-9a53-0f6f7f0c7a11';

/** Plants a message to a driver of the other customer, with an answer. */
export async function plantDriverMessages(
  db: Database,
  { away, foreignDriver }: TrackedFleet,
): Promise<void> {
  await db.pool.query(
    `insert into driver_messages (id, customer_id, author, text, asks_confirmation)
     overriding system value values ($1, $2, 'Canary', 'Canary', true)`,
    [FOREIGN, away.customerId],
  );
  await db.pool.query(
    'insert into driver_message_receipts (message_id, driver_id, customer_id) values ($1, $2, $3)',
    [FOREIGN, foreignDriver, away.customerId],
  );
  await db.pool.query(
    `insert into driver_message_replies (customer_id, message_id, driver_id, is_from_driver, author, text, key)
     values ($1, $2, $3, true, 'Canary', 'Canary', gen_random_uuid())`,
    [away.customerId, FOREIGN, foreignDriver],
  );
}

/** Right questions about messages that aim at the other customer's. */
export function foreignDriverMessages({ away, foreignDriver }: TrackedFleet) {
  const params = { id: FOREIGN };
  const answer = { text: 'Canary', key: KEY };
  return {
    'driverMessages.list': { query: { driver: foreignDriver } },
    'driverMessages.read': { params },
    'driverMessages.send': {
      body: { text: 'Canary', drivers: [foreignDriver], depots: [away.depotId] },
    },
    'driverMessages.reply': { params, body: { driver: foreignDriver, ...answer } },
    'driverMessages.remind': { params },
    'driverMessages.receive': { params, body: { confirms: false } },
    'driverMessages.answer': { params, body: answer },
  } satisfies Record<string, Input>;
}

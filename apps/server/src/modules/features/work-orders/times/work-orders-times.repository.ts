import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type WorkOrderTimeRow = Selectable<Tables['work_order_times']>;

/** The hours of an order, the first first. */
export async function timesOf(trx: Transaction, orderId: number): Promise<WorkOrderTimeRow[]> {
  return trx
    .selectFrom('work_order_times')
    .selectAll()
    .where('work_order_id', '=', orderId)
    .orderBy('started_at')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Stops the running clocks of a person, or of an order. Returns the orders that they ran on. */
export async function stopClocks(
  trx: Transaction,
  of: { readonly userId: number } | { readonly orderId: number },
): Promise<{ work_order_id: number; user_name: string }[]> {
  return trx
    .updateTable('work_order_times')
    .set({ ended_at: sql<Date>`greatest(now(), started_at)` })
    .where('ended_at', 'is', null)
    .where(
      'userId' in of ? 'user_id' : 'work_order_id',
      '=',
      'userId' in of ? of.userId : of.orderId,
    )
    .returning(['work_order_id', 'user_name'])
    .execute();
}

/** Starts the clock of a person on an order. */
export async function startClock(
  trx: Transaction,
  time: {
    readonly customerId: number;
    readonly orderId: number;
    readonly userId: number;
    readonly name: string;
  },
): Promise<void> {
  await trx
    .insertInto('work_order_times')
    .values({
      customer_id: time.customerId,
      work_order_id: time.orderId,
      user_id: time.userId,
      user_name: time.name,
      started_at: sql<Date>`now()`,
    })
    .execute();
}

/** Corrects hours of an order. Returns the values before; undefined if there are none. */
export async function correctTime(
  trx: Transaction,
  orderId: number,
  timeId: number,
  { startedAt, endedAt }: { readonly startedAt: Date; readonly endedAt: Date },
): Promise<WorkOrderTimeRow | undefined> {
  const before = await trx
    .selectFrom('work_order_times')
    .selectAll()
    .where('id', '=', timeId)
    .where('work_order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) return undefined;
  await trx
    .updateTable('work_order_times')
    .set({ started_at: startedAt, ended_at: endedAt })
    .where('id', '=', timeId)
    .execute();
  return before;
}

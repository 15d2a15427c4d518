import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { isPaused } from '../schedules.repository.ts';

/** Settings of a customer: recipients, and the days before a due date. */
export interface Reminders {
  readonly is_active: boolean;
  readonly days_before: number[];
  readonly emails: string[];
}

/** Settings of customers that have saved none: no reminders. */
const DEFAULT: Reminders = { is_active: false, days_before: [28, 7, 1], emails: [] };

export async function remindersOf(trx: Transaction, customerId: number): Promise<Reminders> {
  const row = await trx
    .selectFrom('schedule_reminders')
    .select(['is_active', 'days_before', 'emails'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? DEFAULT;
}

export async function keepReminders(
  trx: Transaction,
  customerId: number,
  reminders: Reminders,
): Promise<void> {
  await trx
    .insertInto('schedule_reminders')
    .values({ customer_id: customerId, ...reminders })
    .onConflict((on) => on.column('customer_id').doUpdateSet(reminders))
    .execute();
}

/** Customers with active reminders. */
export async function customersToRemind(
  trx: Transaction,
): Promise<({ customer_id: number; customer: string } & Reminders)[]> {
  const { rows } = await sql<{ customer_id: number; customer: string } & Reminders>`
    select r.*, c.name as customer from schedule_reminders r
    join customers c on c.id = r.customer_id
    where r.is_active and cardinality(r.emails) > 0 and cardinality(r.days_before) > 0
    order by r.customer_id`.execute(trx);
  return rows;
}

export interface OpenScheduleRow {
  id: number;
  /** `due_ms` with the full precision of the database, as text. */
  due_at: string;
  registration: string;
  name: string;
  due_ms: number;
  /** The date by time, which stays while a forecast moves `due_ms`. */
  time_due_ms: number;
  planned_on: string | null;
}

/**
 * A batch of unpaused open schedules of active vehicles, due from a day ago until a time; earliest
 * first.
 *
 * @param after the last row of the previous batch; null for the first one
 */
export async function openUntil(
  trx: Transaction,
  customerId: number,
  untilMs: number,
  after: OpenScheduleRow | null,
  limit: number,
): Promise<OpenScheduleRow[]> {
  const isAfter =
    after === null
      ? sql<boolean>`true`
      : sql<boolean>`(s.due_at, s.id) > (${after.due_at}::timestamptz, ${after.id})`;
  const { rows } = await sql<OpenScheduleRow>`
    select s.id, s.due_at::text as due_at, v.registration, t.name, (extract(epoch from s.due_at) * 1000)::float8 as due_ms,
      (extract(epoch from coalesce(s.time_due_at, s.due_at)) * 1000)::float8 as time_due_ms,
      to_char(s.planned_on, 'YYYY-MM-DD') as planned_on
    from scheduled_activities s
    join vehicles v on v.id = s.vehicle_id and v.is_active
    join schedule_types t on t.id = s.schedule_type_id
    where s.customer_id = ${customerId} and s.fulfilled_at is null and not ${isPaused}
      and s.due_at >= now() - interval '1 day' and s.due_at < ${new Date(untilMs)}
      and ${isAfter}
    order by s.due_at, s.id limit ${limit}`.execute(trx);
  return rows;
}

/**
 * Marks reminders as sent.
 *
 * @returns ids of the schedules whose reminders had not been sent before
 */
export async function markSent(
  trx: Transaction,
  customerId: number,
  reminders: readonly { readonly id: number; readonly dueDay: string; readonly days: number }[],
): Promise<ReadonlySet<number>> {
  if (reminders.length === 0) return new Set();
  const rows = await trx
    .insertInto('schedule_reminders_sent')
    .values(
      reminders.map(({ id, dueDay, days }) => ({
        scheduled_activity_id: id,
        customer_id: customerId,
        due_on: dueDay,
        days_before: days,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('scheduled_activity_id')
    .execute();
  return new Set(rows.map(({ scheduled_activity_id }) => scheduled_activity_id));
}

import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A pending investigation with the assignee to notify. */
export interface NotificationRow {
  id: number;
  activity_id: number;
  title: string;
  registration: string;
  due_at: Date | null;
  user_id: number;
  email: string;
  first_name: string;
  language: string;
  customer_id: number;
}

/**
 * Pending investigations whose assignee has not been notified of them, or not of the due date. The
 * rows are locked until the transaction ends, so that two processes get different ones.
 *
 * @param dueBefore investigations due before this time need a reminder
 */
export async function investigationsToNotify(
  trx: Transaction,
  dueBefore: Date,
  limit: number,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select i.id, i.activity_id, t.title, v.registration, i.due_at, u.id as user_id, u.email,
      u.first_name, u.language, i.customer_id
    from investigations i join investigation_templates t on t.id = i.template_id
    join vehicle_activities a on a.id = i.activity_id join vehicles v on v.id = a.vehicle_id
    join users u on u.id = i.assignee_id
    where i.status = 'PENDING' and u.is_active and u.email <> ''
      and (i.told_assignee_id is distinct from i.assignee_id
        or (not i.is_due_told and i.due_at < ${dueBefore}))
    order by i.assignee_id, i.due_at, i.id limit ${limit} for update of i skip locked`.execute(trx);
  return rows;
}

/** Marks the assignees as notified. */
export async function markNotified(
  trx: Transaction,
  ids: readonly number[],
  dueBefore: Date,
): Promise<void> {
  await sql`update investigations set told_assignee_id = assignee_id,
    is_due_told = is_due_told or coalesce(due_at < ${dueBefore}, false)
    where id = any(${[...ids]}::int[])`.execute(trx);
}

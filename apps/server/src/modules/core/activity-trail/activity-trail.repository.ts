import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/** A field of a record, before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type ChangeAction =
  | 'created'
  | 'archived'
  | 'restored'
  | 'fulfilled'
  | 'scheduled'
  | 'planned';

/** A stored change. Never updated. */
export interface Change {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly activityId: number | null;
  readonly scheduledActivityId: number | null;
  readonly action: ChangeAction;
  readonly changes: readonly FieldChange[];
}

/** The author of the changes of a request; the name as it is at that moment. */
export interface Author {
  readonly userId: number;
  readonly name: string;
}

/** The author of a request's changes. */
export async function authorOf(trx: Transaction, viewer: Viewer): Promise<Author> {
  const user = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'username'])
    .where('id', '=', viewer.userId)
    .executeTakeFirst();
  const name = `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim();
  return { userId: viewer.userId, name: name === '' ? (user?.username ?? '') : name };
}

/** Stores changes in the transaction that makes them. */
export async function keepChanges(
  trx: Transaction,
  author: { readonly userId: number | null; readonly name: string } | null,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('vehicle_file_changes')
    .values(
      changes.map((change) => ({
        customer_id: change.customerId,
        vehicle_id: change.vehicleId,
        activity_id: change.activityId,
        scheduled_activity_id: change.scheduledActivityId,
        user_id: author?.userId ?? null,
        user_name: author?.name ?? null,
        action: change.action,
        changes: JSON.stringify(change.changes),
      })),
    )
    .execute();
}

export interface TrailRow {
  id: string;
  at: Date;
  user_name: string | null;
  action: ChangeAction;
  changes: FieldChange[];
}

/** The history of an activity and of the schedules that it created, oldest first. */
export async function trailOf(trx: Transaction, activityId: number): Promise<TrailRow[]> {
  const { rows } = await sql<TrailRow>`
    select c.id, c.at, c.user_name, c.action, c.changes from vehicle_file_changes c
    where c.activity_id = ${activityId} or c.scheduled_activity_id in
      (select s.id from scheduled_activities s where s.created_by_activity_id = ${activityId})
    order by c.id limit 500`.execute(trx);
  return rows;
}

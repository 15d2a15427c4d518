import type { EnteredActivityKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { AnalysedDriver, StoredActivity } from '../drivers-hours.repository.ts';

/** An activity of a driver card. Times in ms since 1970 UTC. */
export interface CardActivity {
  readonly kind: EnteredActivityKind;
  readonly startMs: number;
  readonly endMs: number;
  readonly isCrew: boolean;
  readonly isFerry: boolean;
  readonly isOutOfScope: boolean;
}

/** An activity that a person enters. */
export interface EnteredActivity extends CardActivity {
  readonly note: string;
  readonly userId: number;
}

export async function insertEntered(
  trx: Transaction,
  { customerId, id: driverId }: AnalysedDriver,
  { endMs, isCrew, isFerry, isOutOfScope, kind, note, startMs, userId }: EnteredActivity,
): Promise<StoredActivity> {
  const { id } = await trx
    .insertInto('driver_activities')
    .values({
      customer_id: customerId,
      driver_id: driverId,
      started_at: new Date(startMs),
      ended_at: new Date(endMs),
      kind,
      source: 'manual',
      is_crew: isCrew,
      is_ferry: isFerry,
      is_out_of_scope: isOutOfScope,
      note,
      entered_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const flags = { isCrew, isFerry, isOutOfScope };
  return { id: Number(id), driverId, kind, startMs, endMs, source: 'manual', note, ...flags };
}

/** Whether an activity that was entered by hand overlaps a range. */
export async function overlapsEntered(
  trx: Transaction,
  driverId: number,
  { endMs, startMs }: { readonly startMs: number; readonly endMs: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom('driver_activities')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('source', '=', 'manual')
    .where('started_at', '<', new Date(endMs))
    .where('ended_at', '>', new Date(startMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an activity that was entered by hand, and returns it; undefined if there is none. */
export async function deleteEntered(
  trx: Transaction,
  driverId: number,
  id: number,
): Promise<{ readonly startMs: number; readonly facts: object } | undefined> {
  const row = await trx
    .deleteFrom('driver_activities')
    .where('id', '=', String(id))
    .where('driver_id', '=', driverId)
    .where('source', '=', 'manual')
    .returning(['started_at', 'ended_at', 'kind', 'note'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { startMs: row.started_at.getTime(), facts: row };
}

/** Stores the activities of a card in place of those of earlier downloads of the same time. */
export async function replaceCardActivities(
  trx: Transaction,
  { customerId, id }: AnalysedDriver,
  range: { readonly startMs: number; readonly endMs: number },
  activities: readonly CardActivity[],
): Promise<void> {
  await trx
    .deleteFrom('driver_activities')
    .where('driver_id', '=', id)
    .where('source', '=', 'card')
    .where('started_at', '>=', new Date(range.startMs))
    .where('started_at', '<', new Date(range.endMs))
    .execute();
  const rows = activities.map(({ endMs, isCrew, isFerry, isOutOfScope, kind, startMs }) => ({
    started_at: new Date(startMs).toISOString(),
    ended_at: new Date(endMs).toISOString(),
    kind,
    is_crew: isCrew,
    is_ferry: isFerry,
    is_out_of_scope: isOutOfScope,
  }));
  await sql`insert into driver_activities (customer_id, driver_id, source, started_at, ended_at, kind,
      is_crew, is_ferry, is_out_of_scope)
    select ${customerId}, ${id}, 'card', r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (started_at timestamptz, ended_at timestamptz, kind text, is_crew boolean,
        is_ferry boolean, is_out_of_scope boolean)`.execute(trx);
}

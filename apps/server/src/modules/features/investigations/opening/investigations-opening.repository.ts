import { toApiDateTime } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type {
  InvestigationCause,
  SnapshotSchedule,
  Transaction,
} from '../../../../platform/db/index.ts';
import type { InvestigatedActivity } from '../investigations.repository.ts';

export interface NewInvestigation {
  readonly customerId: number;
  readonly activityId: number;
  readonly templateId: number;
  readonly assigneeId: number | null;
  readonly dueAt: Date | null;
  readonly cause: InvestigationCause;
  readonly snapshot: readonly SnapshotSchedule[];
  readonly openedBy: { readonly userId: number | null; readonly name: string };
}

/** Inserts an investigation. Returns its id. */
export async function insertInvestigation(
  trx: Transaction,
  investigation: NewInvestigation,
): Promise<number> {
  const { openedBy } = investigation;
  const { id } = await trx
    .insertInto('investigations')
    .values({
      customer_id: investigation.customerId,
      activity_id: investigation.activityId,
      template_id: investigation.templateId,
      assignee_id: investigation.assigneeId,
      due_at: investigation.dueAt,
      cause: investigation.cause,
      snapshot: JSON.stringify(investigation.snapshot),
      opened_by_id: openedBy.userId,
      opened_by: openedBy.userId === null ? null : openedBy.name,
      told_assignee_id: null,
      signature_file_id: null,
      completed_by_id: null,
      completed_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A current template for new investigations. */
export interface OpeningTemplate {
  id: number;
  title: string;
  activity_type_id: number;
  activity_type_name: string;
  due_days: number;
  assignee_id: number | null;
}

async function openingTemplates(
  trx: Transaction,
  customerId: number,
  which: RawBuilder<unknown>,
): Promise<OpeningTemplate[]> {
  const { rows } = await sql<OpeningTemplate>`
    select t.id, t.title, t.activity_type_id, y.name as activity_type_name, t.due_days, t.assignee_id
    from investigation_templates t join activity_types y on y.id = t.activity_type_id
    where t.is_current and not t.archived
      and (t.customer_id is null or t.customer_id = ${customerId}) and ${which}
    order by t.customer_id nulls last, lower(t.title), t.id limit 400`.execute(trx);
  return rows;
}

/** Templates for investigations of a customer: its own and shared ones. */
export const templatesOf = (trx: Transaction, customerId: number): Promise<OpeningTemplate[]> =>
  openingTemplates(trx, customerId, sql`true`);

/** The template of an activity type; the customer's own takes precedence over a shared one. */
export async function templateOfType(
  trx: Transaction,
  customerId: number,
  activityTypeId: number,
): Promise<OpeningTemplate | undefined> {
  const [first] = await openingTemplates(
    trx,
    customerId,
    sql`t.activity_type_id = ${activityTypeId}`,
  );
  return first;
}

/** The current open schedules of the type of an activity, for its vehicle. */
export async function openSchedules(
  trx: Transaction,
  activity: InvestigatedActivity,
): Promise<SnapshotSchedule[]> {
  const { rows } = await sql<{ id: number; name: string; was_overdue: boolean; due_at: Date }>`
    select s.id, k.name, s.due_at, s.latest_on < (now() at time zone 'UTC')::date as was_overdue
    from scheduled_activities s join schedule_types k on k.id = s.schedule_type_id
    join activity_types y on y.schedule_type_id = k.id
    where y.id = ${activity.activity_type_id} and s.vehicle_id = ${activity.vehicle_id}
      and s.fulfilled_at is null order by s.due_at`.execute(trx);
  return rows.map(({ due_at, ...row }) => ({
    ...row,
    expires_at: toApiDateTime(due_at.getTime()),
  }));
}

/** Whether an activity of the same record already has an automatically opened investigation. */
export async function isRecordInvestigated(trx: Transaction, activityId: number): Promise<boolean> {
  const { rows } = await sql`select from vehicle_activities a
    join vehicle_activities o on o.vehicle_id = a.vehicle_id
      and o.activity_type_id = a.activity_type_id and o.record_id = a.record_id
    join investigations i on i.activity_id = o.id and i.cause <> 'person'
    where a.id = ${activityId} limit 1`.execute(trx);
  return rows.length > 0;
}

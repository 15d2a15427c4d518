import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type {
  InvestigationCause,
  SnapshotSchedule,
  Transaction,
} from '../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

export interface InvestigationRow {
  id: number;
  customer_id: number;
  activity_id: number;
  status: 'PENDING' | 'COMPLETE';
  template_id: number;
  title: string;
  version: number;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
  assignee_id: number | null;
  first_name: string | null;
  last_name: string | null;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  signature_file_id: string | null;
  completed_by: string | null;
  completed_at: Date | null;
  cause: InvestigationCause;
  opened_by: string | null;
  snapshot: SnapshotSchedule[];
  revision: number;
}

export interface AnswerRow {
  id: number;
  investigation_id: number;
  question_id: number;
  answer: string;
  file_id: string | null;
  file_name: string | null;
  media_type: string | null;
  answered_by: string;
}

/** An activity with investigations. */
export interface InvestigatedActivity {
  id: number;
  customer_id: number;
  vehicle_id: number;
  registration: string;
  activity_type_id: number;
}

const columns = sql`i.id, i.customer_id, i.activity_id, i.status, i.template_id, t.title, t.version,
  a.vehicle_id, v.registration, p.depot_id, p.depot_name, i.assignee_id, u.first_name, u.last_name,
  i.due_at, i.created_at, i.updated_at, i.signature_file_id, i.completed_by, i.completed_at, i.cause,
  i.opened_by, i.snapshot, i.revision`;

/** Investigations `i` of activities of visible vehicles, with the first visible depot of each. */
const from = (trx: Transaction, viewer: Viewer) => sql`investigations i
  join investigation_templates t on t.id = i.template_id
  join vehicle_activities a on a.id = i.activity_id
  join (${visibleVehicles(trx, viewer)}) v on v.id = a.vehicle_id
  left join users u on u.id = i.assignee_id
  left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
    join depots g on g.id = w.depot_id where w.vehicle_id = a.vehicle_id and ${depotIsVisible(viewer)}
    order by g.name limit 1) p on true`;

/** An activity; undefined if it does not exist or its vehicle is not visible. */
export async function investigatedActivity(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<InvestigatedActivity | undefined> {
  const { rows } = await sql<InvestigatedActivity>`
    select a.id, a.customer_id, a.vehicle_id, v.registration, a.activity_type_id
    from vehicle_activities a join (${visibleVehicles(trx, viewer)}) v on v.id = a.vehicle_id
    where a.id = ${id}`.execute(trx);
  return rows[0];
}

/** A page of the investigations of an activity, oldest first by default. */
export async function investigationPage(
  trx: Transaction,
  viewer: Viewer,
  activityId: number,
  page: { readonly limit: number; readonly offset: number; readonly descending: boolean },
): Promise<{ count: number; rows: InvestigationRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<InvestigationRow>`select ${columns} from ${from(trx, viewer)}
    where i.activity_id = ${activityId} order by i.created_at ${to}, i.id ${to}
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`select count(*)::int as count from investigations
    where activity_id = ${activityId}`.execute(trx);
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** An investigation of a visible activity; undefined if there is none. */
export async function visibleInvestigation(
  trx: Transaction,
  viewer: Viewer,
  activityId: number,
  id: number,
): Promise<InvestigationRow | undefined> {
  const { rows } = await sql<InvestigationRow>`select ${columns} from ${from(trx, viewer)}
    where i.activity_id = ${activityId} and i.id = ${id}`.execute(trx);
  return rows[0];
}

/** The answers of investigations, with name and type of their attachments. */
export async function answersOf(trx: Transaction, ids: readonly number[]): Promise<AnswerRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AnswerRow>`
    select s.id, s.investigation_id, s.question_id, s.answer, s.file_id, f.name as file_name,
      f.media_type, s.answered_by
    from investigation_answers s left join files f on f.id = s.file_id
    where s.investigation_id = any(${[...ids]}::int[]) order by s.investigation_id, s.id`.execute(
    trx,
  );
  return rows;
}

/**
 * Locks an activity until the transaction ends. This serialises changes of its investigations, so
 * that their counts are correct.
 */
export async function lockActivity(trx: Transaction, id: number): Promise<void> {
  await sql`select from vehicle_activities where id = ${id} for update`.execute(trx);
}

/** An answer to save; it replaces the previous one. */
export interface KeptAnswer {
  readonly questionId: number;
  readonly answer: string;
  readonly fileId: string | null;
}

/** Saves answers under the name of the person who gave them. */
export async function saveAnswers(
  trx: Transaction,
  of: { readonly customerId: number; readonly investigationId: number; readonly by: string },
  answers: readonly KeptAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ questionId, answer, fileId }) => ({ questionId, answer, fileId }));
  await sql`
    insert into investigation_answers
      (customer_id, investigation_id, question_id, answer, file_id, answered_by)
    select ${of.customerId}, ${of.investigationId}, r."questionId", r.answer, r."fileId", ${of.by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("questionId" int, answer text, "fileId" uuid)
    on conflict (investigation_id, question_id) do update set answer = excluded.answer,
      file_id = excluded.file_id, answered_by = excluded.answered_by, answered_at = now()`.execute(
    trx,
  );
}

const changed = sql`revision = revision + 1, updated_at = now()`;

export async function touchInvestigation(trx: Transaction, id: number): Promise<void> {
  await sql`update investigations set ${changed} where id = ${id}`.execute(trx);
}

export async function completeInvestigation(
  trx: Transaction,
  id: number,
  by: { readonly userId: number | null; readonly name: string },
  signatureFileId: string,
): Promise<void> {
  await sql`update investigations set ${changed}, status = 'COMPLETE',
    signature_file_id = ${signatureFileId}, completed_by_id = ${by.userId},
    completed_by = ${by.name}, completed_at = now() where id = ${id}`.execute(trx);
}

/** Sets assignee and due date. A new due date leads to a new reminder. */
export async function assignInvestigation(
  trx: Transaction,
  id: number,
  assigneeId: number | null,
  dueAt: Date | null,
): Promise<void> {
  await sql`update investigations set ${changed}, assignee_id = ${assigneeId}, due_at = ${dueAt},
    is_due_told = is_due_told and due_at is not distinct from ${dueAt} where id = ${id}`.execute(
    trx,
  );
}

/** The activity whose investigation has this file as a signature or an attachment. */
export async function activityOfFile(
  trx: Transaction,
  fileId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ activity_id: number }>`
    select i.activity_id from investigations i where i.signature_file_id = ${fileId}
    union all
    select i.activity_id from investigation_answers s join investigations i
      on i.id = s.investigation_id where s.file_id = ${fileId} limit 1`.execute(trx);
  return rows[0]?.activity_id;
}

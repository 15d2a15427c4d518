import { sql } from 'kysely';
import sharp from 'sharp';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { type Files, storeFile } from '../../../../platform/files/index.ts';
import { type PlannedTemplate, TEMPLATES } from './demo-investigations-catalogue.ts';

const DAY_MS = 86_400_000;
/** Newer investigations are still pending. */
const PENDING_DAYS = 20;
/** Every third of the older ones is pending too, as an example of an overdue one. */
const FORGOTTEN = 3;
const AUTHOR = 'Fleet Compliance';

/** A hand-drawn signature. */
const SIGNATURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="250"><path d="M60 160C90 60 130 60 ' +
    '120 150S150 190 180 120s30 90 60 40 30 60 60 20 50 40 140-40M90 200C200 180 320 190 430 170" ' +
    'stroke="#000" stroke-width="3" fill="none" stroke-linecap="round"/></svg>',
);

interface Manager {
  customer_id: number;
  id: number;
  name: string;
}

async function insertTemplate(
  trx: Transaction,
  { customer_id: customerId, id: assignee }: Manager,
  plan: PlannedTemplate,
): Promise<{ templateId: number; questionIds: number[] }> {
  const { rows } = await sql<{ id: number }>`
    insert into investigation_templates (customer_id, activity_type_id, title, due_days, assignee_id,
      changed_by)
    select ${customerId}, id, ${plan.title}, ${plan.dueDays}, ${assignee}, ${AUTHOR}
    from activity_types where reference = ${plan.reference} and customer_id is null
    returning id`.execute(trx);
  const templateId = rows[0]?.id ?? 0;
  const questions = await trx
    .insertInto('investigation_questions')
    .values(
      plan.questions.map(({ question, type, choices }, position) => ({
        customer_id: customerId,
        template_id: templateId,
        position,
        question,
        answer_type: type,
        answer_choices: [...choices],
      })),
    )
    .returning(['id', 'position'])
    .execute();
  questions.sort((a, b) => a.position - b.position);
  return { templateId, questionIds: questions.map(({ id }) => id) };
}

interface Opened {
  id: number;
  created_at: Date;
}

/** Opens an investigation for each of the newest activities of this status, as the server does. */
async function openAll(
  trx: Transaction,
  manager: Manager,
  plan: PlannedTemplate,
  templateId: number,
): Promise<Opened[]> {
  const { rows } = await sql<Opened>`
    insert into investigations (customer_id, activity_id, template_id, assignee_id, told_assignee_id,
      is_due_told, due_at, cause, snapshot, created_at, updated_at)
    select a.customer_id, a.id, ${templateId}, ${manager.id}, ${manager.id}, true,
      date_trunc('day', a.created_at, 'UTC') + make_interval(days => ${plan.dueDays}), 'failed',
      coalesce((select jsonb_build_array(jsonb_build_object('id', s.id, 'name', k.name,
          'was_overdue', s.due_at < a.created_at,
          'expires_at', to_char(s.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
        from scheduled_activities s join schedule_types k on k.id = s.schedule_type_id
        where s.vehicle_id = a.vehicle_id and s.schedule_type_id = t.schedule_type_id
          and s.created_at < a.created_at and (s.fulfilled_at is null or s.fulfilled_at > a.created_at)
        order by s.due_at limit 1), '[]'),
      a.created_at, a.created_at
    from vehicle_activities a join activity_types t on t.id = a.activity_type_id
    where a.customer_id = ${manager.customer_id} and t.reference = ${plan.reference}
      and a.status = ${plan.status}
    order by a.created_at desc, a.id limit ${plan.atMost}
    returning id, created_at`.execute(trx);
  return rows;
}

/** Answers, signs and completes an investigation a few days after it was opened. */
async function complete(
  trx: Transaction,
  files: Files,
  signature: Buffer,
  manager: Manager,
  { id, created_at: openedAt }: Opened,
  answers: readonly { readonly questionId: number; readonly answer: string }[],
): Promise<void> {
  const at = new Date(openedAt.getTime() + 4 * DAY_MS);
  const file = await files.put(signature, {
    customerId: manager.customer_id,
    purpose: 'investigation',
    name: 'signature.png',
    maxBytes: signature.length,
    accept: ['image/png'],
  });
  await storeFile(trx, file);
  await trx
    .insertInto('investigation_answers')
    .values(
      answers.map(({ questionId, answer }) => ({
        customer_id: manager.customer_id,
        investigation_id: id,
        question_id: questionId,
        answer,
        file_id: null,
        answered_by: manager.name,
        answered_at: at,
      })),
    )
    .execute();
  await sql`update investigations set status = 'COMPLETE', revision = 2, updated_at = ${at},
    completed_at = ${at}, completed_by_id = ${manager.id}, completed_by = ${manager.name},
    signature_file_id = ${file.id} where id = ${id}`.execute(trx);
}

async function insertOf(
  trx: Transaction,
  files: Files,
  signature: Buffer,
  manager: Manager,
  plan: PlannedTemplate,
): Promise<void> {
  const { templateId, questionIds } = await insertTemplate(trx, manager, plan);
  const opened = await openAll(trx, manager, plan, templateId);
  const youngest = Date.now() - PENDING_DAYS * DAY_MS;
  for (const [n, one] of opened.entries()) {
    if (one.created_at.getTime() > youngest || n % FORGOTTEN === FORGOTTEN - 1) continue;
    const day = new Date(one.created_at.getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
    const answers = plan.questions.flatMap(({ answer }, place) => {
      const questionId = questionIds[place];
      if (answer === null || questionId === undefined) return [];
      return [{ questionId, answer: answer === 'day' ? `${day}T00:00:00Z` : answer }];
    });
    await complete(trx, files, signature, manager, one, answers);
  }
}

/** Inserts templates of all demo customers, with pending and completed investigations. */
export async function insertInvestigations(db: Database, files: Files): Promise<void> {
  const signature = await sharp(SIGNATURE).png().toBuffer();
  await db.asSystem(async (trx) => {
    const { rows: managers } = await sql<Manager>`
      select distinct on (customer_id) customer_id, id, concat_ws(' ', first_name, last_name) as name
      from users where customer_id is not null and role in ('MANAGER', 'ADMIN')
      order by customer_id, role desc, id`.execute(trx);
    for (const manager of managers) {
      for (const plan of TEMPLATES) await insertOf(trx, files, signature, manager, plan);
    }
  });
}

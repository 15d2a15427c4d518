import type { AnswerType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomerOrBuiltIn, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export interface QuestionRow {
  id: number;
  template_id: number;
  question: string;
  answer_type: AnswerType;
  answer_choices: string[];
}

export interface TemplateRow {
  id: number;
  /** Null for a template of all customers. */
  customer_id: number | null;
  activity_type_id: number;
  activity_type_name: string;
  title: string;
  version: number;
  origin_id: number | null;
  due_days: number;
  assignee_id: number | null;
  first_name: string | null;
  last_name: string | null;
  is_current: boolean;
  archived: boolean;
  changed_at: Date;
  changed_by: string;
  investigations_count: number;
}

/** Editable values of a template. */
export interface TemplateValues {
  readonly customerId: number | null;
  readonly activityTypeId: number;
  readonly title: string;
  readonly dueDays: number;
  readonly assigneeId: number | null;
  readonly archived: boolean;
  readonly changedBy: string;
}

export interface QuestionValues {
  readonly question: string;
  readonly answer_type: AnswerType;
  readonly answer_choices: readonly string[];
}

const columns = sql`t.id, t.customer_id, t.activity_type_id, y.name as activity_type_name, t.title,
  t.version, t.origin_id, t.due_days, t.assignee_id, u.first_name, u.last_name, t.is_current, t.archived,
  t.changed_at, t.changed_by,
  (select count(*) from investigations i where i.template_id = t.id)::int as investigations_count`;
const from = sql`investigation_templates t join activity_types y on y.id = t.activity_type_id
  left join users u on u.id = t.assignee_id`;

const SORTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  title: sql`lower(t.title)`,
  activity_type: sql`lower(y.name)`,
  changed_at: sql`t.changed_at`,
};

/** A page of the newest versions of templates, either archived or not archived. */
export async function templatePage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  archived: boolean,
): Promise<{ count: number; rows: TemplateRow[] }> {
  const pattern = containsPattern(page.search);
  const matching = sql`t.is_current and t.archived = ${archived} and ${ofCustomerOrBuiltIn(viewer, 't.customer_id')}
    and (t.title ilike ${pattern} or y.name ilike ${pattern})`;
  const to = page.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<TemplateRow>`select ${columns} from ${from} where ${matching}
    order by ${SORTS[page.orderBy ?? 'title']} ${to}, t.id limit ${page.limit}
    offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`
    select count(*)::int as count from ${from} where ${matching}`.execute(trx);
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** A template in any version; undefined if it is not visible. */
export async function templateById(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`select ${columns} from ${from}
    where t.id = ${id} and ${ofCustomerOrBuiltIn(viewer, 't.customer_id')}`.execute(trx);
  return rows[0];
}

/** Locks a template until the transaction ends, which serialises its changes. */
export async function lockTemplate(trx: Transaction, id: number): Promise<void> {
  await sql`select from investigation_templates where id = ${id} for update`.execute(trx);
}

/** The questions of templates, by position. */
export async function questionsOf(
  trx: Transaction,
  templateIds: readonly number[],
): Promise<QuestionRow[]> {
  if (templateIds.length === 0) return [];
  const { rows } = await sql<QuestionRow>`
    select id, template_id, question, answer_type, answer_choices from investigation_questions
    where template_id = any(${[...templateIds]}::int[]) order by template_id, position`.execute(
    trx,
  );
  return rows;
}

/** The customer of an activity type; undefined if the type is not visible. */
export async function typeOfActivity(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<{ customer_id: number | null } | undefined> {
  const { rows } = await sql<{ customer_id: number | null }>`select y.customer_id
    from activity_types y where y.id = ${id} and ${ofCustomerOrBuiltIn(viewer, 'y.customer_id')}`.execute(
    trx,
  );
  return rows[0];
}

/** Visible activity types, by name. */
export async function typesOfActivities(
  trx: Transaction,
  viewer: Viewer,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select y.id, y.name
    from activity_types y where ${ofCustomerOrBuiltIn(viewer, 'y.customer_id')} order by lower(y.name), y.id limit 1000
    `.execute(trx);
  return rows;
}

/**
 * Whether an activity type has another current template. Takes a lock on the type until the
 * transaction ends, so that two people cannot create one each.
 */
export async function hasTemplate(
  trx: Transaction,
  customerId: number | null,
  activityTypeId: number,
  exceptId: number | null,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${customerId ?? 0}, ${activityTypeId})`.execute(trx);
  const { rows } = await sql`select from investigation_templates
    where coalesce(customer_id, 0) = ${customerId ?? 0} and activity_type_id = ${activityTypeId}
      and is_current and not archived and id <> ${exceptId ?? 0} limit 1`.execute(trx);
  return rows.length > 0;
}

const columnsOf = (values: TemplateValues) => ({
  activity_type_id: values.activityTypeId,
  title: values.title,
  due_days: values.dueDays,
  assignee_id: values.assigneeId,
  archived: values.archived,
  changed_by: values.changedBy,
});

/**
 * Inserts a version of a template with its questions. Returns its id.
 *
 * @param originId id of the first version; null if this is the first
 */
export async function insertTemplate(
  trx: Transaction,
  values: TemplateValues,
  { version, originId }: { readonly version: number; readonly originId: number | null },
  questions: readonly QuestionValues[],
): Promise<number> {
  const { id } = await trx
    .insertInto('investigation_templates')
    .values({
      customer_id: values.customerId,
      ...columnsOf(values),
      version,
      origin_id: originId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertQuestions(trx, values.customerId, id, questions);
  return id;
}

/** Marks a version as no longer current; existing investigations keep it. */
export async function supersede(trx: Transaction, id: number): Promise<void> {
  await sql`update investigation_templates set is_current = false where id = ${id}`.execute(trx);
}

/** Updates a version in place. */
export async function updateTemplate(
  trx: Transaction,
  id: number,
  values: TemplateValues,
  version: number,
): Promise<void> {
  await trx
    .updateTable('investigation_templates')
    .set({
      ...columnsOf(values),
      changed_at: new Date(),
      version,
    })
    .where('id', '=', id)
    .execute();
}

async function insertQuestions(
  trx: Transaction,
  customerId: number | null,
  templateId: number,
  questions: readonly QuestionValues[],
): Promise<void> {
  await trx
    .insertInto('investigation_questions')
    .values(
      questions.map(({ question, answer_type, answer_choices }, position) => ({
        customer_id: customerId,
        template_id: templateId,
        position,
        question,
        answer_type,
        answer_choices: [...answer_choices],
      })),
    )
    .execute();
}

/** Replaces the questions of a version that no investigation uses. */
export async function replaceQuestions(
  trx: Transaction,
  customerId: number | null,
  templateId: number,
  questions: readonly QuestionValues[],
): Promise<void> {
  await trx.deleteFrom('investigation_questions').where('template_id', '=', templateId).execute();
  await insertQuestions(trx, customerId, templateId, questions);
}

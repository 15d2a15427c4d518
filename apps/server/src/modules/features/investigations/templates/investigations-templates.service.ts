import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  conflict,
  fieldConflict,
  forbidden,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { assigneesOf } from '../../../core/users/index.ts';
import {
  hasTemplate,
  insertTemplate,
  lockTemplate,
  type QuestionRow,
  type QuestionValues,
  questionsOf,
  replaceQuestions,
  supersede,
  type TemplateRow,
  type TemplateValues,
  templateById,
  templatePage,
  typeOfActivity,
  typesOfActivities,
  updateTemplate,
} from './investigations-templates.repository.ts';
import { questionsFrom } from './investigations-templates-rules.ts';

type Calls = typeof contract.investigations;
type Template = AnswerOf<Calls['createTemplate']>;
type Body = BodyOf<Calls['createTemplate']>;

const CHANGED = 'check.template_changed';

/** Formats a question for the API. */
export function toQuestion({ template_id: _, ...question }: QuestionRow) {
  return question;
}

function toTemplate(row: TemplateRow, questions: readonly QuestionRow[]): Template {
  return {
    id: row.id,
    title: row.title,
    activity_type: row.activity_type_id,
    activity_type_name: row.activity_type_name,
    questions: questions.filter((one) => one.template_id === row.id).map(toQuestion),
    due_days: row.due_days,
    assignee:
      row.assignee_id === null
        ? null
        : { id: row.assignee_id, first_name: row.first_name ?? '', last_name: row.last_name ?? '' },
    archived: row.archived,
    version: row.version,
    origin: row.origin_id ?? row.id,
    is_shared: row.customer_id === null,
    changed_at: toApiDateTime(row.changed_at.getTime()),
    changed_by: row.changed_by,
    investigations_count: row.investigations_count,
  };
}

/** A template's values for the audit log. */
function kept(row: TemplateRow, questions: readonly QuestionValues[]) {
  return {
    title: row.title,
    activity_type: row.activity_type_name,
    due_days: row.due_days,
    assignee: row.assignee_id === null ? null : `${row.first_name} ${row.last_name}`.trim(),
    archived: row.archived,
    questions: questions.map(({ question, answer_type, answer_choices }) =>
      [question, answer_type, ...answer_choices].join(' · '),
    ),
  };
}

const isSame = (a: readonly QuestionValues[], b: readonly QuestionValues[]) => {
  const serialised = (list: readonly QuestionValues[]) =>
    JSON.stringify(list.map((one) => [one.question, one.answer_type, one.answer_choices]));
  return serialised(a) === serialised(b);
};

/** Versioned templates of investigations (requirements I-P07, RP-24 to RP-26). */
export class TemplatesService {
  constructor(private readonly db: Database) {}

  async list(
    viewer: Viewer,
    query: QueryOf<Calls['templates']>,
  ): Promise<AnswerOf<Calls['templates']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const archived = query.archived === 'true';
      const { count, rows } = await templatePage(trx, viewer, pageOf(query), archived);
      const questions = await questionsOf(
        trx,
        rows.map(({ id }) => id),
      );
      return { count, results: rows.map((row) => toTemplate(row, questions)) };
    });
  }

  /** @throws HttpError 404 for an unknown template or one of another customer */
  async read(viewer: Viewer, id: number): Promise<Template> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await templateById(trx, viewer, id));
      return toTemplate(row, await questionsOf(trx, [id]));
    });
  }

  /** The current values of the edit form. @throws HttpError as {@link read} */
  async form(viewer: Viewer, id: number): Promise<Omit<Body, 'version'>> {
    const { title, activity_type, questions, due_days, assignee, archived } = await this.read(
      viewer,
      id,
    );
    return {
      title,
      activity_type,
      questions: [...questions],
      due_days,
      assignee: assignee?.id ?? null,
      archived,
    };
  }

  /** Activity types and assignees to choose from; assignees are of the viewer's customer. */
  async options(viewer: Viewer): Promise<AnswerOf<Calls['templateOptions']>> {
    const { customerId } = viewer;
    return this.db.asViewer(viewer, async (trx) => ({
      activity_types: await typesOfActivities(trx, viewer),
      assignees: customerId === null ? [] : await assigneesOf(trx, customerId, [], 'Vehicle File'),
    }));
  }

  /**
   * Creates a template of the viewer's customer. For a global administrator without a customer, it
   * belongs to the customer of the activity type, or to all customers if the type is shared.
   *
   * @throws HttpError 400 with the invalid field, 409 if the activity type already has a template
   */
  async create(viewer: Viewer, body: Body): Promise<Template> {
    return this.db.asViewer(viewer, async (trx) => {
      const questions = questionsFrom(body.questions);
      const customerId = await this.#ownerFor(trx, viewer, body.activity_type, viewer.customerId);
      const values = await this.#checked(trx, viewer, body, customerId, null);
      const id = await insertTemplate(trx, values, { version: 1, originId: null }, questions);
      return this.#answer(trx, viewer, id, null);
    });
  }

  /**
   * Changes a template. If an investigation uses it and a question or the title changes, a new
   * version is created instead.
   *
   * @throws HttpError as {@link create}; 403 for a shared template unless the viewer is a global
   *   administrator, 404 for an unknown template, 409 if there is a newer version
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<Template> {
    return this.db.asViewer(viewer, async (trx) => {
      await lockTemplate(trx, id);
      const known = orNotFound(await templateById(trx, viewer, id));
      if (known.customer_id === null && !viewer.isGlobalAdmin) {
        throw forbidden('investigation.template_global_only');
      }
      const isStale = body.version !== undefined && body.version !== known.version;
      if (!known.is_current || isStale) throw conflict(CHANGED);
      const questions = questionsFrom(body.questions);
      await this.#ownerFor(trx, viewer, body.activity_type, known.customer_id);
      const values = await this.#checked(trx, viewer, body, known.customer_id, id);
      const before = await questionsOf(trx, [id]);
      const keepsQuestions = isSame(before, questions) && known.title === values.title;
      const isCopied = known.investigations_count > 0 && !keepsQuestions;
      const version = known.version + 1;
      if (isCopied) {
        await supersede(trx, id);
        const originId = known.origin_id ?? known.id;
        const next = await insertTemplate(trx, values, { version, originId }, questions);
        return this.#answer(trx, viewer, next, kept(known, before));
      }
      await updateTemplate(trx, id, values, version);
      if (!keepsQuestions) await replaceQuestions(trx, known.customer_id, id, questions);
      return this.#answer(trx, viewer, id, kept(known, before));
    });
  }

  /** The customer id for a template. Refuses types that are not visible or of another customer. */
  async #ownerFor(trx: Transaction, viewer: Viewer, typeId: number, ownerId: number | null) {
    const type = await typeOfActivity(trx, viewer, typeId);
    const isOfOther = ownerId !== null && type?.customer_id != null && type.customer_id !== ownerId;
    if (type === undefined || isOfOther) {
      throw wrongField('activity_type', 'investigation.activity_type_missing');
    }
    return ownerId ?? type.customer_id;
  }

  async #checked(
    trx: Transaction,
    viewer: Viewer,
    body: Body,
    customerId: number | null,
    exceptId: number | null,
  ): Promise<TemplateValues> {
    if (!body.archived && (await hasTemplate(trx, customerId, body.activity_type, exceptId))) {
      throw fieldConflict('activity_type', 'investigation.activity_type_taken');
    }
    if (body.assignee !== null) {
      const people =
        customerId === null ? [] : await assigneesOf(trx, customerId, [], 'Vehicle File');
      if (!people.some(({ id }) => id === body.assignee)) {
        throw wrongField('assignee', 'investigation.person_unavailable');
      }
    }
    return {
      customerId,
      activityTypeId: body.activity_type,
      title: body.title,
      dueDays: body.due_days,
      assigneeId: body.assignee,
      archived: body.archived,
      changedBy: (await actorOf(trx, viewer)).name,
    };
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number, before: object | null) {
    const row = orNotFound(await templateById(trx, viewer, id));
    const questions = await questionsOf(trx, [id]);
    await recordChange(trx, {
      customerId: row.customer_id,
      actor: await actorOf(trx, viewer),
      subject: { kind: 'investigation_template', id: String(row.origin_id ?? id), name: row.title },
      action: before === null ? 'created' : 'changed',
      before,
      after: kept(row, questions),
    });
    return toTemplate(row, questions);
  }
}

import { ANSWER_TYPES, VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateInput, exactText, id, idText, textOf, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

/** Characters of data URLs, above the limits in bytes, which have their own errors. */
const ATTACHMENT_SIZE = 16_000_000;
const SIGNATURE_SIZE = 2_000_000;

const byInvestigation = z.object({ id: idText, investigationId: idText });
/** YYYY-MM-DD */
const day = dateInput;
const placeName = z.object({ id, name: z.string() });
const personName = z
  .object({ id, first_name: z.string(), last_name: z.string() })
  .meta({ id: 'PersonName' });

const questionFields = {
  question: textOf(255).min(2),
  answer_type: z.enum(ANSWER_TYPES),
  /** Of CHOICE and DROPDOWN_AND_TEXT; without a bar, which joins the two parts of an answer. */
  answer_choices: z.array(textOf(90).min(1)).max(40),
};
const question = z.object({ ...questionFields, id }).meta({ id: 'InvestigationQuestion' });

const templateFields = {
  title: textOf(90).min(2),
  activity_type: id,
};
const templateBody = z
  .object({
    ...templateFields,
    questions: z.array(z.object(questionFields)).min(1).max(60),
    /** Days from the opening to the due date of an investigation; 14 by default. */
    due_days: z.int().min(1).max(365).default(14),
    /** The assignee of new investigations. */
    assignee: id.nullable().default(null),
    archived: z.boolean().default(false),
    /** The version that the caller read; a stale version is refused. */
    version: id.optional(),
  })
  .meta({ id: 'InvestigationTemplateBody' });
const template = z
  .object({
    ...templateFields,
    id,
    questions: z.array(question),
    due_days: z.int(),
    assignee: personName.nullable(),
    archived: z.boolean(),
    version: id,
    /** The id of the first version, which the audit log uses. */
    origin: id,
    activity_type_name: z.string(),
    /** For all customers; only a global administrator can change it. */
    is_shared: z.boolean(),
    changed_at: utc,
    changed_by: z.string(),
    /** Investigations that use this version: a change makes the next one. */
    investigations_count: z.int().nonnegative(),
  })
  .meta({ id: 'InvestigationTemplate' });

const answer = z
  .object({
    id,
    question: z.object({ id }),
    answer: z.string(),
    /** A signed address that expires. */
    attachment: z.string().nullable(),
    attachment_name: z.string().nullable(),
    attachment_type: z.string().nullable(),
    answered_by: z.string(),
  })
  .meta({ id: 'InvestigationAnswer' });

const status = z.enum(['PENDING', 'COMPLETE']);
const investigation = z
  .object({
    id,
    activity_id: id,
    status,
    template: z.object({
      id,
      title: z.string(),
      version: id,
      questions: z.array(question),
    }),
    answers: z.array(answer),
    vehicle: z.object({ id, registration: z.string() }),
    depot: placeName.nullable(),
    depot_name: z.string().nullable(),
    assignee: personName.nullable(),
    due_date: utc.nullable(),
    created_at: utc,
    updated_at: utc,
    /** A signed address that expires (requirement I-P06). */
    signoff_signature: z.string().nullable(),
    completed_by: z.string().nullable(),
    completed_at: utc.nullable(),
    cause: z.enum(['overdue', 'failed', 'person']),
    /** Null for the system. */
    opened_by: z.string().nullable(),
    /** Open schedules of the activity's type when it was opened (requirement I-P04). */
    scheduled_activities_snapshot: z.array(
      z.object({ id, name: z.string(), was_overdue: z.boolean(), expires_at: utc }),
    ),
    /** Grows with every change. */
    revision: id,
  })
  .meta({ id: 'Investigation' });

const answerUpdate = z
  .object({
    answer: exactText(600),
    /** The id of an existing answer; otherwise use `question_id`. */
    id: id.optional(),
    question_id: id.optional(),
    /** A data URL of a picture or a PDF under 9,000,000 bytes. */
    attachment: exactText(ATTACHMENT_SIZE).optional(),
    /** Removes the attachment. */
    remove: z.literal(true).optional(),
  })
  .meta({ id: 'InvestigationAnswerUpdate' });

/** The possible assignees and templates of a new investigation. */
const options = z
  .object({
    templates: z.array(
      z.object({ id, title: z.string(), activity_type: id, activity_type_name: z.string() }),
    ),
    assignees: z.array(personName),
  })
  .meta({ id: 'InvestigationOptions' });

/** Investigations of the vehicle file (area I, RP-24 to RP-26). */
export const investigations = {
  templates: endpoint({
    method: 'GET',
    path: '/api/investigation_templates/',
    ids: ['RP-24'],
    summary: 'List investigation templates in their newest version, with their questions.',
    access: ADMINISTER,
    query: pagedQuery(['title', 'activity_type', 'changed_at']).extend({
      /** Templates that no longer open investigations. */
      archived: z.enum(['true', 'false']).default('false'),
    }),
    answer: paged(template),
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/investigation_templates/{id}/',
    ids: ['RP-24'],
    summary: 'Get one version of a template.',
    access: ADMINISTER,
    params: byId,
    answer: template,
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/api/investigation_templates/',
    ids: ['RP-25'],
    summary: 'Create a template. Each activity type has at most one.',
    access: ADMINISTER,
    body: templateBody,
    answer: template,
    status: 201,
  }),
  changeTemplate: endpoint({
    method: 'PUT',
    path: '/api/investigation_templates/{id}/',
    ids: ['RP-26'],
    summary:
      'Update a template. A template in use gets a new version, so old answers keep their questions.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: templateBody,
    answer: template,
  }),
  templateOptions: endpoint({
    method: 'GET',
    path: '/api/investigation_template_options/',
    ids: ['RP-24'],
    summary:
      'List the activity types, and the people to whom a template can assign investigations.',
    access: ADMINISTER,
    answer: z.object({
      activity_types: z.array(placeName),
      assignees: z.array(personName),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/investigations/',
    ids: ['R-171'],
    summary: 'List the investigations of an activity, oldest first.',
    access: VEHICLE_FILE,
    params: byId,
    query: pagedQuery(['created_at']),
    answer: paged(investigation),
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/investigation_options/',
    ids: ['I-P04'],
    summary: 'List the templates for a new investigation, and the people to assign it to.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    answer: options,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/vehicle_activities/{id}/investigations/',
    ids: ['I-P04'],
    summary: 'Open an investigation by hand.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({
      template: id,
      /** The assignee; by default that of the template, null for unassigned. */
      assignee: id.nullable().optional(),
      due_date: day.nullable().optional(),
    }),
    answer: investigation,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/investigations/{investigationId}/',
    ids: ['R-172'],
    summary: 'Get one investigation with its questions and answers.',
    access: VEHICLE_FILE,
    params: byInvestigation,
    answer: investigation,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/vehicle_activities/{id}/investigations/{investigationId}/',
    ids: ['R-173'],
    summary: 'Save answers. All answers and a signature complete the investigation.',
    access: VEHICLE_FILE_WRITE,
    params: byInvestigation,
    body: z
      .object({
        answers: z.array(answerUpdate).max(200),
        /** A data URL of a PNG; empty while it is not signed. */
        signoff_signature: exactText(SIGNATURE_SIZE).default(''),
        status,
        /** The revision that the caller read; a stale revision is refused. */
        revision: id.optional(),
      })
      .meta({ id: 'InvestigationUpdate' }),
    answer: investigation,
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/api/vehicle_activities/{id}/investigations/{investigationId}/assignment/',
    ids: ['I-06'],
    summary: 'Assign an investigation, with a due date.',
    access: VEHICLE_FILE_WRITE,
    params: byInvestigation,
    body: z.object({ assignee: id.nullable(), due_date: day.nullable() }),
    answer: investigation,
  }),
} as const;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utcInput } from './fields.ts';
import { recordText } from './record-shapes.ts';
import { byId, pagedQuery } from './shapes.ts';
import { asPdf, auditSurvey, listed, range, surveyItem } from './vehicle-check-shapes.ts';

const READ = { kind: 'module', anyOf: ['Vehicle Check'] } as const;
const WRITE = { kind: 'module', anyOf: ['Vehicle Check'], write: true } as const;

/** Audit surveys. */
export const surveyCalls = {
  surveys: endpoint({
    method: 'GET',
    path: '/api/audit_survey_report/',
    ids: ['R-126'],
    summary: 'List the audit surveys of a depot, a region, or all visible depots.',
    access: READ,
    query: pagedQuery(['date', 'depot', 'registration', 'auditor', 'score']).extend({
      ...range,
      type: z.literal('AUD').default('AUD'),
      depot: idText.optional(),
      region: idText.optional(),
    }),
    answer: listed(auditSurvey),
  }),
  exportSurveys: endpoint({
    method: 'GET',
    path: '/api/audit_survey_report/export/',
    ids: ['R-125', 'R-126'],
    summary: 'Export the filtered audit surveys as CSV, up to 10,000 rows.',
    access: READ,
    query: pagedQuery(['date', 'depot', 'registration', 'auditor', 'score'])
      .omit({ page: true, pageSize: true })
      .extend({
        ...range,
        type: z.literal('AUD').default('AUD'),
        depot: idText.optional(),
        region: idText.optional(),
      }),
    raw: 'file',
  }),
  removeSurveys: endpoint({
    method: 'DELETE',
    path: '/api/audit_survey_report/',
    ids: ['R-127'],
    summary: 'Delete audit surveys, all or none: the ids of the body, or one in the query.',
    access: WRITE,
    query: z.object({ id: idText.optional() }),
    body: z.object({ ids: z.array(id).max(400).default([]) }),
  }),
  createSurvey: endpoint({
    method: 'POST',
    path: '/api/audit_survey_report/',
    ids: ['R-128'],
    summary:
      'Create an audit survey. You become its auditor; its score is the share of items that pass.',
    access: WRITE,
    body: z.object({
      depot: id,
      vehicle: id.nullable().default(null),
      date: utcInput,
      items: z.array(surveyItem).min(1).max(120),
      note: recordText.optional(),
    }),
    answer: auditSurvey,
    status: 201,
  }),
  survey: endpoint({
    method: 'GET',
    path: '/api/audit_survey_report/{id}/',
    ids: ['R-129'],
    summary: 'Get one audit survey; with `pdf=true` as a PDF.',
    access: READ,
    params: byId,
    query: z.object(asPdf),
    answer: auditSurvey,
  }),
} as const;

import { AUDIT_ACTIONS, AUDIT_KINDS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, exactText, id, idText, longId, moment, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

const values = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z
  .object({
    id: longId,
    at: utc,
    customer: id.nullable(),
    action: z.enum(AUDIT_ACTIONS),
    /** Null for the product itself; the name is null after erasure. */
    actor: z.object({ id: id.nullable(), name: z.string().nullable() }),
    subject: z.object({ kind: z.enum(AUDIT_KINDS), id: z.string(), name: z.string().nullable() }),
    before: values,
    after: values,
    is_erased: z.boolean(),
  })
  .meta({ id: 'AuditEntry' });

const filter = {
  kind: z.enum(AUDIT_KINDS).optional(),
  /** Id of the record, of the kind above if there is one, or its reference number (DEF-000571). */
  subject: exactText(64).optional(),
  actor: idText.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  start: moment.optional(),
  end: moment.optional(),
  time_zone: browserZone,
};

/** The log of every change and of every viewing of locations (issue of people and permissions). */
export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/audit/',
    ids: ['O-P07'],
    summary: 'List entries of the audit log, newest first; of one record by `kind` and `subject`.',
    access: ADMINISTRATOR,
    query: pagedQuery(['at']).extend(filter),
    answer: paged(auditEntry).extend({ count_is_limit: z.boolean() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/audit/{id}/',
    ids: ['O-P07'],
    summary: 'Get one entry of the audit log.',
    access: ADMINISTRATOR,
    params: byId,
    answer: auditEntry,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/administration/audit/check/',
    ids: ['O-P07'],
    summary:
      'Verify the hash chains of the log, entry by entry. Store the returned head elsewhere to detect later whether the log was truncated.',
    access: ADMINISTRATOR,
    ratePerMinute: 6,
    answer: z.object({
      chains: z.array(
        z.object({
          customer: id.nullable(),
          entries: z.int().nonnegative(),
          broken_at: z.int().positive().nullable(),
          head: z.string(),
        }),
      ),
    }),
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/administration/audit/export/',
    ids: ['O-P07'],
    summary: 'Export the filtered entries: up to 10,000, or 2,000 as a PDF.',
    access: ADMINISTRATOR,
    ratePerMinute: 12,
    query: z.object({
      ...filter,
      search: textOf(200).default(''),
      format: z.enum(REPORT_FORMATS),
    }),
    raw: 'file',
  }),
} as const;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, id, utc } from './fields.ts';
import { byId } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['Vehicle Check'] } as const;

const monthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const monthType = z.enum(['STD', 'AUD', 'HND', 'DRV', 'GTC']).default('DRV');

/** A monthly PDF of a depot, running or ready. */
const monthDocument = z
  .object({
    id,
    depot: z.object({ id, name: z.string() }),
    month: z.string(),
    type: z.enum(['STD', 'AUD', 'HND', 'DRV', 'GTC']),
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'cancelled']),
    /** Reports in the document so far, and all of them. */
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
    /** Why it failed, in the reader's language. */
    failure: z.string().nullable(),
    created_at: utc,
    ended_at: utc.nullable(),
  })
  .meta({ id: 'MonthDocument' });

/** Monthly documents of a depot (L-13). */
export const monthCalls = {
  monthReport: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_report_pdf/{id}/',
    ids: ['L-10'],
    summary: 'Stream all reports of one type of a depot and month as one PDF, up to 2,000.',
    access: READ,
    params: byId,
    query: z.object({
      month: monthText,
      type: monthType,
      time_zone: browserZone,
    }),
    raw: 'file',
    ratePerMinute: 20,
  }),
  monthDocuments: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/month_documents/',
    ids: ['L-10'],
    summary: 'List the monthly PDFs that you requested in the last week, newest first.',
    access: READ,
    answer: z.object({ count: z.int().nonnegative(), results: z.array(monthDocument) }),
  }),
  createMonthDocument: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/month_documents/',
    ids: ['L-10'],
    summary: 'Queue the monthly PDF of a depot. One per person is created at a time.',
    access: READ,
    body: z.object({
      depot: id,
      month: monthText,
      type: monthType,
      time_zone: browserZone,
    }),
    answer: monthDocument,
    status: 202,
  }),
  cancelMonthDocument: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/month_documents/{id}/cancel/',
    ids: ['L-10'],
    summary: 'Cancel a document of yours that is queued or running.',
    access: READ,
    params: byId,
    answer: monthDocument,
  }),
  monthDocumentFile: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/month_documents/{id}/file/',
    ids: ['L-10'],
    summary: 'Get a finished document of yours as a PDF. It is kept for a week.',
    access: READ,
    params: byId,
    raw: 'file',
  }),
} as const;

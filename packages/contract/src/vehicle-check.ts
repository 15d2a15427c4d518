import { DEPOT_LIST_TYPES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  browserZone,
  dateInput,
  exactText,
  id,
  idText,
  moment,
  textOf,
  utc,
  utcInput,
} from './fields.ts';
import { SIGNATURE_FILE } from './form-files.ts';
import { personName, recordText } from './record-shapes.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';
import {
  auditSurvey,
  damagedVehicleRow,
  damageRow,
  depotFigures,
  noticeLetter,
  noticeLetterRow,
  regionFigures,
  reportDetails,
  reportRow,
  surveyItem,
  vehicleFigures,
} from './vehicle-check-shapes.ts';

const READ = { kind: 'module', anyOf: ['Vehicle Check'] } as const;
const WRITE = { kind: 'module', anyOf: ['Vehicle Check'], write: true } as const;
/** Data that the vehicle file also shows. */
const OF_VEHICLE = { kind: 'module', anyOf: ['Vehicle Check', 'Vehicle File'] } as const;

/** The days of a list, in the person's zone; one end is enough (L-13). */
const range = {
  start_date: moment.optional(),
  end_date: moment.optional(),
  vehicle: idText.optional(),
  time_zone: browserZone,
};
/**
 * A list, counted up to 10,000, with the address of the same rows as CSV: all that the filter
 * leaves, 10,000 at most.
 */
const listed = <T extends z.ZodType>(row: T) =>
  paged(row).extend({ count_is_limit: z.boolean(), csv: z.string() });
const asPdf = { pdf: z.enum(['true', 'false']).default('false'), time_zone: browserZone };

const reportOrderings = [
  'date',
  'registration',
  'driver',
  'odometer',
  'result',
  'defects',
] as const;
const result = z.enum(['pass', 'fail']);

const letterFields = z
  .object({
    vehicle: idText,
    /** The person concerned; absent for none. */
    driver: idText.optional(),
    /** Now by default. */
    date: utcInput.optional(),
    subject: textOf(120).min(2),
    text: textOf(5000).min(2),
    signed_name: personName.optional(),
  })
  .meta({ id: 'NoticeLetterBody' });

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

/** Vehicle check: figures of depots, reports of every type, damages, letters, audit surveys (area L). */
export const vehicleCheck = {
  regionDepots: endpoint({
    method: 'GET',
    path: '/api/region_depots_stats/{id}/',
    ids: ['R-070'],
    summary: 'Get the figures of each depot of a region for a day and the 28 days up to it.',
    access: READ,
    params: byId,
    query: z.object({ date: dateInput.optional() }),
    answer: z.object({
      region: z.object({ id, name: z.string() }),
      depots: z.array(depotFigures),
    }),
  }),
  regionFigures: endpoint({
    method: 'GET',
    path: '/api/region_stats/{id}/',
    ids: ['R-071'],
    summary: 'Get the figures of a region. A vehicle in two of its depots counts once.',
    access: READ,
    params: byId,
    query: z.object({ date: dateInput.optional() }),
    answer: regionFigures,
  }),
  depotFigures: endpoint({
    method: 'GET',
    path: '/api/depot_stats/{id}/',
    ids: ['R-072'],
    summary: 'Get the figures of a depot over up to 92 days; the last 28 days by default.',
    access: READ,
    params: byId,
    query: z.object({ start_date: dateInput.optional(), end_date: dateInput.optional() }),
    answer: depotFigures,
  }),
  vehicleFigures: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/vehicle_stats/{id}/',
    ids: ['L-09'],
    summary: 'Get the figures of a vehicle over up to 92 days; the last 28 days by default.',
    access: OF_VEHICLE,
    params: byId,
    query: z.object({ start_date: dateInput.optional(), end_date: dateInput.optional() }),
    answer: vehicleFigures,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_report/{id}/',
    ids: ['R-114'],
    summary: 'List the reports of one type of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(reportOrderings).extend({
      ...range,
      type: z.enum(['STD', 'AUD', 'HND', 'DRV']).default('STD'),
      result: result.optional(),
    }),
    answer: listed(reportRow),
  }),
  damages: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_damages/{id}/',
    ids: ['R-115'],
    summary: 'List the damages reported at a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(['reported_at', 'registration', 'part', 'severity', 'fixed_at']).extend({
      ...range,
      type: z.literal('DMG').default('DMG'),
      state: z.enum(['open', 'fixed']).optional(),
    }),
    answer: listed(damageRow),
  }),
  gateChecks: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_gatecheck/{id}/',
    ids: ['R-116'],
    summary: 'List the gate checks of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(reportOrderings).extend({
      ...range,
      type: z.literal('GTC').default('GTC'),
      result: result.optional(),
    }),
    answer: listed(reportRow),
  }),
  damagedVehicles: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_damaged_vehicles/{id}/',
    ids: ['R-117'],
    summary: 'List the vehicles of a depot with damages that are not fixed.',
    access: READ,
    params: byId,
    query: pagedQuery(['oldest', 'registration', 'open_damages']).extend({
      ...range,
      type: z.literal('VEH').default('VEH'),
    }),
    answer: listed(damagedVehicleRow),
  }),
  noticeLetters: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_notice_letters/{id}/',
    ids: ['R-118'],
    summary: 'List the notice letters of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(['date', 'registration', 'driver', 'subject']).extend({
      ...range,
      type: z.literal('NOT').default('NOT'),
    }),
    answer: listed(noticeLetterRow),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/csv/{report}/{id}/',
    ids: ['R-125'],
    summary: 'Export the filtered list of a depot as CSV. The list returns its address as `csv`.',
    access: READ,
    params: z.object({ report: z.enum(DEPOT_LIST_TYPES), ...byId.shape }),
    query: pagedQuery(['date'])
      .omit({ page: true, pageSize: true })
      .extend({
        ...range,
        /** One that the list of the type may be ordered by. */
        ordering: exactText(40).default(''),
        result: result.optional(),
        state: z.enum(['open', 'fixed']).optional(),
      }),
    raw: 'file',
  }),
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
  details: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/report_details/{id}/',
    ids: ['R-119'],
    summary: 'Get one report of any type; with `pdf=true` as a PDF.',
    access: READ,
    params: byId,
    query: z.object(asPdf),
    answer: reportDetails,
  }),
  gateCheckDetails: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/gatecheck_details/{id}/',
    ids: ['R-120'],
    summary: 'Get one gate check; with `pdf=true` as a PDF.',
    access: READ,
    params: byId,
    query: z.object(asPdf),
    answer: reportDetails,
  }),
  noticeLetter: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/notice_letter/{id}/',
    ids: ['R-121'],
    summary: 'Get one notice letter; with `pdf=true` as a PDF.',
    access: READ,
    params: byId,
    query: z.object(asPdf),
    answer: noticeLetter,
  }),
  createNoticeLetter: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/depot_notice_letters/{id}/',
    ids: ['R-118'],
    summary: 'Create a notice letter of a depot, with an optional file `signature`.',
    access: WRITE,
    params: byId,
    multipart: letterFields,
    files: SIGNATURE_FILE,
    answer: noticeLetter,
    status: 201,
  }),
  letterDrivers: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/notice_letter_drivers/',
    ids: ['R-118'],
    summary: 'List the visible drivers to address a notice letter to, with or without an account.',
    access: WRITE,
    query: pagedQuery(['first_name', 'surname']),
    answer: paged(driverName).extend({ count_is_limit: z.boolean() }),
  }),
  damageHistory: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/report_damage_history/{id}/',
    ids: ['R-122'],
    summary:
      'List the damages of the vehicle of a report, newest first, fixed ones included, up to 400.',
    access: OF_VEHICLE,
    params: byId,
    answer: paged(damageRow),
  }),
  reportPdf: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/gen_pdf/',
    ids: ['R-123'],
    summary: 'Get one report of any type as a PDF.',
    access: READ,
    query: z.object({ report: idText, time_zone: browserZone }),
    raw: 'file',
  }),
  unfixedDamages: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/unfixed_damages_report/',
    ids: ['R-124'],
    summary: 'List the damages of a vehicle that are not fixed, oldest first, up to 400.',
    access: OF_VEHICLE,
    query: z.object({ vehicle: idText }),
    answer: paged(damageRow),
  }),
  fixDamage: endpoint({
    method: 'PATCH',
    path: '/vehicle-check/api/damages/{id}/',
    ids: ['RP-28'],
    summary: 'Set when a damage was fixed. Null means that it is not fixed.',
    access: WRITE,
    params: byId,
    body: z.object({ fixed_at: utcInput.nullable() }),
    answer: damageRow,
  }),
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

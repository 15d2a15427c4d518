import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, idText, textOf, utcInput } from './fields.ts';
import { SIGNATURE_FILE } from './form-files.ts';
import { personName } from './record-shapes.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';
import { asPdf, damageRow, noticeLetter, reportDetails } from './vehicle-check-shapes.ts';

const READ = { kind: 'module', anyOf: ['Vehicle Check'] } as const;
const WRITE = { kind: 'module', anyOf: ['Vehicle Check'], write: true } as const;
/** Data that the vehicle file also shows. */
const OF_VEHICLE = { kind: 'module', anyOf: ['Vehicle Check', 'Vehicle File'] } as const;

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

/** One report, letter or damage. */
export const recordCalls = {
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
} as const;

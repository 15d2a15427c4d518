import { UPLOAD_FIELDS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, flag, id, idText, utc } from './fields.ts';
import { TABLE } from './form-files.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Which column of the file holds a field: its place, from 0; null where none does. */
const columns = z.partialRecord(z.enum(UPLOAD_FIELDS), z.int().min(0).max(999).nullable());

const choices = z
  .object({
    /** Vehicles that are not there yet are made. */
    create: z.boolean().default(true),
    /** Vehicles that are there are changed; what a row leaves empty stays. */
    update: z.boolean().default(true),
    /** Vehicles in sight that the file leaves out are archived. */
    remove_missing: z.boolean().default(false),
    /** One wrong row, and nothing is written. Otherwise each row is written whole or not at all. */
    all_or_nothing: z.boolean().default(false),
    /** Guessed from the header where it is left out. */
    columns: columns.optional(),
  })
  .meta({ id: 'UploadChoices' });

/** A text of JSON, as a form has it. */
const choicesText = exactText(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'validation.not_json' });
      return z.NEVER;
    }
  })
  .pipe(choices);

const uploadJob = z
  .object({
    id,
    file_name: z.string(),
    state: z.enum(['checking', 'waiting', 'running', 'done', 'failed', 'cancelled']),
    created_at: utc,
    /** When it begins, where it waits for a Monday. */
    run_at: utc.nullable(),
    finished_at: utc.nullable(),
    /** Rows of the file, and how many were gone through. */
    rows: z.int(),
    done: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    error_count: z.int(),
    /** The first of them; `row` counts as a spreadsheet does, the header is row 1. */
    errors: z.array(z.object({ row: z.int(), registration: z.string(), text: z.string() })),
    /** Only looked at: the numbers say what would be. */
    verify: z.boolean(),
    choices: choices.omit({ columns: true }),
    email: z.string().nullable(),
    created_by: z.string(),
    customer: z.object({ id, name: z.string() }),
    /** Why nothing was written. */
    failure: z.string().nullable(),
    /** The header of the file, what it was taken for, and the first rows. */
    headers: z.array(z.string()),
    columns,
    sample: z.array(z.array(z.string())),
  })
  .meta({ id: 'UploadJob' });

const coded = z
  .object({ vehicle: id, registration: z.string(), qrid: z.string(), url: z.string() })
  .meta({ id: 'UploadedCode' });

/** Uploads of vehicles and of QR codes (area Q, RP-31). */
export const uploads = {
  list: endpoint({
    method: 'GET',
    path: '/api/upload_vehicles/',
    ids: ['R-146', 'O-04'],
    summary: 'A page of the vehicle uploads, newest first, with the first errors of each.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    query: pagedQuery(['created_at']).omit({ search: true }),
    answer: paged(uploadJob),
  }),
  vehicles: endpoint({
    method: 'PUT',
    path: '/api/upload_vehicles/',
    ids: ['R-147', 'O-04', 'Q-08'],
    summary:
      'Takes a CSV or XLSX of vehicles in a field `file`: checks it (verifyUpload), or has a job work through it.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    files: { file: TABLE },
    multipart: z.object({
      /** The own one where it is left out; a global administrator names it. */
      customer_id: idText.optional(),
      verifyUpload: flag.default(false),
      /** Who is told how it ended. */
      email: z.email().max(254).optional(),
      uploadChoices: choicesText.optional(),
      /** `false` moves what is sent on a Saturday or Sunday to Monday (OP-102). */
      run_on_weekend: flag.default(true),
    }),
    answer: uploadJob,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/upload_vehicles/{id}/',
    ids: ['RP-31'],
    summary: 'How far an upload is, and the first thousand errors.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    params: byId,
    answer: uploadJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/upload_vehicles/{id}/cancel/',
    ids: ['O-04'],
    summary: 'Ends an upload: what was written stays, what was not is left.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    params: byId,
    answer: uploadJob,
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/upload_vehicles/{id}/result/',
    ids: ['O-04'],
    summary: 'What became of each row, as a file.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    params: byId,
    query: z.object({
      format: z.enum(['csv', 'xlsx']).default('csv'),
      /** Only the rows that are wrong. */
      errors: flag.default(false),
    }),
    raw: 'file',
  }),
  qrCodes: endpoint({
    method: 'PUT',
    path: '/api/upload_qr_codes/',
    ids: ['R-148', 'O-05', 'Q-07', 'Q-08'],
    summary:
      'Takes a CSV of registrations, perhaps with a qrid each, in a field `file`; all of it or nothing.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    files: { file: TABLE },
    multipart: z.object({ customer_id: idText.optional() }),
    answer: paged(coded),
  }),
  labels: endpoint({
    method: 'POST',
    path: '/api/upload_qr_codes/labels/',
    ids: ['O-05', 'J-P01'],
    summary: 'Labels of vehicles to print, as a PDF; 600 at most.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    body: z.object({
      vehicles: z.array(id).min(1).max(600),
      page: z.enum(['documents', 'help']).default('documents'),
    }),
    raw: 'file',
  }),
} as const;

import { UPLOAD_FIELDS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, idText, jsonText, utc } from './fields.ts';
import { TABLE } from './form-files.ts';
import { IMPORT_KINDS } from './imports-kinds.ts';
import { importMappingText, importPreview, usedMapping } from './imports-mappings-shapes.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** The largest number of rows of a file, without its header. */
export const IMPORT_MAX_ROWS = 2_000;

const kind = z.enum(IMPORT_KINDS);
const count = z.int().nonnegative();

/** How a file for a list is read. */
const chosenColumns = {
  /** The customer; by default your own. Required from a global administrator. */
  customer: idText.optional(),
  /**
   * The columns of the file as JSON (`ImportMapping`). By default those saved for the same headings, else by
   * the headings.
   */
  mapping: importMappingText.optional(),
  /** The id of saved columns, instead of `mapping`. */
  mapping_id: idText.optional(),
};

const importOutcome = z
  .object({
    /** False for a check and if a row is wrong: all rows are written, or none. */
    written: z.boolean(),
    created: count,
    changed: count,
    unchanged: count,
    wrong: count,
    /** Headings of the file without a field. */
    ignored: z.array(z.string()),
    /** The saved columns by which the file was read; null if it was read by its headings. */
    mapping: usedMapping.nullable(),
    /** In the order of the file; beyond 500, unchanged rows are omitted. */
    rows: z.array(
      z.object({
        /** As a spreadsheet counts: the header is row 1. */
        row: z.int().positive(),
        name: z.string(),
        outcome: z.enum(['created', 'changed', 'unchanged', 'wrong']),
        /** By the heading of the column; errors of the whole row are under `non_field_errors`. */
        faults: z.record(z.string(), z.array(z.string())),
      }),
    ),
  })
  .meta({ id: 'ImportOutcome' });

/** The column of a field, from 0; null if there is none. */
const columns = z.partialRecord(z.enum(UPLOAD_FIELDS), z.int().min(0).max(999).nullable());

const choices = z
  .object({
    /** Creates vehicles that do not exist. */
    create: z.boolean().default(true),
    /** Updates existing vehicles; empty cells change nothing. */
    update: z.boolean().default(true),
    /** Archives visible vehicles that the file does not contain. */
    remove_missing: z.boolean().default(false),
    /** All rows or none. Otherwise each row is written completely or not at all. */
    all_or_nothing: z.boolean().default(false),
    /** Guessed from the header by default. */
    columns: columns.optional(),
  })
  .meta({ id: 'UploadChoices' });

const choicesText = jsonText.pipe(choices);

const uploadJob = z
  .object({
    id,
    file_name: z.string(),
    state: z.enum(['checking', 'waiting', 'running', 'done', 'failed', 'cancelled']),
    created_at: utc,
    /** When it starts, if it waits for a Monday. */
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
    /** Checked only: the numbers show what would happen. */
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

/**
 * Imports from CSV and XLSX files: vehicles and QR codes (area Q, RP-31), and the
 * lists of the administration (O-P02).
 */
export const imports = {
  list: endpoint({
    method: 'GET',
    path: '/api/upload_vehicles/',
    ids: ['R-146', 'O-04'],
    summary: 'List the vehicle uploads, newest first, with the first errors of each.',
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
      'Upload a CSV or XLSX file of vehicles, the field `file`. With verifyUpload it is checked, otherwise a job imports it.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    files: { file: TABLE },
    multipart: z.object({
      /** The customer; by default your own. Required from a global administrator. */
      customer_id: idText.optional(),
      verifyUpload: flag.default(false),
      /** The addresses that are notified of the result. */
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
    summary: 'Get the progress of an upload and its first 1,000 errors.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    params: byId,
    answer: uploadJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/upload_vehicles/{id}/cancel/',
    ids: ['O-04'],
    summary: 'Cancel an upload. Rows that are already written stay.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    params: byId,
    answer: uploadJob,
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/upload_vehicles/{id}/result/',
    ids: ['O-04'],
    summary: 'Export the result of each row.',
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
      'Upload a CSV file of registrations, each with an optional qrid, the field `file`; all rows or none.',
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
    summary: 'Get printable labels of vehicles as a PDF, up to 600.',
    access: ADMINISTRATOR,
    credential: 'jwt',
    body: z.object({
      vehicles: z.array(id).min(1).max(600),
      page: z.enum(['documents', 'help']).default('documents'),
    }),
    raw: 'file',
  }),
  send: endpoint({
    method: 'PUT',
    path: '/api/catalogue_imports/{kind}/',
    ids: ['O-P02'],
    summary:
      'Import a CSV or XLSX file, the field `file`, into a list, all rows or none. With verifyUpload, check only.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    files: { file: TABLE },
    multipart: z.object({
      verifyUpload: flag.default(false),
      ...chosenColumns,
    }),
    answer: importOutcome,
  }),
  preview: endpoint({
    method: 'PUT',
    path: '/api/catalogue_imports/{kind}/preview/',
    ids: ['O-P02'],
    summary:
      'Get the columns of a CSV or XLSX file, the field `file`, and its first rows as an import would store them. Nothing is written.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    files: { file: TABLE },
    multipart: z.object(chosenColumns),
    answer: importPreview,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/catalogue_imports/{kind}/template/',
    ids: ['O-P02'],
    summary: 'Get an empty file with the headings of the import.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    raw: 'file',
  }),
} as const;

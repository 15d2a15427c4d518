import { VEHICLE_LISTS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, idText } from './fields.ts';
import { TABLE } from './form-files.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Lists that accept an import; vehicles use uploads. */
const IMPORT_KINDS = [
  'driver',
  'tracker',
  'depot',
  'region',
  'activity_type',
  'schedule_type',
  'repairer',
  'geofence_category',
  ...VEHICLE_LISTS,
] as const;

/** The largest number of rows of a file, without its header. */
export const IMPORT_MAX_ROWS = 2_000;

const kind = z.enum(IMPORT_KINDS);
const count = z.int().nonnegative();

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

/** Imports of files into the lists of the administration (O-P02). */
export const imports = {
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
      /** The customer; by default your own. Required from a global administrator. */
      customer: idText.optional(),
    }),
    answer: importOutcome,
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

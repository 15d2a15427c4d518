import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, idText } from './fields.ts';
import { TABLE } from './form-files.ts';
import { VEHICLE_LISTS } from './vehicle-lists.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Lists of the catalogue that a file can be taken into; vehicles have uploads of their own. */
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

/** Rows of a file, without its header. */
export const IMPORT_MAX_ROWS = 2_000;

const kind = z.enum(IMPORT_KINDS);
const count = z.int().nonnegative();

const importOutcome = z
  .object({
    /** False for a check, and where a row is wrong: all of a file is written, or nothing. */
    written: z.boolean(),
    created: count,
    changed: count,
    unchanged: count,
    wrong: count,
    /** Headings of the file that no field goes by. */
    ignored: z.array(z.string()),
    /** In the order of the file; of more than 500, those that change nothing are left out. */
    rows: z.array(
      z.object({
        /** As a spreadsheet counts: the header is row 1. */
        row: z.int().positive(),
        name: z.string(),
        outcome: z.enum(['created', 'changed', 'unchanged', 'wrong']),
        /** By the heading of the column; what concerns the whole row stands under `non_field_errors`. */
        faults: z.record(z.string(), z.array(z.string())),
      }),
    ),
  })
  .meta({ id: 'ImportOutcome' });

/** Files that become records of the administered lists (O-P02). */
export const imports = {
  send: endpoint({
    method: 'PUT',
    path: '/api/catalogue_imports/{kind}/',
    ids: ['O-P02'],
    summary:
      'Takes a CSV or XLSX in a field `file` into a list, all of it or nothing; checked only with verifyUpload.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    files: { file: TABLE },
    multipart: z.object({
      verifyUpload: flag.default(false),
      /** The own one where it is left out; a global administrator names it. */
      customer: idText.optional(),
    }),
    answer: importOutcome,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/catalogue_imports/{kind}/template/',
    ids: ['O-P02'],
    summary: 'An empty file with the headings that an import knows.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    raw: 'file',
  }),
} as const;

import { IMPORT_MAPPING_NAME_MAX } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, idText, int4, textOf } from './fields.ts';
import { IMPORT_KINDS } from './imports-kinds.ts';
import { importMapping } from './imports-mappings-shapes.ts';
import { byId } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const MOST_COLUMNS = 100;

const kind = z.enum(IMPORT_KINDS);
const name = textOf(IMPORT_MAPPING_NAME_MAX).min(1);
/** Of the file whose columns they are; a file with the same headings is read by them. */
const headings = z.array(exactText(500)).min(1).max(MOST_COLUMNS);

const saved = z
  .object({
    id,
    kind,
    name: z.string(),
    headings: z.array(z.string()),
    mapping: importMapping,
    version: z.int(),
  })
  .meta({ id: 'SavedImportMapping' });

/** The columns of files for a list, saved by a customer under a name. */
export const importMappings = {
  list: endpoint({
    method: 'GET',
    path: '/api/import_mappings/',
    ids: ['O-P02'],
    summary: 'List the saved columns of files for a list, by name.',
    access: ADMINISTRATOR,
    query: z.object({
      kind,
      /** The customer; by default your own. Required from a global administrator. */
      customer: idText.optional(),
    }),
    answer: z.object({ results: z.array(saved) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/import_mappings/',
    ids: ['O-P02'],
    summary: 'Save the columns of files for a list under a name.',
    access: ADMINISTRATOR,
    body: z
      .object({ kind, name, headings, mapping: importMapping, customer: id.optional() })
      .meta({ id: 'ImportMappingBody' }),
    answer: saved,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/import_mappings/{id}/',
    ids: ['O-P02'],
    summary: 'Rename saved columns, or replace them.',
    access: ADMINISTRATOR,
    params: byId,
    body: z.object({
      name: name.optional(),
      headings: headings.optional(),
      mapping: importMapping.optional(),
      version: int4,
    }),
    answer: saved,
    refuses: [409],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/import_mappings/{id}/',
    ids: ['O-P02'],
    summary: 'Delete saved columns. What was imported with them stays.',
    access: ADMINISTRATOR,
    params: byId,
    status: 204,
  }),
} as const;

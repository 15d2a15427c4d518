import {
  IMPORT_CELL_TYPES,
  IMPORT_DATE_FORMATS,
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_VOLUMES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { id, jsonText } from './fields.ts';

const fieldName = z.string().regex(/^[A-Za-z]\w{0,39}$/);

/** How the columns of a file for a list are read. */
export const importMapping = z
  .object({
    /** The column of each field, from 0; null for none. */
    columns: z.record(fieldName, z.int().min(0).max(99).nullable()),
    date_format: z.enum(IMPORT_DATE_FORMATS).default('auto'),
    decimal: z.enum(IMPORT_DECIMALS).default('auto'),
    delimiter: z.enum(IMPORT_DELIMITERS).default('auto'),
    /** The unit of quantities of fuel, which are stored in litres. */
    volume: z.enum(IMPORT_VOLUMES).default('litre'),
  })
  .meta({ id: 'ImportMapping' });

export const importMappingText = jsonText.pipe(importMapping);

/** Saved columns by which a file was read. */
export const usedMapping = z.object({ id, name: z.string() }).meta({ id: 'ImportMappingName' });

/** The columns of a file, and its first rows as an import would store them. */
export const importPreview = z
  .object({
    headings: z.array(z.string()),
    /** The first rows as they are in the file. */
    sample: z.array(z.array(z.string())),
    /** The fields of the list, with their headings in the viewer's language. */
    fields: z.array(
      z.object({
        field: z.string(),
        heading: z.string(),
        is_required: z.boolean(),
        type: z.enum(IMPORT_CELL_TYPES),
      }),
    ),
    mapping: importMapping,
    /** The saved columns that were used, by choice or by the headings. */
    saved: usedMapping.nullable(),
    /** Headings of required fields without a column; then there are no rows. */
    missing: z.array(z.string()),
    rows: z.array(
      z.object({
        /** As a spreadsheet counts: the header is row 1. */
        row: z.int().positive(),
        outcome: z.enum(['created', 'changed', 'unchanged', 'wrong']),
        /** What would be stored, by field, as texts in the viewer's language. */
        stored: z.record(z.string(), z.string()),
        /** By field; errors of the whole row are under `non_field_errors`. */
        faults: z.record(z.string(), z.array(z.string())),
      }),
    ),
  })
  .meta({ id: 'ImportPreview' });

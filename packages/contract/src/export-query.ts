import { z } from 'zod';
import { REPORT_FORMATS } from './reports.ts';
import { pagedQuery } from './shapes.ts';

/** Query of an export of a list with these sort fields and filters. */
export function exportQuery<
  const F extends readonly [string, ...string[]],
  S extends z.core.$ZodLooseShape,
>(fields: F, filter: S) {
  return pagedQuery(fields)
    .omit({ page: true, pageSize: true })
    .extend({ ...filter, format: z.enum(REPORT_FORMATS) });
}

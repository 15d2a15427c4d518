import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, textOf } from './fields.ts';

/** Groups of the search over all records, in the order of the list. */
export const SEARCH_GROUPS = [
  'vehicles',
  'drivers',
  'depots',
  'defects',
  'documents',
  'investigations',
  'geofences',
  'users',
  'trackers',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** Results of a group in one answer. */
const MAX_LIMIT = 20;

const result = z
  .object({
    id,
    /** Registration, name or number. */
    name: z.string(),
    /** More about it: the model of a vehicle, the finding of a defect, the type of a document. */
    description: z.string(),
    /** Name of the first visible depot; empty if it has none. */
    depot: z.string(),
    /** A code of the group, such as `off_road` of a vehicle or `reported` of a defect; else empty. */
    state: z.string(),
    /** The vehicle that it belongs to, as id; null for none. */
    vehicle: id.nullable(),
    /** Of an investigation: the vehicle file item. */
    activity: id.nullable(),
  })
  .meta({ id: 'SearchResult' });

/** One search over all records that the person may open. */
export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search/',
    ids: ['U-P03'],
    summary:
      'Search vehicles, drivers, depots, defects, documents and more that the user may open.',
    access: { kind: 'signed-in' },
    query: z.object({
      q: textOf(200).default(''),
      /** Results of each group. */
      limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(5),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          group: z.enum(SEARCH_GROUPS),
          items: z.array(result),
          /** There are more than `limit`. */
          has_more: z.boolean(),
        }),
      ),
    }),
  }),
} as const;

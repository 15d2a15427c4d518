import type { RetentionKind } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utc } from './fields.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const ofCustomer = z.object({
  /** Another customer than the own; of a global administrator. */
  customer: idText.optional(),
});
/** Days; null for good. The bounds of each kind are those of the domain. */
const days = z.int().min(1).max(36_500).nullable();
const kinds = z.object({
  positions: days,
  journeys: days,
  video: days,
  accidents: days,
} satisfies Record<RetentionKind, z.ZodType>);

const settings = z
  .object({
    customer: z.object({ id, name: z.string() }),
    days: kinds,
    /** Positions are kept no longer than the server keeps those of anybody. */
    positions_limit: z.int(),
  })
  .meta({ id: 'Retention' });

/** How long each kind of data is kept (issue of people and permissions, 7). */
export const retention = {
  read: endpoint({
    method: 'GET',
    path: '/api/administration/retention/',
    ids: ['O-20'],
    summary: 'How long each kind of data of a customer is kept.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: settings,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/administration/retention/',
    customerWide: true,
    ids: ['O-20'],
    summary:
      'Sets how long each kind of data of a customer is kept; older data goes the next night.',
    access: ADMINISTRATOR,
    body: kinds.extend({ customer: id.optional() }),
    answer: settings,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/administration/retention/preview/',
    ids: ['O-20'],
    summary: 'What would go the next night if data were kept so long. Changes nothing.',
    access: ADMINISTRATOR,
    ratePerMinute: 30,
    body: kinds.extend({ customer: id.optional() }),
    answer: z
      .object({
        results: z.array(
          z.object({
            kind: z.enum(['positions', 'journeys', 'video', 'accidents']),
            /** What is older goes; null where nothing of the kind does. */
            before: utc.nullable(),
            /** Rows that would go, counted up to 100,000. */
            count: z.int(),
            count_is_limit: z.boolean(),
          }),
        ),
      })
      .meta({ id: 'RetentionPreview' }),
  }),
} as const;

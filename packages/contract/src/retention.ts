import { RETENTION_KIND_NAMES, type RetentionKind } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utc } from './fields.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const ofCustomer = z.object({
  /** Another customer, for a global administrator. */
  customer: idText.optional(),
});
/** Days; null for unlimited. The domain package has the limits of each kind. */
const days = z.int().min(1).max(36_500).nullable();
const kinds = z.object({
  positions: days,
  journeys: days,
  video: days,
  accidents: days,
  tachograph: days,
  driver_documents: days,
  onboardings: days,
  driver_messages: days,
  driver_handovers: days,
} satisfies Record<RetentionKind, z.ZodType>);

/** Callers that do not know a newer kind leave its period as it is. */
const body = kinds.extend({
  tachograph: days.optional(),
  driver_documents: days.optional(),
  onboardings: days.optional(),
  driver_messages: days.optional(),
  driver_handovers: days.optional(),
  customer: id.optional(),
});

const settings = z
  .object({
    customer: z.object({ id, name: z.string() }),
    days: kinds,
    /** Positions are kept at most as long as the server's limit. */
    positions_limit: z.int(),
  })
  .meta({ id: 'Retention' });

/** How long each kind of data is kept (issue of people and permissions, 7). */
export const retention = {
  read: endpoint({
    method: 'GET',
    path: '/api/administration/retention/',
    ids: ['O-20'],
    summary: 'Get how long each kind of data of a customer is kept.',
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
      'Set how long each kind of data of a customer is kept. Older data is deleted the next night.',
    access: ADMINISTRATOR,
    body,
    answer: settings,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/administration/retention/preview/',
    ids: ['O-20'],
    summary: 'Preview what the next night would delete with these periods. Changes nothing.',
    access: ADMINISTRATOR,
    ratePerMinute: 30,
    body,
    answer: z
      .object({
        results: z.array(
          z.object({
            kind: z.enum(RETENTION_KIND_NAMES),
            /** Older data is deleted; null if nothing is. */
            before: utc.nullable(),
            /** Rows that would be deleted, counted up to 100,000. */
            count: z.int(),
            count_is_limit: z.boolean(),
          }),
        ),
      })
      .meta({ id: 'RetentionPreview' }),
  }),
} as const;

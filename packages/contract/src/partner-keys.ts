import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

const partnerKey = z
  .object({
    id,
    customer: z.object({ id, name: z.string() }),
    name: z.string(),
    /** The first signs of the key, by which a person tells it from others. */
    hint: z.string(),
    created_at: utc,
    created_by: z.string(),
    last_used_at: utc.nullable(),
    revoked_at: utc.nullable(),
    revoked_by: z.string().nullable(),
  })
  .meta({ id: 'PartnerKey' });

/** Keys of partners who report accidents from pages of their own (R-015, W-P05). */
export const partnerKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/partner_keys/',
    ids: ['W-P05'],
    summary: 'The keys of partners, those that are revoked too.',
    access: ADMINISTRATOR,
    query: pagedQuery(['name', 'created_at', 'last_used_at']),
    answer: paged(partnerKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/administration/partner_keys/',
    customerWide: true,
    ids: ['W-P05'],
    summary: 'Makes a key. It is in this answer alone: what is kept is not the key.',
    access: ADMINISTRATOR,
    body: z.object({
      name: z
        .string()
        .trim()
        .min(2, 'Give it the name of the partner')
        .max(90)
        .regex(/^[^\0\p{Cs}]*$/u),
      /** Another customer's, by a global administrator. */
      customer: id.optional(),
    }),
    answer: partnerKey.extend({ key: z.string() }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/partner_keys/{id}/',
    ids: ['W-P05'],
    summary: 'One key of a partner, without the key itself.',
    access: ADMINISTRATOR,
    params: byId,
    answer: partnerKey,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/administration/partner_keys/{id}/',
    customerWide: true,
    ids: ['W-P05'],
    summary: 'Revokes a key for good. It stays in the list.',
    access: ADMINISTRATOR,
    params: byId,
    answer: partnerKey,
  }),
} as const;

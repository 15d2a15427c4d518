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
    /** The first characters of the key, to recognise it. */
    hint: z.string(),
    created_at: utc,
    created_by: z.string(),
    last_used_at: utc.nullable(),
    revoked_at: utc.nullable(),
    revoked_by: z.string().nullable(),
  })
  .meta({ id: 'PartnerKey' });

/** Keys of partners who report accidents from their own pages (R-015, W-P05). */
export const partnerKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/partner_keys/',
    ids: ['W-P05'],
    summary: 'List the keys of partners, revoked ones included.',
    access: ADMINISTRATOR,
    query: pagedQuery(['name', 'created_at', 'last_used_at']),
    answer: paged(partnerKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/administration/partner_keys/',
    customerWide: true,
    ids: ['W-P05'],
    summary: 'Create a key. Only this answer contains it; the server stores a hash.',
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
    summary: 'Get one key of a partner, without its secret.',
    access: ADMINISTRATOR,
    params: byId,
    answer: partnerKey,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/administration/partner_keys/{id}/',
    customerWide: true,
    ids: ['W-P05'],
    summary: 'Revoke a key permanently. It stays in the list.',
    access: ADMINISTRATOR,
    params: byId,
    answer: partnerKey,
  }),
} as const;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { contactEmail, contactPhone, id, textOf } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['AgencyOnboarding'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;

const agency = z
  .object({
    id,
    name: z.string(),
    contact: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    note: z.string(),
    /** Drivers of the agency who are not archived. */
    drivers: z.int().nonnegative(),
    archived: z.boolean(),
  })
  .meta({ id: 'Agency' });
const body = z
  .object({
    name: textOf(90).min(2),
    contact: textOf(90).default(''),
    email: contactEmail,
    phone: contactPhone,
    note: textOf(500).default(''),
    /** The owner; required from a global administrator without a customer. */
    customer: id.optional(),
  })
  .meta({ id: 'AgencyBody' });

/** Agencies that send drivers. */
export const agencies = {
  list: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/agencies/',
    ids: ['U-21'],
    summary: 'List the agencies.',
    access: READ,
    query: pagedQuery(['name']).extend({
      archived: z.enum(['true', 'false']).default('false'),
    }),
    answer: paged(agency),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/agencies/{id}/',
    ids: ['U-21'],
    summary: 'Get one agency.',
    access: READ,
    params: byId,
    answer: agency,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/agencies/',
    ids: ['U-21'],
    summary: 'Create an agency.',
    access: WRITE,
    body,
    answer: agency,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/agency_onboarding/agencies/{id}/',
    ids: ['U-21'],
    summary: 'Update an agency.',
    access: WRITE,
    params: byId,
    body,
    answer: agency,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/agencies/archive/',
    ids: ['U-21'],
    summary: 'Archive or restore agencies, all or none. Drivers and onboardings keep theirs.',
    access: WRITE,
    body: z.object({ ids: z.array(id).min(1).max(1000), archived: z.boolean() }),
    answer: z.object({ changed: z.int().nonnegative() }),
  }),
} as const;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, flag, id, int4, textOf } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const MODULES = ['SafetyInspection', 'Vehicle File'] as const;
const READ = { kind: 'module', anyOf: MODULES } as const;
const WRITE = { kind: 'module', anyOf: MODULES, write: true } as const;

const fields = {
  name: textOf(90).min(2),
  /** For example "IRTEC, heavy vehicles". */
  qualification: textOf(200).min(2),
  /** The last day of the qualification; null if it does not expire. */
  valid_until: dateInput.nullable().default(null),
};

const inspector = z
  .object({
    id,
    name: z.string(),
    qualification: z.string(),
    valid_until: date.nullable(),
    /** The qualification has expired. */
    is_expired: z.boolean(),
    is_archived: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Inspector' });

/** The register of people who inspect vehicles and assess risks. */
export const inspectors = {
  list: endpoint({
    method: 'GET',
    path: '/api/inspectors/',
    ids: ['U-16'],
    summary: 'List inspectors with their qualifications.',
    access: READ,
    query: pagedQuery(['name', 'valid_until']).extend({ archived: flag.default(false) }),
    answer: paged(inspector),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/inspectors/{id}/',
    ids: ['U-16'],
    summary: 'Get one inspector.',
    access: READ,
    params: byId,
    answer: inspector,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/inspectors/',
    ids: ['U-16'],
    summary: 'Add an inspector.',
    access: WRITE,
    body: z.object(fields).meta({ id: 'InspectorBody' }),
    answer: inspector,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/inspectors/{id}/',
    ids: ['U-16'],
    summary: 'Update an inspector.',
    access: WRITE,
    params: byId,
    body: z.object({ ...fields, version: int4 }).meta({ id: 'InspectorChangeBody' }),
    answer: inspector,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/inspectors/archive/',
    ids: ['U-16'],
    summary: 'Archive or restore inspectors.',
    access: WRITE,
    body: z
      .object({ ids: z.array(id).min(1).max(400), archived: z.boolean() })
      .meta({ id: 'InspectorArchiveBody' }),
    answer: z.object({ changed: z.int().nonnegative() }),
  }),
} as const;

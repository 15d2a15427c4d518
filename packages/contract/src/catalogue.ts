import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { contactEmail, contactPhone, id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery, vehicleType } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

const kind = z.enum(['activity_type', 'schedule_type', 'repairer', 'geofence_category']);

/** An entry of one of the lists; what its kind does not have is null, or none. */
const entry = z
  .object({
    id,
    name: z.string(),
    /** Null for built-in entries, which all customers share. */
    customer: id.nullable(),
    customer_name: z.string(),
    /** Whether a record refers to it; then it can only be archived. */
    in_use: z.boolean(),
    archived: z.boolean(),
    /** Of a schedule type, and of the one that an activity type belongs to. */
    category: z.string().nullable(),
    interval: z.string().nullable(),
    window: z.string().nullable(),
    vehicle_types: z.array(vehicleType),
    reference: z.string().nullable(),
    schedule_type: id.nullable(),
    schedule_type_name: z.string().nullable(),
    require_user_date_input: z.boolean(),
    use_activity_statuses_on_ui: z.boolean(),
    internal_use: z.boolean(),
    statuses: z.array(
      z.object({ id, name: z.string(), do_not_create_schedule_activities: z.boolean() }),
    ),
    colour: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'CatalogueEntry' });

const query = pagedQuery(['name', 'category', 'reference']).extend({
  archived: z.enum(['true', 'false']).default('false'),
});
const ofKind = z.object({ kind });
const many = z.array(id).min(1).max(1000);
const changed = z.object({ changed: z.int().nonnegative() });

const repairerBody = z
  .object({
    name: textOf(90).min(2),
    email: contactEmail,
    phone: contactPhone,
    /** The owner; required from a global administrator without a customer. */
    customer: id.optional(),
  })
  .meta({ id: 'RepairerBody' });

/**
 * Lists that administrators keep: types of activities and schedules, repairers, categories of
 * geofences. Types are made and changed by the calls of the vehicle file (RP-21 to RP-23).
 */
export const catalogue = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/lists/{kind}/',
    ids: ['O-P01'],
    summary: 'List the entries of one of the lists.',
    access: ADMINISTER,
    params: ofKind,
    query,
    answer: paged(entry),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/lists/{kind}/export/',
    ids: ['O-P01'],
    summary: 'Export the filtered list.',
    access: ADMINISTER,
    params: ofKind,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/lists/{kind}/{id}/',
    ids: ['O-P01'],
    summary: 'Get one entry.',
    access: ADMINISTER,
    params: z.object({ kind, id: idText }),
    answer: entry,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/lists/{kind}/archive/',
    ids: ['O-P01'],
    summary: 'Archive or restore entries, all or none. Records keep their entry.',
    access: ADMINISTER,
    params: ofKind,
    body: z.object({ ids: many, archived: z.boolean() }),
    answer: changed,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/administration/lists/{kind}/remove/',
    ids: ['O-P01'],
    summary: 'Delete unused entries, all or none.',
    access: ADMINISTER,
    params: ofKind,
    body: z.object({ ids: many }),
  }),
  createRepairer: endpoint({
    method: 'POST',
    path: '/api/administration/repairers/',
    ids: ['R-100'],
    summary: 'Create a repairer.',
    access: ADMINISTER,
    body: repairerBody,
    answer: entry,
    status: 201,
  }),
  changeRepairer: endpoint({
    method: 'PUT',
    path: '/api/administration/repairers/{id}/',
    ids: ['R-100'],
    summary: 'Update a repairer.',
    access: ADMINISTER,
    params: byId,
    body: repairerBody,
    answer: entry,
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/administration/geofence_categories/',
    ids: ['R-060'],
    summary: 'Create a geofence category.',
    access: ADMINISTER,
    body: z.object({
      name: textOf(60).min(1),
      colour: z.string().regex(/^#[0-9a-fA-F]{6}$/),
      customer: id.optional(),
    }),
    answer: entry,
    status: 201,
  }),
  changeCategory: endpoint({
    method: 'PUT',
    path: '/api/administration/geofence_categories/{id}/',
    ids: ['R-060'],
    summary: 'Update the name and colour of a geofence category.',
    access: ADMINISTER,
    params: byId,
    body: z.object({
      name: textOf(60).min(1),
      colour: z.string().regex(/^#[0-9a-fA-F]{6}$/),
      customer: id.optional(),
    }),
    answer: entry,
  }),
} as const;

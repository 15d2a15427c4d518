import { VEHICLE_LISTS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { paged, pagedQuery, vehicleType } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

const kind = z.enum(VEHICLE_LISTS);
const entry = z
  .object({
    id,
    kind,
    name: z.string(),
    /** Of a model. */
    manufacturer: z.object({ id, name: z.string() }).nullable(),
    vehicle_type: vehicleType.nullable(),
    customer: id,
    customer_name: z.string(),
    /** The number of its vehicles. */
    vehicle_count: z.int().nonnegative(),
    is_archived: z.boolean(),
  })
  .meta({ id: 'VehicleListEntry' });

const body = z.object({
  name: textOf(60).min(1),
  /** A model must name its manufacturer, others have none. */
  manufacturer: id.nullable().default(null),
  vehicle_type: vehicleType.nullable().default(null),
  /** The customer; by default your own. Required from a global administrator. */
  customer: id.optional(),
});

const query = pagedQuery(['name']).extend({ archived: flag.default(false) });

/** The administered lists of a vehicle's form (O-23). */
export const vehicleLists = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/vehicle_lists/{kind}/',
    ids: ['O-23'],
    summary: 'List the entries of one of the lists.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    query,
    answer: paged(entry),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/vehicle_lists/{kind}/export/',
    ids: ['O-23'],
    summary: 'Export the filtered list.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    query: query.omit({ page: true, pageSize: true }).extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/vehicle_lists/{kind}/{id}/',
    ids: ['O-23'],
    summary: 'Get one entry.',
    access: ADMINISTRATOR,
    params: z.object({ kind, id: idText }),
    answer: entry,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/administration/vehicle_lists/{kind}/',
    ids: ['O-23'],
    summary: 'Create an entry.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    body,
    answer: entry,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/administration/vehicle_lists/{kind}/{id}/',
    ids: ['O-23'],
    summary: 'Update an entry. Its vehicles follow.',
    access: ADMINISTRATOR,
    params: z.object({ kind, id: idText }),
    body,
    answer: entry,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/vehicle_lists/{kind}/archive/',
    ids: ['O-23'],
    summary: 'Archive or restore entries. Vehicles keep their entry.',
    access: ADMINISTRATOR,
    params: z.object({ kind }),
    body: z.object({ ids: z.array(id).min(1).max(1000), archived: z.boolean() }),
  }),
} as const;

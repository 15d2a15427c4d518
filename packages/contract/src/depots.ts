import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { vehicle } from './vehicles-shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;
const READ = { kind: 'signed-in' } as const;

const line = textOf(120);
const name = textOf(90).min(1);
const place = z.object({ id, name: z.string() });
/** Ids of a form, each once. */
const ids = z.array(id).max(10_000);
const state = z.enum(['true', 'false']).default('false');

/** Fields of an address (requirement O-10); nothing enforces a length of the display name (OP-106). */
const addressFields = {
  display_name: line,
  address1: line,
  address2: line,
  city: line,
  county: line,
  postcode: textOf(20),
  country: line,
};
export const address = z.object({ id, ...addressFields }).meta({ id: 'Address' });
export type Address = z.output<typeof address>;
/** An address as a form sends it; its id is ignored. */
export const addressBody = z
  .object({ id: id.optional(), ...addressFields })
  .meta({ id: 'AddressBody' });

const groupFields = {
  id,
  name: z.string(),
  is_region: z.boolean(),
  permission: z.string().nullable(),
  customer: id,
  /** The customer, for people who can see several. */
  customer_name: z.string(),
  region: place.nullable(),
  vehicle_count: z.int().nonnegative(),
  /** The depots of a region; none of a depot. */
  vehicle_groups: z.array(place),
  archived: z.boolean(),
};
const listedGroup = z
  .object({
    ...groupFields,
    /** Both are absent in a brief list. */
    address: address.nullable().optional(),
    vehicles: z.array(vehicle).optional(),
  })
  .meta({ id: 'ListedVehicleGroup' });
/** Without addresses and vehicles. */
export const brief = flag.default(false);
/** A depot of a list: all of it, or, of a brief list, its name and what the list counts. */
export const depotChoice = z
  .object({
    ...place.shape,
    permission: z.string().nullable(),
    region: place.nullable(),
    address: address.nullable().optional(),
    vehicle_count: z.int().nonnegative().optional(),
    vehicles: z.array(vehicle).optional(),
  })
  .meta({ id: 'DepotChoice' });
const vehicleGroup = z
  .object({
    ...groupFields,
    address: address.nullable(),
    vehicles: z.array(vehicle),
    schedule_types: z.array(place),
  })
  .meta({ id: 'VehicleGroup' });

/** A depot with all that the catalogue gives a vehicle group. */
const wholeDepot = z
  .object({
    ...place.shape,
    permission: z.string().nullable(),
    region: place.nullable(),
    address: address.nullable(),
    vehicle_count: z.int().nonnegative(),
    vehicles: z.array(vehicle),
  })
  .meta({ id: 'WholeDepot' });

const groupBody = z
  .object({
    name,
    /** Makes it a region: a name and depots, nothing else. */
    is_region: z.boolean().default(false),
    region: id.nullable().default(null),
    address: addressBody.nullable().default(null),
    vehicles: ids.default([]),
    vehicle_groups: ids.default([]),
    schedule_types: z.array(id).max(200).default([]),
    /** The owner; required from a global administrator without a customer. */
    customer: id.optional(),
  })
  .meta({ id: 'VehicleGroupBody' });

/** The number of records of a bulk change. */
const changed = z.object({ changed: z.int().nonnegative() });

const region = z
  .object({ ...place.shape, permission: z.string().nullable(), vehicle_groups: z.array(place) })
  .meta({ id: 'Region' });

/** A page of a long list; the count stops at a limit. */
const counted = <T extends z.core.SomeType>(row: T) =>
  paged(row).extend({ count_is_limit: z.boolean() });

const filter = {
  is_region: state,
  archived: state,
  /** Only depots of this region. */
  region: idText.optional(),
};

/** Regions and depots, called vehicle groups in the interface (O-18, O-P05; ). */
export const depots = {
  groups: endpoint({
    method: 'GET',
    path: '/api/vehicles_groups/',
    ids: ['R-063'],
    summary: 'List the depots or regions that the administrator manages.',
    access: ADMINISTER,
    query: pagedQuery(['name', 'region', 'vehicle_count']).extend({ ...filter, brief }),
    answer: counted(listedGroup),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administration/vehicles_groups/',
    ids: ['R-073'],
    summary: 'List the same records for the administration.',
    access: ADMINISTER,
    query: pagedQuery(['name', 'region', 'vehicle_count']).extend({ ...filter, brief }),
    answer: counted(listedGroup),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/vehicles_groups/export/',
    ids: ['R-073'],
    summary: 'Export the filtered list.',
    access: ADMINISTER,
    query: pagedQuery(['name', 'region', 'vehicle_count']).extend({
      ...filter,
      format: z.enum(REPORT_FORMATS),
    }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vehicles_groups/',
    ids: ['R-064'],
    summary: 'Create a depot or region.',
    access: ADMINISTER,
    body: groupBody,
    answer: vehicleGroup,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vehicles_group/{id}/',
    ids: ['R-067'],
    summary: 'Get one depot with its vehicles, or one region with its depots.',
    access: ADMINISTER,
    params: byId,
    answer: vehicleGroup,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/vehicles_group/{id}/',
    ids: ['R-068'],
    summary: 'Update a depot or region. The lists of the body replace the stored ones.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: groupBody,
    answer: vehicleGroup,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/vehicles_groups_delete/',
    ids: ['R-066'],
    summary: 'Archive a depot without vehicles, or a region without depots.',
    access: ADMINISTER,
    body: z.object({ id }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/vehicles_groups/archive/',
    ids: ['R-066'],
    summary: 'Archive or restore depots or regions, all or none.',
    access: ADMINISTER,
    body: z.object({
      ids: ids.min(1),
      archived: z.boolean(),
    }),
    answer: changed,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/vehicles_groups_move/',
    ids: ['R-068'],
    summary: 'Move depots to another region, all or none. Null removes them from their region.',
    access: ADMINISTER,
    body: z.object({ ids: ids.min(1), region: id.nullable() }),
    answer: changed,
  }),
  ofVehicle: endpoint({
    method: 'GET',
    path: '/api/vehicle/{vehicleId}/vehicle_groups/',
    ids: ['R-075'],
    summary: 'List the depots of a vehicle.',
    access: READ,
    params: z.object({ vehicleId: idText }),
    answer: z.array(wholeDepot),
  }),
  choosable: endpoint({
    method: 'GET',
    path: '/api/fmt/vehicle_groups/v2/',
    ids: ['R-082'],
    summary: 'List the visible depots, 15 per page by default.',
    access: READ,
    query: pagedQuery(['name']).extend({
      pageSize: z.coerce.number().int().min(1).max(400).default(15),
      brief,
    }),
    answer: paged(depotChoice),
  }),
  regions: endpoint({
    method: 'GET',
    path: '/api/user/regions/',
    ids: ['R-069'],
    summary: 'List the visible regions with their visible depots.',
    access: READ,
    answer: z.array(region),
  }),
} as const;

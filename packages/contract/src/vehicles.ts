import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
import { flag, id, idText, utc } from './fields.ts';
import { assetKind, byId, paged, pagedQuery, vehicleType } from './shapes.ts';
import { many, named, typeName, vehicle, vehicleBody, vehicleChanges } from './vehicles-shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

const SIGNED_IN = { kind: 'signed-in' } as const;

const listFilter = {
  /** Archived vehicles instead of the others. */
  archived: flag.default(false),
  /** Vehicles of one depot. */
  depot: idText.optional(),
  type: vehicleType.optional(),
  kind: assetKind.optional(),
};

const orderings = ['registration', 'type', 'vin', 'manufacturer_model', 'created_at'] as const;

/** A customer whose lists are asked for; for global administrators, others have their own. */
const ofCustomer = z.object({ customer: idText.optional() });

/** Vehicles as administrators keep them (area O; ). */
export const vehicles = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/vehicles/',
    ids: ['R-083'],
    summary:
      'List the vehicles; without parameters all of them, up to 10,000. The count stops at 10,000.',
    access: ADMINISTRATOR,
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(vehicle).extend({ count_is_limit: z.boolean() }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/vehicles_export/',
    ids: ['R-083'],
    summary: 'Export the filtered vehicles, up to 10,000 rows.',
    access: ADMINISTRATOR,
    query: exportQuery(orderings, listFilter),
    raw: 'file',
  }),
  inSight: endpoint({
    method: 'GET',
    path: '/api/vehicles/',
    ids: ['R-084'],
    summary: 'List the visible vehicles for sidebars.',
    access: SIGNED_IN,
    query: pagedQuery(['registration', 'type']),
    answer: paged(vehicle).extend({ count_is_limit: z.boolean() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vehicle/{id}/',
    ids: ['R-085'],
    summary: 'Get one visible vehicle. Administrators also get archived vehicles.',
    access: SIGNED_IN,
    params: byId,
    answer: vehicle,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vehicles/',
    ids: ['R-086'],
    summary: 'Create a vehicle of the customer.',
    access: ADMINISTRATOR,
    body: vehicleBody,
    answer: vehicle,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/vehicle/{id}/',
    ids: ['R-088'],
    summary: 'Update a vehicle. Later records of a moved tracker belong to this vehicle.',
    access: ADMINISTRATOR,
    params: byId,
    keepsAbsent: true,
    body: vehicleBody,
    answer: vehicle,
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/api/administration/vehicles_change/',
    ids: ['O-17'],
    summary: 'Set the same values for many vehicles, all or none.',
    access: ADMINISTRATOR,
    body: z.object({ ids: many, changes: vehicleChanges }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/vehicles_delete/',
    ids: ['R-087'],
    summary: 'Archive a vehicle. It leaves all lists; its history stays.',
    access: ADMINISTRATOR,
    body: z.object({ id }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/vehicles_archive/',
    ids: ['O-17'],
    summary: 'Archive or restore vehicles, all or none.',
    access: ADMINISTRATOR,
    body: z.object({ ids: many, archived: z.boolean() }),
  }),
  fittings: endpoint({
    method: 'GET',
    path: '/api/administration/vehicle_fittings/{id}/',
    ids: ['O-17'],
    summary: 'List the devices that were fitted to a vehicle, newest first.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.array(
      z.object({
        tracker: id,
        number: z.string(),
        /** Null if it was fitted from the start. */
        fitted_at: utc.nullable(),
        removed_at: utc.nullable(),
      }),
    ),
  }),
  /** What a vehicle can run on. */
  types: endpoint({
    method: 'GET',
    path: '/api/vehicle_types/',
    ids: ['V-04'],
    summary: 'List the fuel types.',
    access: SIGNED_IN,
    answer: z.array(z.object({ id, reference: z.string(), name: z.string() })),
  }),
  manufacturers: endpoint({
    method: 'GET',
    path: '/api/vehicle_manufacturers/',
    ids: ['R-089', 'O-23'],
    summary: 'List manufacturers by name.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: z.array(named),
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/vehicle_man_models/',
    ids: ['R-090', 'O-23'],
    summary: 'List models, of one manufacturer or all.',
    access: ADMINISTRATOR,
    query: ofCustomer.extend({ manufacturer: idText.optional() }),
    answer: z.array(
      z
        .object({ id, name: z.string(), manufacturer: id, vehicle_type: typeName })
        .meta({ id: 'ManufacturerModel' }),
    ),
  }),
  liveries: endpoint({
    method: 'GET',
    path: '/api/livery_category/',
    ids: ['R-091', 'O-23'],
    summary: 'List livery categories by name.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: z.array(z.object({ id, category_name: z.string() })),
  }),
  driverCategories: endpoint({
    method: 'GET',
    path: '/api/administration/driver_category/',
    ids: ['R-092', 'O-23'],
    summary: 'List driver categories by name.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: z.array(named),
  }),
  contractTypes: endpoint({
    method: 'GET',
    path: '/api/administration/vehicle_contract_type/',
    ids: ['R-093', 'O-23'],
    summary: 'List contract types by name.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: z.array(named),
  }),
  leaseCompanies: endpoint({
    method: 'GET',
    path: '/api/administration/lease_companies/',
    ids: ['R-094', 'O-23'],
    summary: 'List lease companies by name.',
    access: ADMINISTRATOR,
    query: ofCustomer,
    answer: z.array(named),
  }),
} as const;

import {
  isIdentifier,
  MAX_AXLES,
  MAX_IDENTIFIER_CHARS,
  MAX_PLATED_KG,
  MAX_TRAILER_IDENTIFIERS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
import { date, dateInput, flag, id, idText, textOf, utc } from './fields.ts';
import { assetKind, byId, paged, pagedQuery, vehicleType } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const SIGNED_IN = { kind: 'signed-in' } as const;

/** A reference in a body: an id, or the object with an id that answers carry. */
const reference = z.union([id, z.object({ id }).transform((given) => given.id)]);
const named = z.object({ id, name: z.string() });
const typeName = z.object({ reference: z.string(), name: z.string() });
/** Registrations are kept in capitals; blanks at the ends and doubled ones go. */
const registration = textOf(20)
  .min(1)
  .transform((text) => text.replace(/\s+/g, ' ').toUpperCase());
/** A vehicle identification number: 17 signs of which I, O and Q are none (ISO 3779); older ones are shorter. */
const vin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-HJ-NPR-Z0-9]{3,17}$/, 'Up to 17 letters and digits, without I, O and Q');
const idList = z.array(reference).max(200);
const platedKg = z.int().min(1).max(MAX_PLATED_KG);
const optionalText = (max: number) =>
  textOf(max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null);

export const vehicle = z
  .object({
    id,
    registration: z.string(),
    type: vehicleType,
    /** The fuel type. */
    vehicle_type: z.object({ id, reference: z.string(), name: z.string() }),
    manufacturer_model: z.object({ id, name: z.string(), vehicle_type: typeName }).nullable(),
    permission: z.string().nullable(),
    vin: z.string().nullable(),
    livery_category: z.object({ id, category_name: z.string() }).nullable(),
    contract_type: id.nullable(),
    lease_company: id.nullable(),
    repairer: id.nullable(),
    /** The first of its devices. */
    tracker: id.nullable(),
    /** A tracker, and perhaps a camera unit (OP-080). */
    trackers: z.array(z.object({ id, tracker: z.string() })),
    driver: id.nullable(),
    vehicle_groups: z.array(id),
    schedule_types: z.array(id),
    customer: id,
    /** metres; null if no device reported it */
    odometer: z.number().nullable(),
    is_active: z.boolean(),
    first_registered_on: date.nullable(),
    /** What the asset is; of its type unless another was chosen. */
    kind: assetKind,
    axles: z.int().nullable(),
    /** Plated weights in kilograms, of each axle from the front. */
    axle_weights_kg: z.array(z.int()).nullable(),
    gross_weight_kg: z.int().nullable(),
    /** The greatest weight of the vehicle with its trailer, in kilograms. */
    train_weight_kg: z.int().nullable(),
    /** The number of a trailer, as the operator or the DVSA gave it. */
    trailer_number: z.string().nullable(),
    /** What identifies a trailer to a device: ids of beacons, serials of its electronics. */
    identifiers: z.array(z.string()),
    /** The owner, if it is not the customer. */
    owner: z.string().nullable(),
    /** Names of the ids above. */
    names: z.object({
      contract_type: z.string().nullable(),
      lease_company: z.string().nullable(),
      repairer: z.string().nullable(),
      driver: z.string().nullable(),
      customer: z.string(),
      vehicle_groups: z.array(z.string()),
      schedule_types: z.array(z.string()),
    }),
  })
  .meta({ id: 'Vehicle' });

const trailerIdentifier = textOf(MAX_IDENTIFIER_CHARS).refine(isIdentifier, 'vehicle.identifier');

const vehicleBody = z
  .object({
    registration,
    type: vehicleType,
    /** The fuel type: one of `GET /api/vehicle_types/`. */
    vehicle_type: reference.default(1),
    manufacturer_model: reference.nullable().default(null),
    vin: vin.nullable().default(null),
    livery_category: reference.nullable().default(null),
    contract_type: reference.nullable().default(null),
    lease_company: reference.nullable().default(null),
    repairer: reference.nullable().default(null),
    /** Its only device; `trackers` counts before. */
    tracker: reference.nullable().default(null),
    /** Its devices, each fitted from now on; earlier records stay with the earlier vehicle. */
    trackers: z.array(reference).max(10).optional(),
    driver: reference.nullable().default(null),
    vehicle_groups: idList.default([]),
    schedule_types: idList.default([]),
    first_registered_on: dateInput.nullable().default(null),
    /** Null for the kind of its type. */
    kind: assetKind.nullable().default(null),
    axles: z.int().min(1).max(MAX_AXLES).nullable().default(null),
    /** Kilograms, of each axle from the front. */
    axle_weights_kg: z.array(platedKg).min(1).max(MAX_AXLES).nullable().default(null),
    gross_weight_kg: platedKg.nullable().default(null),
    train_weight_kg: platedKg.nullable().default(null),
    trailer_number: optionalText(30),
    /** Unique within the customer; only for trailers. Without the field, they stay. */
    identifiers: z.array(trailerIdentifier).max(MAX_TRAILER_IDENTIFIERS).optional(),
    owner: optionalText(120),
    /** False archives the vehicle, true brings it back. */
    is_active: z.boolean().default(true),
    /** The customer; by default your own. Required from a global administrator. */
    customer: id.optional(),
  })
  .meta({ id: 'VehicleBody' });

/** Values for many vehicles at once; absent fields stay unchanged. */
const vehicleChanges = z
  .object({
    type: vehicleType,
    vehicle_type: reference,
    manufacturer_model: reference.nullable(),
    livery_category: reference.nullable(),
    contract_type: reference.nullable(),
    lease_company: reference.nullable(),
    repairer: reference.nullable(),
    vehicle_groups: idList,
    schedule_types: idList,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Name what changes.');

const many = z.array(id).min(1).max(1000);
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

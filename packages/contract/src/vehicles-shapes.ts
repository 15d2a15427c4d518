import {
  isIdentifier,
  MAX_AXLES,
  MAX_IDENTIFIER_CHARS,
  MAX_PLATED_KG,
  MAX_TRAILER_IDENTIFIERS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { date, dateInput, id, textOf } from './fields.ts';
import { assetKind, vehicleType } from './shapes.ts';

/** A reference in a body: an id, or the object with an id that answers carry. */
export const reference = z.union([id, z.object({ id }).transform((given) => given.id)]);

export const named = z.object({ id, name: z.string() });

export const typeName = z.object({ reference: z.string(), name: z.string() });

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
    /** Goods in international transport or cabotage, within the scope of Regulation (EC) 561/2006, article 2(1)(aa). */
    is_international_haulage: z.boolean(),
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

export const vehicleBody = z
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
    /**
     * Carries goods in international transport or cabotage, for hire or reward, or on own account with driving as the
     * main activity of the driver. Needs `gross_weight_kg` or `train_weight_kg`.
     */
    is_international_haulage: z.boolean().default(false),
    /** False archives the vehicle, true brings it back. */
    is_active: z.boolean().default(true),
    /** The customer; by default your own. Required from a global administrator. */
    customer: id.optional(),
  })
  .meta({ id: 'VehicleBody' });

/** Values for many vehicles at once; absent fields stay unchanged. */
export const vehicleChanges = z
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

export const many = z.array(id).min(1).max(1000);

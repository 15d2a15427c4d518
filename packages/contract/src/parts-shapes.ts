import {
  ENTERED_MOVEMENT_KINDS,
  PART_CATEGORIES,
  PART_MOVEMENT_KINDS,
  PART_UNITS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { id, int4, longId, textOf, utc } from './fields.ts';

/** Work orders have the same permissions, as their lines take parts. */
export const PARTS_READ = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File'],
  refusesLimited: true,
} as const;
export const PARTS_WRITE = { ...PARTS_READ, write: true } as const;

export const named = z.object({ id, name: z.string() });
/** In the unit of the part. */
export const partQuantity = z.number().positive().max(99_999).multipleOf(0.001);
const level = z.number().min(0).max(99_999).multipleOf(0.001);
/** Net, of one unit; four decimals, as screws cost less than a hundredth. */
export const unitCost = z.number().min(0).max(999_999).multipleOf(0.0001);
/** The version of the record that is changed. */
const version = int4.optional();
const email = z.email().max(254).nullable();

export const supplierBody = z
  .object({
    name: textOf(100).min(2),
    email: email.default(null),
    phone: textOf(40).nullable().default(null),
    account: textOf(60).default(''),
    version,
  })
  .meta({ id: 'PartSupplierBody' });

export const supplier = z
  .object({
    id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** The number of the customer at the supplier. */
    account: z.string(),
    /** How many parts it sells. */
    parts: z.int().nonnegative(),
    is_archived: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'PartSupplier' });

export const storeBody = z
  .object({ name: textOf(60).min(2), depot: id, version })
  .meta({ id: 'PartStoreBody' });

export const store = z
  .object({
    id,
    name: z.string(),
    depot: named,
    /** How many parts it has in stock, and their value. */
    parts: z.int().nonnegative(),
    value: z.number(),
    is_archived: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'PartStore' });

export const partBody = z
  .object({
    number: textOf(40).min(1),
    name: textOf(100).min(2),
    category: z.enum(PART_CATEGORIES).default('other'),
    unit: z.enum(PART_UNITS).default('piece'),
    /** Of the package: EAN, UPC or the code of a supplier. */
    barcode: textOf(64).default(''),
    reorder_level: level.nullable().default(null),
    reorder_quantity: partQuantity.nullable().default(null),
    warranty_months: z.int().min(1).max(240).nullable().default(null),
    note: textOf(500).default(''),
    /** Who sells it; the first is preferred. */
    suppliers: z
      .array(
        z.object({
          /** An id, or the name of a supplier; one that does not exist is created. */
          supplier: z.union([id, textOf(100).min(2)]),
          number: textOf(40).default(''),
          price: unitCost.nullable().default(null),
        }),
      )
      .max(10)
      .default([]),
    version,
  })
  .meta({ id: 'PartBody' });

const partRowFields = {
  id,
  number: z.string(),
  name: z.string(),
  category: z.enum(PART_CATEGORIES),
  unit: z.enum(PART_UNITS),
  barcode: z.string(),
  reorder_level: z.number().nullable(),
  reorder_quantity: z.number().nullable(),
  warranty_months: z.int().nullable(),
  note: z.string(),
  /** Of visible stores. */
  quantity: z.number(),
  value: z.number(),
  /** The stock of a visible store is under its minimum, or that of all stores under the reorder level. */
  is_short: z.boolean(),
  /** The preferred one. */
  supplier: z.string().nullable(),
  is_archived: z.boolean(),
  version: z.int(),
};
export const partRow = z.object(partRowFields).meta({ id: 'PartRow' });

export const part = z
  .object({
    ...partRowFields,
    suppliers: z.array(
      z.object({ supplier: named, number: z.string(), price: z.number().nullable() }),
    ),
    /** In each visible store. */
    stock: z.array(
      z.object({
        store: named,
        depot: z.string(),
        quantity: z.number(),
        average_cost: z.number(),
        minimum: z.number().nullable(),
        bin: z.string(),
      }),
    ),
  })
  .meta({ id: 'Part' });

export const stockPlaceBody = z
  .object({ minimum: level.nullable().default(null), bin: textOf(30).default('') })
  .meta({ id: 'PartStockPlace' });

/** A movement that a person enters. */
export const movementBody = z
  .object({
    part: id,
    store: id,
    kind: z.enum(ENTERED_MOVEMENT_KINDS),
    /** Negative only for an adjustment that takes from the stock. */
    quantity: z.number().min(-99_999).max(99_999).multipleOf(0.001),
    /** Of a receipt, or of an adjustment that adds; without it, the average cost stays. */
    unit_cost: unitCost.nullable().default(null),
    /** Of a transfer. */
    to_store: id.nullable().default(null),
    reason: textOf(200).default(''),
  })
  .meta({ id: 'PartMovementBody' });

export const movement = z
  .object({
    id: longId,
    created_at: utc,
    kind: z.enum(PART_MOVEMENT_KINDS),
    part: z.object({ id, number: z.string(), name: z.string(), unit: z.enum(PART_UNITS) }),
    store: named,
    other_store: z.string().nullable(),
    /** Negative for what leaves the store. */
    quantity: z.number(),
    unit_cost: z.number(),
    value: z.number(),
    /** The stock after it. */
    balance: z.number(),
    reason: z.string(),
    created_by: z.string(),
    work_order: z.object({ id, reference_number: z.string() }).nullable(),
    purchase_order: z.object({ id, reference_number: z.string() }).nullable(),
    stock_take: z.object({ id, reference_number: z.string() }).nullable(),
  })
  .meta({ id: 'PartMovement' });

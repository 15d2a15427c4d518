import { PART_UNITS, PURCHASE_ORDER_STATES, PURCHASE_ORDER_STEPS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, int4, textOf, utc } from './fields.ts';
import { named, PARTS_READ, PARTS_WRITE, partQuantity, unitCost } from './parts-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const IDS = ['W-01'] as const;
const version = int4;

const rowFields = {
  id,
  reference_number: z.string(),
  supplier: named,
  store: named,
  state: z.enum(PURCHASE_ORDER_STATES),
  /** Net, of the lines as ordered. */
  total: z.number(),
  created_at: utc,
  ordered_at: utc.nullable(),
  version: z.int(),
};
const orderRow = z.object(rowFields).meta({ id: 'PurchaseOrderRow' });
const order = z
  .object({
    ...rowFields,
    note: z.string(),
    created_by: z.string(),
    ordered_by: z.string().nullable(),
    /** Where it was sent; null if it was not. */
    mailed_to: z.string().nullable(),
    /** The address of the supplier. */
    supplier_email: z.string().nullable(),
    lines: z.array(
      z.object({
        id,
        part: z.object({ id, number: z.string(), name: z.string(), unit: z.enum(PART_UNITS) }),
        supplier_number: z.string(),
        quantity: z.number(),
        received: z.number(),
        unit_price: z.number(),
        net: z.number(),
      }),
    ),
    /** What the caller can do now. */
    next_steps: z.array(z.enum(PURCHASE_ORDER_STEPS)),
  })
  .meta({ id: 'PurchaseOrder' });

const orderBody = z
  .object({
    supplier: id,
    store: id,
    note: textOf(500).default(''),
    lines: z
      .array(
        z.object({
          part: id,
          quantity: partQuantity,
          /** Without it, the price of the supplier. */
          unit_price: unitCost.nullable().default(null),
        }),
      )
      .min(1)
      .max(200),
    /** Of the order that is changed. */
    version: version.optional(),
  })
  .meta({ id: 'PurchaseOrderBody' });

const query = pagedQuery(['created_at']).extend({
  /** One state, or `open` for orders that parts can still come from. */
  state: z.enum(['open', ...PURCHASE_ORDER_STATES]).optional(),
  supplier: idText.optional(),
  store: idText.optional(),
});

/** Purchase orders of parts. */
export const partOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/part_orders/',
    ids: IDS,
    summary: 'List the purchase orders for visible stores, newest first.',
    access: PARTS_READ,
    query,
    answer: paged(orderRow).extend({ count_is_limit: z.boolean() }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/part_orders/export/',
    ids: IDS,
    summary: 'Export the filtered purchase orders.',
    access: PARTS_READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/part_orders/',
    ids: IDS,
    summary: 'Create a draft of a purchase order.',
    access: PARTS_WRITE,
    body: orderBody,
    answer: order,
    status: 201,
    refuses: [409],
  }),
  propose: endpoint({
    method: 'POST',
    path: '/api/part_orders_proposal/',
    ids: IDS,
    summary: 'Create drafts, one for each supplier, of what a store has too little of.',
    access: PARTS_WRITE,
    body: z.object({ store: id }),
    answer: z.object({
      orders: z.array(z.object({ id, reference_number: z.string() })),
      /** Numbers of parts that are needed and have no supplier. */
      without_supplier: z.array(z.string()),
    }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/part_orders/{id}/',
    ids: IDS,
    summary: 'Get one purchase order with its lines.',
    access: PARTS_READ,
    params: byId,
    answer: order,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/part_orders/{id}/',
    ids: IDS,
    summary: 'Change a draft.',
    access: PARTS_WRITE,
    params: byId,
    body: orderBody,
    answer: order,
    refuses: [409],
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/part_orders/{id}/order/',
    ids: IDS,
    summary: 'Mark a draft as ordered, and send it to the supplier as PDF.',
    access: PARTS_WRITE,
    params: byId,
    body: z.object({
      version,
      /** Where it is sent; without it, it is only marked. */
      email: z.email().max(254).nullable().default(null),
      language: z.enum(['en', 'pt']).default('en'),
    }),
    answer: order,
    ratePerMinute: 30,
    refuses: [409],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/part_orders/{id}/receipts/',
    ids: IDS,
    summary: 'Receive parts of an order into its store, all or some.',
    access: PARTS_WRITE,
    params: byId,
    body: z.object({
      version,
      /** Number of the delivery note. */
      reason: textOf(100).default(''),
      lines: z
        .array(
          z.object({
            line: id,
            quantity: partQuantity,
            /** Without it, the price of the line. */
            unit_cost: unitCost.nullable().default(null),
          }),
        )
        .min(1)
        .max(200),
    }),
    answer: order,
    refuses: [409],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/part_orders/{id}/cancel/',
    ids: IDS,
    summary: 'Cancel an order, or what of it has not come.',
    access: PARTS_WRITE,
    params: byId,
    body: z.object({ version }),
    answer: order,
    refuses: [409],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/part_orders/{id}/pdf/',
    ids: IDS,
    summary: 'Get a purchase order as PDF.',
    access: PARTS_READ,
    params: byId,
    raw: 'file',
  }),
} as const;

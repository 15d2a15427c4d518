import {
  COST_CATEGORIES,
  COST_GROUPINGS,
  COST_KINDS,
  COST_SOURCES,
  VEHICLE_TYPES,
} from '@roadworthy/domain';
import { z } from 'zod';
import {
  costAmount as amount,
  costMonth as month,
  COSTS_READ as READ,
  COSTS_WRITE as WRITE,
} from './costs-fields.ts';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, longId, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const quantity = z.number().positive().max(100_000).multipleOf(0.01).nullable();

const values = {
  category: z.enum(COST_CATEGORIES),
  /** The day of the cost, or the first of the days that it covers. */
  starts_on: date,
  ends_on: date,
  /** Without VAT, in the currency of the customer; negative for a credit. */
  amount: z.number(),
  /** Of fuel. */
  litres: z.number().nullable(),
  energy_kwh: z.number().nullable(),
  supplier: z.string(),
  /** Number of the invoice, or of the transaction of a card. */
  reference: z.string(),
  note: z.string(),
  /** Of the transaction of a fuel card: the time at the place, as 08:15. */
  time: z.string().nullable(),
  /** The same in UTC. */
  transaction_at: utc.nullable(),
  place: z.string(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  product: z.string(),
};
const entry = z
  .object({
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    ...values,
    version: z.int(),
  })
  .meta({ id: 'CostEntry' });

const entryBody = z
  .object({
    vehicle: id,
    category: z.enum(COST_CATEGORIES),
    starts_on: dateInput,
    /** The day itself without it. */
    ends_on: dateInput.nullable().default(null),
    amount,
    litres: quantity.default(null),
    energy_kwh: quantity.default(null),
    supplier: textOf(120).default(''),
    reference: textOf(80).default(''),
    note: textOf(500).default(''),
    /** In the person's time zone. These five are kept by a change without them. */
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time as 08:15')
      .nullable()
      .optional(),
    place: textOf(120).optional(),
    lat: z.number().min(-90).max(90).nullable().optional(),
    long: z.number().min(-180).max(180).nullable().optional(),
    product: textOf(80).optional(),
    /** Of the entry that is changed. */
    version: int4.optional(),
  })
  .meta({ id: 'CostEntryBody' });

const filter = {
  vehicle: idText.optional(),
  depot: idText.optional(),
  category: z.enum(COST_CATEGORIES).optional(),
  /** Entries that cover one of these days. */
  from: dateInput.optional(),
  to: dateInput.optional(),
};
const query = pagedQuery(['starts_on', 'amount']).extend(filter);

/** Amounts by kind; kinds without costs are left out. */
const amounts = z.partialRecord(z.enum(COST_KINDS), z.number());
const sums = {
  amounts,
  total: z.number(),
  /** Metres of trips. */
  distance: z.number().nonnegative(),
  litres: z.number().nonnegative(),
  energy_kwh: z.number().nonnegative(),
  /** CO2 equivalent of the bought fuel and electricity, in kg. */
  co2_kg: z.number().nonnegative(),
};
const figuresQuery = pagedQuery(['name', 'total']).extend({
  from: month,
  to: month,
  by: z.enum(COST_GROUPINGS).default('month'),
  vehicle: idText.optional(),
  depot: idText.optional(),
  vehicle_type: z.enum(VEHICLE_TYPES).optional(),
});
const figures = paged(
  z
    .object({
      /** A month as 2026-11, the id of a vehicle or depot, or a vehicle type. */
      key: z.string(),
      name: z.string(),
      ...sums,
    })
    .meta({ id: 'CostFigure' }),
)
  .extend({ totals: z.object(sums) })
  .meta({ id: 'CostFigures' });

const recordsQuery = figuresQuery.omit({ by: true, ordering: true }).extend({
  ordering: z.enum(['', 'amount', '-amount', 'day', '-day']).default(''),
  kind: z.enum(COST_KINDS).optional(),
});
/** A record that counts in a figure. */
const record = z
  .object({
    source: z.enum(COST_SOURCES),
    /** Of the record: of the tyre for a tyre. */
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    kind: z.enum(COST_KINDS),
    day: date,
    /** What it counts in the months. */
    amount: z.number(),
    name: z.string(),
  })
  .meta({ id: 'CostRecord' });

/** Costs of vehicles. */
export const costs = {
  list: endpoint({
    method: 'GET',
    path: '/api/costs/',
    ids: ['O-P02'],
    summary: 'List the cost entries of visible vehicles, newest first.',
    access: READ,
    query,
    answer: paged(entry).extend({ count_is_limit: z.boolean() }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/costs/export/',
    ids: ['O-P02'],
    summary: 'Export the filtered cost entries.',
    access: READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/costs/figures/',
    ids: ['O-P02'],
    summary: 'Get costs, distance and CO2 of up to 24 months, by month, vehicle, type or depot.',
    access: READ,
    query: figuresQuery,
    answer: figures,
  }),
  exportFigures: endpoint({
    method: 'GET',
    path: '/api/costs/figures/export/',
    ids: ['O-P02'],
    summary: 'Export the figures.',
    access: READ,
    ratePerMinute: 12,
    query: figuresQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  records: endpoint({
    method: 'GET',
    path: '/api/costs/records/',
    ids: ['O-P02'],
    summary: 'List the records behind a figure, with what each counts in its months.',
    access: READ,
    query: recordsQuery,
    answer: paged(record).extend({ total: z.number() }),
  }),
  exportRecords: endpoint({
    method: 'GET',
    path: '/api/costs/records/export/',
    ids: ['O-P02'],
    summary: 'Export the records behind a figure.',
    access: READ,
    ratePerMinute: 12,
    query: recordsQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/costs/',
    ids: ['O-P02'],
    summary: 'Create a cost entry.',
    access: WRITE,
    body: entryBody,
    answer: entry,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/costs/{id}/',
    ids: ['O-P02'],
    summary: 'Get one cost entry.',
    access: READ,
    params: byId,
    answer: entry,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/costs/{id}/',
    ids: ['O-P02'],
    summary: 'Update a cost entry.',
    access: WRITE,
    params: byId,
    body: entryBody,
    answer: entry,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/costs/{id}/',
    ids: ['O-P02'],
    summary: 'Delete a cost entry. It stays in the audit log.',
    access: WRITE,
    params: byId,
    status: 204,
  }),
} as const;

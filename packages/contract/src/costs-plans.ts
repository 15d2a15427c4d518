import { PLAN_CATEGORIES } from '@roadworthy/domain';
import { z } from 'zod';
import { COSTS_READ, COSTS_WRITE, costAmount, costMonth } from './costs-fields.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, int4, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const category = z.enum(PLAN_CATEGORIES);
const term = z.int().min(1).max(240);

const plan = z
  .object({
    id,
    vehicle: z.object({ id, registration: z.string() }),
    category,
    /** Months as 2026-11, both included; null for a plan without an end. */
    first_month: z.string(),
    last_month: z.string().nullable(),
    /** Each month, without VAT. Of depreciation it follows from price, residual value and term. */
    monthly: z.number(),
    price: z.number().nullable(),
    residual: z.number().nullable(),
    term_months: term.nullable(),
    supplier: z.string(),
    reference: z.string(),
    note: z.string(),
    version: z.int(),
  })
  .meta({ id: 'CostPlan' });

const planBody = z
  .object({
    vehicle: id,
    category,
    first_month: costMonth,
    /** Of depreciation: the end of the term without it, or the month in which the vehicle was sold. */
    last_month: costMonth.nullable().default(null),
    /** Not of depreciation. */
    monthly: costAmount.nullable().default(null),
    /** Of depreciation only: all three. */
    price: costAmount.nullable().default(null),
    residual: costAmount.nullable().default(null),
    term_months: term.nullable().default(null),
    supplier: textOf(120).default(''),
    reference: textOf(80).default(''),
    note: textOf(500).default(''),
    /** Of the plan that is changed. */
    version: int4.optional(),
  })
  .meta({ id: 'CostPlanBody' });

const query = pagedQuery(['first_month', 'monthly']).extend({
  vehicle: idText.optional(),
  depot: idText.optional(),
  category: category.optional(),
  /** Plans that run in this month. */
  month: costMonth.optional(),
});

/** Costs that repeat each month: leasing, insurance, and the depreciation of a vehicle. */
export const costPlans = {
  list: endpoint({
    method: 'GET',
    path: '/api/cost_plans/',
    ids: ['O-P02'],
    summary: 'List the monthly costs of visible vehicles, newest first.',
    access: COSTS_READ,
    query,
    answer: paged(plan),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/cost_plans/export/',
    ids: ['O-P02'],
    summary: 'Export the filtered monthly costs.',
    access: COSTS_READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/cost_plans/',
    ids: ['O-P02'],
    summary: 'Create a monthly cost, or the depreciation of a vehicle.',
    access: COSTS_WRITE,
    body: planBody,
    answer: plan,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/cost_plans/{id}/',
    ids: ['O-P02'],
    summary: 'Get one monthly cost.',
    access: COSTS_READ,
    params: byId,
    answer: plan,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/cost_plans/{id}/',
    ids: ['O-P02'],
    summary: 'Update a monthly cost.',
    access: COSTS_WRITE,
    params: byId,
    body: planBody,
    answer: plan,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cost_plans/{id}/',
    ids: ['O-P02'],
    summary: 'Delete a monthly cost, also from the figures of earlier months.',
    access: COSTS_WRITE,
    params: byId,
    status: 204,
  }),
} as const;

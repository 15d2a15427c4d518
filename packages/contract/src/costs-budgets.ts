import { BUDGET_BASES, BUDGET_GROUPINGS, COST_KINDS, VEHICLE_TYPES } from '@roadworthy/domain';
import { z } from 'zod';
import { COSTS_READ, COSTS_WRITE } from './costs-fields.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';

const MONTHS = 12;
const year = z.coerce.number().int().min(2000).max(2199);
const amount = z.number().min(0).max(100_000_000).multipleOf(0.01);
const kind = z.enum(COST_KINDS);
const type = z.enum(VEHICLE_TYPES);

const yearRow = z.object({
  kind,
  /** January to December; null for a month without a budget. */
  months: z.array(amount.nullable()).length(MONTHS),
});
const yearTable = z
  .object({
    year: z.int(),
    /** One of the two. */
    depot: z.object({ id, name: z.string() }).nullable(),
    vehicle_type: type.nullable(),
    /** Each kind of cost. */
    results: z.array(yearRow),
    /** Changes with each change of the table; sent back with a change. */
    version: z.string(),
  })
  .meta({ id: 'BudgetYear' });

/** Exactly one of the two. */
const scope = { depot: idText.optional(), vehicle_type: type.optional() };

const figuresQuery = z.object({
  year,
  month: z.coerce.number().int().min(1).max(MONTHS),
  basis: z.enum(BUDGET_BASES).default('depot'),
  by: z.enum(BUDGET_GROUPINGS).default('kind'),
  kind: kind.optional(),
  ...scope,
});

const money = z.number();
const comparison = {
  month_budget: money,
  month_actual: money,
  to_date_budget: money,
  to_date_actual: money,
  year_budget: money,
  /** Expected costs of the year (docs/costs.md#budgets). */
  year_forecast: money,
};
const budgetFigures = z
  .object({
    results: z.array(
      z.object({
        /** A kind, the id of a depot, a vehicle type, or a month as 2026-11. */
        key: z.string(),
        name: z.string(),
        ...comparison,
      }),
    ),
    totals: z.object(comparison),
  })
  .meta({ id: 'BudgetFigures' });

/** Budgets of costs by depot or vehicle type, and the costs compared with them. */
export const costBudgets = {
  year: endpoint({
    method: 'GET',
    path: '/api/cost_budgets/',
    ids: ['O-P02'],
    summary: 'Get the budget of a year, of a depot or a vehicle type.',
    access: COSTS_READ,
    query: z.object({ year, ...scope }),
    answer: yearTable,
  }),
  exportYear: endpoint({
    method: 'GET',
    path: '/api/cost_budgets/export/',
    ids: ['O-P02'],
    summary: 'Export the budgets of a year: a file that can be imported again.',
    access: COSTS_READ,
    ratePerMinute: 12,
    query: z.object({ year, ...scope, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/cost_budgets/',
    ids: ['O-P02'],
    summary: 'Replace the budgets of these kinds in a year, of a depot or a vehicle type.',
    access: COSTS_WRITE,
    body: z
      .object({
        year: z.int().min(2000).max(2199),
        depot: id.nullable().default(null),
        vehicle_type: type.nullable().default(null),
        results: z.array(yearRow).max(COST_KINDS.length),
        version: textOf(64).optional(),
      })
      .meta({ id: 'BudgetYearBody' }),
    answer: yearTable,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/cost_budgets/copy/',
    ids: ['O-P02'],
    summary:
      'Copy the budgets of a year to another year with a percentage: of one depot or type, or of all. Replaces those of the other year.',
    access: COSTS_WRITE,
    body: z
      .object({
        from_year: z.int().min(2000).max(2199),
        to_year: z.int().min(2000).max(2199),
        /** Added to each amount; negative to reduce it. */
        percent: z.number().min(-100).max(1000).multipleOf(0.1).default(0),
        depot: id.nullable().default(null),
        vehicle_type: type.nullable().default(null),
      })
      .meta({ id: 'BudgetCopyBody' }),
    /** Amounts that were copied. */
    answer: z.object({ copied: z.int().nonnegative() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/cost_budgets/figures/',
    ids: ['O-P02'],
    summary: 'Compare costs with their budget: of a month, of the year up to it, and of the year.',
    access: COSTS_READ,
    query: figuresQuery,
    answer: budgetFigures,
  }),
  exportFigures: endpoint({
    method: 'GET',
    path: '/api/cost_budgets/figures/export/',
    ids: ['O-P02'],
    summary: 'Export the comparison.',
    access: COSTS_READ,
    ratePerMinute: 12,
    query: figuresQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
} as const;

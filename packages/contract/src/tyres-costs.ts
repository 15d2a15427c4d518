import { SCRAP_REASONS, TYRE_PLACE_KINDS, TYRE_STATUSES, VEHICLE_FILE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';

/** W-02: safety inspections, whose tyre measurements they share. */
const IDS = ['W-02'] as const;
const count = z.int().nonnegative();
const amount = z.number().nullable();

/** Figures whose tyres can be listed. */
export const TYRE_COST_FIGURES = [
  'fitted_now',
  'bought',
  'without_purchase_day',
  'scrapped',
  'retreaded',
  'ran',
  'without_distance',
  'measured',
  'costed',
  'without_cost',
  'worn',
] as const;

const query = z.object({
  /** Days in the time zone of the person, both included; at most five years. */
  from: dateInput,
  to: dateInput,
  depot: idText.optional(),
  /** Only what tyres did at positions of this kind. */
  place: z.enum(TYRE_PLACE_KINDS).optional(),
  make: textOf(60).min(1).optional(),
  size: textOf(40).min(1).optional(),
});

const figures = {
  /** Tyres of the report. */
  tyres: count,
  fitted_now: count,
  bought: count,
  /** Tyres without a purchase day, which are not among the bought ones. */
  without_purchase_day: count,
  scrapped: count,
  causes: z.record(z.enum(SCRAP_REASONS), count),
  /** Retreads that came back, and their tyres. */
  retreads: count,
  retreaded: count,
  /** Tyres that ran, and metres of each on average; tyres that ran without a known distance. */
  ran: count,
  mean_run_m: amount,
  without_distance: count,
  /** Tyres with a measured wear, and metres for each mm of it. */
  measured: count,
  m_per_mm: amount,
  is_interpolated: z.boolean(),
  /** Tyres with all costs, and their cost with retreads on average; tyres of which a cost is missing. */
  costed: count,
  mean_cost: amount,
  without_cost: count,
  /** Tyres with wear, cost and distance, and what their wear cost for each metre. */
  worn: count,
  cost_per_m: amount,
};
const report = z
  .object({
    results: z.array(
      z.object({ make: z.string(), model: z.string(), ...figures }).meta({ id: 'TyreCostRow' }),
    ),
    totals: z.object(figures),
    /** For the filters: of all tyres in the period. */
    makes: z.array(z.string()),
    sizes: z.array(z.string()),
    /** Fittings from before depots were kept, which count for the depots of their vehicles today. */
    fittings_by_depot_today: count,
  })
  .meta({ id: 'TyreCosts' });
const behind = z
  .object({
    results: z.array(
      z
        .object({
          id,
          serial: z.string(),
          make: z.string(),
          model: z.string(),
          size: z.string(),
          status: z.enum(TYRE_STATUSES),
          vehicle: z.object({ id, registration: z.string() }).nullable(),
          bought_on: date.nullable(),
          scrap_reason: z.enum(SCRAP_REASONS).nullable(),
          retreads: count,
          /** Metres in the period; null if no odometer tells them. */
          run_m: amount,
          /** Wear in the period with a distance, mm, and that distance. */
          worn_mm: z.number(),
          worn_run_m: z.number(),
          is_interpolated: z.boolean(),
          /** With retreads; null if a cost is missing. */
          cost: amount,
          worn_cost: amount,
        })
        .meta({ id: 'TyreCostTyre' }),
    ),
  })
  .meta({ id: 'TyreCostTyres' });

/** What tyres cost and how far they run, by make and model. */
export const tyreCosts = {
  report: endpoint({
    method: 'GET',
    path: '/api/tyre_costs/',
    ids: IDS,
    summary: 'Get distance, wear and cost of tyres in a period by make and model.',
    access: VEHICLE_FILE,
    ratePerMinute: 60,
    query,
    answer: report,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/tyre_costs/export/',
    ids: IDS,
    summary: 'Export the costs of tyres by make and model.',
    access: VEHICLE_FILE,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  tyres: endpoint({
    method: 'GET',
    path: '/api/tyre_costs/tyres/',
    ids: IDS,
    summary: 'List the tyres behind a figure, with what each counts.',
    access: VEHICLE_FILE,
    ratePerMinute: 60,
    query: query.extend({
      figure: z.enum(TYRE_COST_FIGURES),
      /** Only tyres that were scrapped in the period for this cause. */
      cause: z.enum(SCRAP_REASONS).optional(),
      /** Of a row; without, all rows. */
      row_make: textOf(60).optional(),
      row_model: textOf(60).optional(),
    }),
    answer: behind,
  }),
} as const;

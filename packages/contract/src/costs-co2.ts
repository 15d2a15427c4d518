import { COST_GROUPINGS, TRIP_CO2_BASES, VEHICLE_TYPES } from '@roadworthy/domain';
import { z } from 'zod';
import { costMonth as month, COSTS_READ as READ } from './costs-fields.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, longId, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { paged, pagedQuery } from './shapes.ts';

const filter = {
  from: month,
  to: month,
  vehicle: idText.optional(),
  depot: idText.optional(),
  vehicle_type: z.enum(VEHICLE_TYPES).optional(),
};
const figuresQuery = pagedQuery(['name', 'co2_kg', 'distance']).extend({
  ...filter,
  by: z.enum(COST_GROUPINGS).default('month'),
});
const tripsQuery = pagedQuery(['started_at', 'distance']).extend({
  ...filter,
  basis: z.enum(TRIP_CO2_BASES).optional(),
});

const count = z.int().nonnegative();
const kg = z.number().nonnegative();
const sums = {
  trips: count,
  /** Metres. */
  distance: z.number().nonnegative(),
  /** CO2 equivalent: of measured fuel and estimated together. */
  co2_kg: kg,
  /** By the engine's counter of fuel. */
  measured_kg: kg,
  /** By distance and the vehicle's own measured use. */
  estimated_kg: kg,
  /** Trips of vehicles whose use is not known; they have no CO2. */
  unknown_trips: count,
};
const figures = paged(
  z
    .object({
      /** A month as 2026-11, the id of a vehicle or depot, or a vehicle type. */
      key: z.string(),
      name: z.string(),
      ...sums,
    })
    .meta({ id: 'Co2Figure' }),
)
  .extend({ totals: z.object(sums) })
  .meta({ id: 'Co2Figures' });

const trip = z
  .object({
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    started_at: utc,
    ended_at: utc,
    /** Metres. */
    distance: z.number().nonnegative(),
    fuel_used: z.number().nullable(),
    co2_kg: kg.nullable(),
    basis: z.enum(TRIP_CO2_BASES),
  })
  .meta({ id: 'Co2Trip' });

/** The CO2 of trips by month, vehicle, type or depot. */
export const costCo2 = {
  figures: endpoint({
    method: 'GET',
    path: '/api/costs/co2/',
    ids: ['O-P02'],
    summary: 'Get the CO2 of the trips of up to 24 months, by month, vehicle, type or depot.',
    access: READ,
    query: figuresQuery,
    answer: figures,
  }),
  exportFigures: endpoint({
    method: 'GET',
    path: '/api/costs/co2/export/',
    ids: ['O-P02'],
    summary: 'Export the CO2 of trips.',
    access: READ,
    ratePerMinute: 12,
    query: figuresQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  trips: endpoint({
    method: 'GET',
    path: '/api/costs/co2/trips/',
    ids: ['O-P02'],
    summary: 'List the trips behind a figure of CO2, newest first.',
    access: READ,
    query: tripsQuery,
    /** With the sums of all trips that match. */
    answer: paged(trip).extend({ distance: z.number().nonnegative(), co2_kg: kg }),
  }),
  exportTrips: endpoint({
    method: 'GET',
    path: '/api/costs/co2/trips/export/',
    ids: ['O-P02'],
    summary: 'Export the trips behind a figure of CO2.',
    access: READ,
    ratePerMinute: 12,
    query: tripsQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
} as const;

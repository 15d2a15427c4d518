import { MAX_TRIP_VEHICLES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, longId, moment, utc } from './fields.ts';
import { driverName, errorAnswer } from './shapes.ts';

const place = z.object({ lat: z.number(), long: z.number() });

export const trip = z
  .object({
    id: longId,
    start_time: utc,
    end_time: utc,
    start_address: z.string().nullable(),
    end_address: z.string().nullable(),
    start: place,
    end: place,
    /** metres */
    distance: z.number(),
    /** seconds */
    driving_time: z.number(),
    idle_time: z.number(),
    /** Seconds at rest until the next trip; null while there is none. */
    stop_after: z.number().nullable(),
    /** km/h */
    max_speed: z.number(),
    /** Litres by the engine's counter; null if it is not reported. */
    fuel_used: z.number().nullable(),
    /** CO2 equivalent in kg, of the fuel used; null if it is not known. */
    co2_kg: z.number().nonnegative().nullable(),
    /** It is estimated by the distance and the vehicle's own measured use. */
    co2_is_estimate: z.boolean(),
    driver: driverName.nullable(),
    /** True while the vehicle is still on this trip: the end is the last record so far. */
    in_progress: z.boolean(),
  })
  .meta({ id: 'Trip' });

/** A period of private use: only time and distance (docs/privacy.md). */
const privateTravel = z
  .object({
    start_time: utc,
    end_time: utc,
    /** metres */
    distance: z.number(),
  })
  .meta({ id: 'PrivateTravel' });

const tripTotals = z
  .object({
    trips: z.int(),
    distance: z.number(),
    driving_time: z.number(),
    idle_time: z.number(),
  })
  .meta({ id: 'TripTotals' });

const tripList = {
  count: z.int().nonnegative(),
  results: z.array(trip),
  /** Not part of the trips or their totals. */
  private_use: z.array(privateTravel),
  totals: tripTotals,
};

/** The trips of one of several vehicles, or why they could not be read. */
const vehicleTrips = z
  .union([
    z.object({ vehicle: z.object({ id, registration: z.string() }), ...tripList }),
    z.object({
      /** `registration` is null for a vehicle that is unknown or outside the caller's scope. */
      vehicle: z.object({ id, registration: z.string().nullable() }),
      error: errorAnswer,
    }),
  ])
  .meta({ id: 'VehicleTrips' });

/** Trips and timesheets (area M; ). A range may be 31 days at most. */
export const trips = {
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle/trip/',
    ids: ['R-136'],
    summary: 'List the trips of a vehicle that began in a time range, with totals.',
    access: { kind: 'module', anyOf: ['Trips'] },
    query: z.object({ vehicle: idText, start: moment, end: moment }),
    answer: z.object(tripList),
  }),
  listMany: endpoint({
    method: 'GET',
    path: '/api/vehicles/trips/',
    ids: ['M-P07'],
    summary: 'Stream the trips of up to 200 vehicles, one line per vehicle.',
    access: { kind: 'module', anyOf: ['Trips'] },
    query: z.object({
      /** Repeated for each vehicle; the lines come in this order. */
      vehicle: z
        .union([idText, z.array(idText).min(1).max(MAX_TRIP_VEHICLES)])
        .transform((ids) => [...new Set([ids].flat())]),
      start: moment,
      end: moment,
    }),
    raw: 'ndjson',
    line: vehicleTrips,
  }),
} as const;

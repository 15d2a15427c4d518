import { MAX_TRIP_VEHICLES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, date, id, idText, longId, moment, textOf, utc } from './fields.ts';
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
    driver: driverName.nullable(),
    /** True while the vehicle is still on this trip: the end is the last record so far. */
    in_progress: z.boolean(),
  })
  .meta({ id: 'Trip' });

/** A stretch of private use: when and how far, and nothing else (docs/privacy.md). */
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
  /** Not among the trips, nor in their totals. */
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

const timesheetBreak = z.object({ start: utc, end: utc });

/** One day of a vehicle or a driver, cut in the asker's time zone. Times in seconds, distance in m. */
export const timesheetDay = z
  .object({
    date,
    /** ISO week number (requirement M-P09). */
    week: z.int(),
    /** The start of the day where a trip goes on over midnight. */
    first_start: utc.nullable(),
    /** The end of the day where a trip goes on over midnight. */
    last_stop: utc.nullable(),
    /** Still on the road: `last_stop` is the last record so far. */
    in_progress: z.boolean(),
    driving_time: z.number(),
    idle_time: z.number(),
    /** At rest between the first start and the last stop. */
    stopped_time: z.number(),
    distance: z.number(),
    /** Trips that began on the day. */
    trips: z.int(),
    /** Rests of at least 15 minutes between the first start and the last stop. */
    breaks: z.array(timesheetBreak),
    /** The one vehicle of the day; null where there were none or several. */
    vehicle: z.object({ id, registration: z.string() }).nullable(),
    /** The one driver of the day; null where none is known, or there were several. */
    driver: driverName.nullable(),
  })
  .meta({ id: 'TimesheetDay' });

const timesheetTotals = z
  .object({
    driving_time: z.number(),
    idle_time: z.number(),
    stopped_time: z.number(),
    distance: z.number(),
    trips: z.int(),
  })
  .meta({ id: 'TimesheetTotals' });

const timesheet = z.object({
  count: z.int().nonnegative(),
  results: z.array(timesheetDay),
  totals: timesheetTotals,
});

/** Trips and timesheets (area M; ). A range may be 31 days at most. */
export const trips = {
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle/trip/',
    ids: ['R-136'],
    summary: 'The trips of a vehicle that began between two moments, and their totals.',
    access: { kind: 'module', anyOf: ['Trips'] },
    query: z.object({ vehicle: idText, start: moment, end: moment }),
    answer: z.object(tripList),
  }),
  listMany: endpoint({
    method: 'GET',
    path: '/api/vehicles/trips/',
    ids: ['M-P07'],
    summary: 'The trips of up to 200 vehicles: a line for each, sent as soon as it is read.',
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
  vehicleTimesheet: endpoint({
    method: 'GET',
    path: '/api/vehicle/timesheet/',
    ids: ['R-137'],
    summary: 'The days of a vehicle: first start, last stop, driving, idling, rest, distance.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ vehicle: idText, start: moment, end: moment, time_zone: browserZone }),
    answer: timesheet,
  }),
  driverTimesheet: endpoint({
    method: 'GET',
    path: '/api/vehicle/driver_id_timesheet/',
    ids: ['R-138'],
    summary: 'The days of a driver over all vehicles driven.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ driver_id: idText, start: moment, end: moment, time_zone: browserZone }),
    answer: timesheet,
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/api/vehicle/driver_id_timesheet/drivers/',
    ids: ['M-15'],
    summary: 'Drivers in scope, for the choice of whose timesheet to read.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ search: textOf(200).default('') }),
    answer: z.object({ count: z.int().nonnegative(), results: z.array(driverName) }),
  }),
} as const;

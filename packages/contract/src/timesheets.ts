import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, date, id, idText, moment, textOf, utc } from './fields.ts';
import { driverName } from './shapes.ts';

const _place = z.object({ lat: z.number(), long: z.number() });

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
    /** The vehicle is still driving: `last_stop` is the last record so far. */
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
    /** The vehicle of the day; null if there was none or several. */
    vehicle: z.object({ id, registration: z.string() }).nullable(),
    /** The driver of the day; null if unknown or several. */
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

/** Driving days of vehicles and drivers (area M; ). */
export const timesheets = {
  vehicleTimesheet: endpoint({
    method: 'GET',
    path: '/api/vehicle/timesheet/',
    ids: ['R-137'],
    summary: 'List the days of a vehicle: first start, last stop, driving, idling, rest, distance.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ vehicle: idText, start: moment, end: moment, time_zone: browserZone }),
    answer: timesheet,
  }),
  driverTimesheet: endpoint({
    method: 'GET',
    path: '/api/vehicle/driver_id_timesheet/',
    ids: ['R-138'],
    summary: 'List the days of a driver over all vehicles driven.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ driver_id: idText, start: moment, end: moment, time_zone: browserZone }),
    answer: timesheet,
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/api/vehicle/driver_id_timesheet/drivers/',
    ids: ['M-15'],
    summary: 'List the visible drivers for the selection of a timesheet.',
    access: { kind: 'module', anyOf: ['Timesheet'] },
    query: z.object({ search: textOf(200).default('') }),
    answer: z.object({ count: z.int().nonnegative(), results: z.array(driverName) }),
  }),
} as const;

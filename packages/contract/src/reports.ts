import { MAX_TRIP_VEHICLES, type ModuleName } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, eventCodeText, id, idText, moment, textOf, timeZone, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

export const REPORT_KINDS = [
  'trips',
  'timesheet_vehicle',
  'timesheet_driver',
  'behaviour',
  'mobileye',
  'geofence_visits',
  'events',
] as const;
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;

/** The module whose screen shows the same as a report: who takes the report away must have it. */
export const REPORT_MODULES = {
  trips: 'Trips',
  timesheet_vehicle: 'Timesheet',
  timesheet_driver: 'Timesheet',
  behaviour: 'Driver Behaviour',
  mobileye: 'Mobileye ADAS',
  geofence_visits: 'Geofence',
  events: 'Events',
} as const satisfies Record<(typeof REPORT_KINDS)[number], ModuleName>;

/** Open to whoever has one of the modules; the service asks for that of the kind. */
const READ = {
  kind: 'module',
  anyOf: ['Trips', 'Timesheet', 'Driver Behaviour', 'Mobileye ADAS', 'Geofence', 'Events'],
} as const;

/** What is meant; all in sight where a field is absent. A kind refuses a field that it has no use for. */
const selection = {
  vehicle: idText.optional(),
  driver: idText.optional(),
  /** A depot. */
  vehicle_group: idText.optional(),
  geofence: idText.optional(),
  /** What the rows of behaviour and mobileye are about; vehicles where absent. */
  by: z.enum(['vehicle', 'driver', 'depot']).optional(),
  /** As the lists of events and visits are searched. */
  search: textOf(200).default(''),
};

const scheduleFields = {
  name: textOf(90).min(2),
  kind: z.enum(REPORT_KINDS),
  format: z.enum(REPORT_FORMATS),
  /** The day before, the week before (Monday to Sunday), or the month before. */
  frequency: z.enum(['daily', 'weekly', 'monthly']),
  /** Hour of the day in the time zone, 0 to 23. */
  hour: z.int().min(0).max(23),
  /** Days are cut and times are shown in this one. */
  time_zone: timeZone,
  vehicle: id.nullable(),
  driver: id.nullable(),
  /** A depot. */
  vehicle_group: id.nullable(),
  emails: z.array(z.email().max(254)).min(1).max(20),
  is_active: z.boolean(),
};
const scheduleBody = z.object(scheduleFields).meta({ id: 'ReportScheduleBody' });
const schedule = z
  .object({
    ...scheduleFields,
    id,
    /** Whose eyes it sees with: who made it, or changed it last. */
    maker: z.string(),
    /** Null while it is not active. */
    next_run_at: utc.nullable(),
    /** When the last one was due. */
    last_run_at: utc.nullable(),
    last_state: z.enum(['sent', 'failed']).nullable(),
  })
  .meta({ id: 'ReportSchedule' });

/** Reports to take away, once or on a schedule, and the trail as GPX. */
export const reports = {
  download: endpoint({
    method: 'GET',
    path: '/api/reports/{kind}/',
    ids: ['M-P07', 'M-P09', 'M-P11', 'M-P12'],
    summary: 'A report as CSV, XLSX or PDF, in the units, time zone and date format of the asker.',
    access: READ,
    params: z.object({ kind: z.enum(REPORT_KINDS) }),
    query: z.object({
      format: z.enum(REPORT_FORMATS),
      start: moment,
      end: moment,
      ...selection,
      event: z
        .union([eventCodeText, z.array(eventCodeText).max(100)])
        .transform((codes) => (Array.isArray(codes) ? codes : [codes]))
        .default([]),
      /** Several vehicles, whose trips are reported; repeated. */
      vehicles: z
        .union([idText, z.array(idText).min(1).max(MAX_TRIP_VEHICLES)])
        .transform((ids) => [...new Set([ids].flat())])
        .optional(),
      time_zone: browserZone,
    }),
    raw: 'file',
  }),
  gpx: endpoint({
    method: 'GET',
    path: '/api/trace/gpx/',
    ids: ['M-P05'],
    summary: 'The trail of a vehicle as GPX 1.1.',
    access: { kind: 'module', anyOf: ['Trace', 'TraceVehicle'] },
    query: z.object({ vehicle: idText, start: moment, end: moment }),
    raw: 'file',
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/api/report_schedules/',
    ids: ['M-P07'],
    summary: 'Reports sent by mail on a schedule: the own ones, for an administrator all.',
    access: READ,
    query: pagedQuery(['name']),
    answer: paged(schedule),
  }),
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/report_schedules/',
    ids: ['M-P07'],
    summary: 'A new schedule. Its reports show what its maker may see.',
    access: { ...READ, write: true },
    body: scheduleBody,
    answer: schedule,
    status: 201,
  }),
  changeSchedule: endpoint({
    method: 'PUT',
    path: '/api/report_schedules/{id}/',
    ids: ['M-P07'],
    summary: 'Changes a schedule, which from then on sees what the changer may see.',
    access: { ...READ, write: true },
    params: byId,
    body: scheduleBody,
    answer: schedule,
  }),
  removeSchedule: endpoint({
    method: 'DELETE',
    path: '/api/report_schedules/{id}/',
    ids: ['M-P07'],
    summary: 'Removes a schedule.',
    access: { ...READ, write: true },
    params: byId,
  }),
} as const;

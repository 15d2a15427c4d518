import { MAX_TRIP_VEHICLES, type ModuleName } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  browserZone,
  eventCodeText,
  flag,
  id,
  idText,
  moment,
  textOf,
  timeZone,
  utc,
} from './fields.ts';
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

/** The module whose screen shows the data of a report; the caller must have it. */
export const REPORT_MODULES = {
  trips: 'Trips',
  timesheet_vehicle: 'Timesheet',
  timesheet_driver: 'Timesheet',
  behaviour: 'Driver Behaviour',
  mobileye: 'Mobileye ADAS',
  geofence_visits: 'Geofence',
  events: 'Events',
} as const satisfies Record<(typeof REPORT_KINDS)[number], ModuleName>;

/** Open to people with one of the modules; the service checks that of the kind. */
const READ = {
  kind: 'module',
  anyOf: ['Trips', 'Timesheet', 'Driver Behaviour', 'Mobileye ADAS', 'Geofence', 'Events'],
} as const;

/** Depots of a schedule or download, at most. */
const MAX_DEPOTS = 400;

/** Ids in a query, where the parameter is repeated. */
const severalOf = (max: number) =>
  z
    .union([idText, z.array(idText).min(1).max(max)])
    .transform((ids) => [...new Set([ids].flat())])
    .optional();

/** The selection; absent fields mean all visible. A kind refuses fields that it does not use. */
const selection = {
  vehicle: idText.optional(),
  driver: idText.optional(),
  /** A depot. */
  vehicle_group: idText.optional(),
  geofence: idText.optional(),
  /** The subject of the rows of behaviour and mobileye; vehicles by default. */
  by: z.enum(['vehicle', 'driver', 'depot']).optional(),
  /** The search text of the lists of events and visits. */
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
  /** The time zone of days and times. */
  time_zone: timeZone,
  vehicle: id.nullable(),
  driver: id.nullable(),
  /** A depot. */
  vehicle_group: id.nullable(),
  /** Several vehicles of a trips report. Those that its maker cannot see are left out. */
  vehicles: z.array(id).max(MAX_TRIP_VEHICLES).default([]),
  /** Several depots of a trips report, whose vehicles are added to `vehicles`. */
  vehicle_groups: z.array(id).max(MAX_DEPOTS).default([]),
  /** Adds the stops between trips as rows of their own. */
  stops: z.boolean().default(false),
  emails: z.array(z.email().max(254)).min(1).max(20),
  is_active: z.boolean(),
};
const scheduleBody = z.object(scheduleFields).meta({ id: 'ReportScheduleBody' });
const schedule = z
  .object({
    ...scheduleFields,
    id,
    /** The person whose permissions apply: who created or last changed it. */
    maker: z.string(),
    /** Null while it is not active. */
    next_run_at: utc.nullable(),
    /** When the last one was due. */
    last_run_at: utc.nullable(),
    last_state: z.enum(['sent', 'failed']).nullable(),
  })
  .meta({ id: 'ReportSchedule' });

/** Reports, once or on a schedule, and the trail as GPX. */
export const reports = {
  download: endpoint({
    method: 'GET',
    path: '/api/reports/{kind}/',
    ids: ['M-P07', 'M-P09', 'M-P11', 'M-P12'],
    summary: 'Get a report as CSV, XLSX or PDF, in your units, time zone and date format.',
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
      vehicles: severalOf(MAX_TRIP_VEHICLES),
      /** Several depots, whose trips are reported with those of `vehicles`; repeated. */
      vehicle_groups: severalOf(MAX_DEPOTS),
      /** Adds the stops between trips as rows of their own. */
      stops: flag.optional(),
      time_zone: browserZone,
    }),
    raw: 'file',
  }),
  gpx: endpoint({
    method: 'GET',
    path: '/api/trace/gpx/',
    ids: ['M-P05'],
    summary: 'Get the trail of a vehicle as GPX 1.1.',
    access: { kind: 'module', anyOf: ['Trace', 'TraceVehicle'] },
    query: z.object({ vehicle: idText, start: moment, end: moment }),
    raw: 'file',
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/api/report_schedules/',
    ids: ['M-P07'],
    summary: 'List scheduled reports by email: your own, or all for an administrator.',
    access: READ,
    query: pagedQuery(['name']),
    answer: paged(schedule),
  }),
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/report_schedules/',
    ids: ['M-P07'],
    summary: 'Create a schedule. Its reports use the permissions of its creator.',
    access: { ...READ, write: true },
    body: scheduleBody,
    answer: schedule,
    status: 201,
  }),
  changeSchedule: endpoint({
    method: 'PUT',
    path: '/api/report_schedules/{id}/',
    ids: ['M-P07'],
    summary: 'Update a schedule. From now on its reports use your permissions.',
    access: { ...READ, write: true },
    params: byId,
    body: scheduleBody,
    answer: schedule,
  }),
  removeSchedule: endpoint({
    method: 'DELETE',
    path: '/api/report_schedules/{id}/',
    ids: ['M-P07'],
    summary: 'Delete a schedule.',
    access: { ...READ, write: true },
    params: byId,
  }),
} as const;

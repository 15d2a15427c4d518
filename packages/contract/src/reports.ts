import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, id, idText, moment, paged, pagedQuery, utc } from './shapes.ts';

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

/** Reports need the module whose screen shows the same; the service checks it for the kind asked. */
const READ = {
  kind: 'module',
  anyOf: ['Trips', 'Timesheet', 'Driver Behaviour', 'Mobileye ADAS', 'Geofence', 'Events'],
} as const;

const selection = {
  vehicle: idText.optional(),
  driver: idText.optional(),
  vehicle_group: idText.optional(),
  geofence: idText.optional(),
};

const scheduleFields = {
  name: z.string().trim().min(2).max(90),
  kind: z.enum(REPORT_KINDS),
  format: z.enum(REPORT_FORMATS),
  /** The day before, the week before (Monday to Sunday), or the month before. */
  frequency: z.enum(['daily', 'weekly', 'monthly']),
  /** Hour of the day in the time zone, 0 to 23. */
  hour: z.int().min(0).max(23),
  time_zone: z.string().max(64),
  vehicle: id.nullable(),
  driver: id.nullable(),
  vehicle_group: id.nullable(),
  emails: z.array(z.email().max(254)).min(1).max(20),
  is_active: z.boolean(),
};
const scheduleBody = z.object(scheduleFields).meta({ id: 'ReportScheduleBody' });
const schedule = z
  .object({
    ...scheduleFields,
    id,
    next_run_at: utc.nullable(),
    last_run_at: utc.nullable(),
    last_state: z.enum(['sent', 'failed']).nullable(),
  })
  .meta({ id: 'ReportSchedule' });

/** Reports to take away, once or on a schedule, and the trail as GPX. */
export const reports = {
  download: endpoint({
    method: 'GET',
    path: '/api/reports/{kind}/',
    ids: ['M-P07', 'M-P09'],
    summary: 'A report as CSV, XLSX or PDF, in the units, time zone and date format of the asker.',
    access: READ,
    params: z.object({ kind: z.enum(REPORT_KINDS) }),
    query: z.object({
      format: z.enum(REPORT_FORMATS),
      start: moment,
      end: moment,
      ...selection,
      event: z
        .union([z.coerce.number().int(), z.array(z.coerce.number().int()).max(100)])
        .transform((codes) => (Array.isArray(codes) ? codes : [codes]))
        .default([]),
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
    summary: 'Reports that are sent by mail on a schedule.',
    access: READ,
    query: pagedQuery(['name']),
    answer: paged(schedule),
  }),
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/report_schedules/',
    ids: ['M-P07'],
    summary: 'A new schedule. It sees what its maker may see.',
    access: { ...READ, write: true },
    body: scheduleBody,
    answer: schedule,
    status: 201,
  }),
  changeSchedule: endpoint({
    method: 'PUT',
    path: '/api/report_schedules/{id}/',
    ids: ['M-P07'],
    summary: 'Changes a schedule.',
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

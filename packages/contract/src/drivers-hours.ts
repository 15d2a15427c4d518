import {
  ACTIVITY_KINDS,
  ACTIVITY_SOURCES,
  DAILY_REST_KINDS,
  ENTERED_ACTIVITY_KINDS,
  HOURS_REGIMES,
  HOURS_RULES,
  INFRINGEMENT_SEVERITIES,
  INFRINGEMENT_STATES,
  WEEKLY_REST_KINDS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  date,
  dateInput,
  idText,
  int4,
  longId,
  textOf,
  timeZone,
  utc,
  utcInput,
} from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessTachoGraf'] } as const;
const WRITE = { kind: 'module', anyOf: ['accessTachoGraf'], write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

const seconds = z.int().nonnegative();

/** What a driver may still do. Durations in seconds. */
export const remainingTime = z
  .object({
    /** Driving that no limit forbids now. */
    driving: seconds,
    /** Driving until a break is due, and the break that is needed then. */
    until_break: seconds,
    break_needed: seconds,
    today: seconds,
    week: seconds,
    fortnight: seconds,
    /** Days of 10 hours that are left this week. */
    extensions_left: z.int().nonnegative(),
    reduced_rests_left: z.int().nonnegative(),
    /** The daily rest must begin by then; null while the driver rests. */
    rest_by: utc.nullable(),
    weekly_rest_by: utc,
  })
  .meta({ id: 'RemainingTime' });

const driverRow = z
  .object({
    driver: driverName,
    /** The end of the last known activity; null without any. */
    known_until: utc.nullable(),
    /** Null without activities in the last five weeks, and under the domestic rules. */
    remaining: remainingTime.nullable(),
    open_infringements: z.int().nonnegative(),
  })
  .meta({ id: 'DriversHoursRow' });

export const activity = z
  .object({
    /** Null for time that is not known, and for trips. */
    id: longId.nullable(),
    kind: z.enum(ACTIVITY_KINDS),
    start: utc,
    end: utc,
    source: z.enum(ACTIVITY_SOURCES).nullable(),
    is_crew: z.boolean(),
    is_ferry: z.boolean(),
    is_out_of_scope: z.boolean(),
    note: z.string(),
  })
  .meta({ id: 'DriverActivity' });

export const infringement = z
  .object({
    id: longId,
    driver: driverName,
    rule: z.enum(HOURS_RULES),
    /** The paragraph of the law, for example "561/2006 Art. 7". */
    paragraph: z.string(),
    /** Null where the lists of the Union do not classify it. */
    severity: z.enum(INFRINGEMENT_SEVERITIES).nullable(),
    start: utc,
    end: utc,
    /** What was reached and the limit, in seconds. */
    actual: seconds,
    limit: seconds,
    state: z.enum(INFRINGEMENT_STATES),
    note: z.string(),
    debriefed_by: z.string().nullable(),
    debriefed_at: utc.nullable(),
    /** The name under which the driver signed; null without a signature. */
    signed_by: z.string().nullable(),
    /** Null without a signature, and for one from before this was stored. */
    signed_at: utc.nullable(),
    /** The driver signed in their own account. */
    is_own_signature: z.boolean(),
    driver_comment: z.string(),
    /** The activities have changed since the debrief: this breach is not found any more. */
    is_outdated: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'HoursInfringement' });

const driverHours = z
  .object({
    driver: driverName,
    regime: z.enum(HOURS_REGIMES),
    activities: z.array(activity),
    /** The work between two daily rests, by its start. */
    days: z.array(
      z.object({
        start: utc,
        end: utc,
        driving: seconds,
        limit: seconds,
        rest: z.enum(DAILY_REST_KINDS),
        rest_time: seconds,
      }),
    ),
    /** Weeks from Monday 00:00 UTC. */
    weeks: z.array(
      z.object({
        start: date,
        driving: seconds,
        fortnight: seconds,
        working: seconds,
        /** What approved holidays and sickness count in the average: 8 hours a day, at most 48. */
        leave: seconds,
        /** Average of work and leave in the reference period that ends with the week; null before it is full. */
        average: seconds.nullable(),
      }),
    ),
    weekly_rests: z.array(
      z.object({
        start: utc,
        end: utc,
        kind: z.enum(WEEKLY_REST_KINDS),
        rest_time: seconds,
        owed: seconds,
        compensate_by: utc.nullable(),
        compensated: utc.nullable(),
      }),
    ),
    infringements: z.array(infringement),
    remaining: remainingTime.nullable(),
  })
  .meta({ id: 'DriverHours' });

const settings = z
  .object({
    regime: z.enum(HOURS_REGIMES),
    /** Two reduced weekly rests in sequence (international carriage, Regulation (EU) 2020/1054). */
    may_reduce_twice: z.boolean(),
    /** Weeks of the average of working time. */
    reference_weeks: z.int().min(1).max(26),
    /** Hours of the night period from local midnight; its zone. */
    night_hours: z.int().min(4).max(7),
    time_zone: timeZone,
  })
  .meta({ id: 'DriversHoursSettings' });

const infringementFilter = {
  driver: idText.optional(),
  state: z.enum(INFRINGEMENT_STATES).optional(),
  severity: z.enum(INFRINGEMENT_SEVERITIES).optional(),
  rule: z.enum(HOURS_RULES).optional(),
  /** Days in UTC, both included, of the end of the infringement. */
  from: dateInput.optional(),
  to: dateInput.optional(),
};

const byActivity = z.object({ id: idText, activity: idText });

/** Drivers' hours: activities, remaining time, infringements and their debrief. */
export const driversHours = {
  list: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/',
    ids: ['U-20'],
    summary: 'List drivers with the time that is left and their open infringements.',
    access: READ,
    query: pagedQuery(['name']),
    answer: paged(driverRow),
  }),
  driver: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/{id}/',
    ids: ['U-20'],
    summary:
      'Get the activities, days, weeks, rests and infringements of a driver in up to 62 days.',
    access: READ,
    params: byId,
    query: z.object({ from: dateInput, to: dateInput }),
    answer: driverHours,
  }),
  addActivity: endpoint({
    method: 'POST',
    path: '/api/drivers_hours/{id}/activities/',
    ids: ['U-20'],
    summary: 'Enter an activity by hand. It replaces what a card says of the same time.',
    access: WRITE,
    params: byId,
    body: z
      .object({
        kind: z.enum(ENTERED_ACTIVITY_KINDS),
        start: utcInput,
        end: utcInput,
        is_crew: z.boolean().default(false),
        is_ferry: z.boolean().default(false),
        is_out_of_scope: z.boolean().default(false),
        /** Why the activity is entered by hand. */
        note: textOf(500).min(2),
      })
      .meta({ id: 'DriverActivityBody' }),
    answer: activity,
    status: 201,
  }),
  removeActivity: endpoint({
    method: 'DELETE',
    path: '/api/drivers_hours/{id}/activities/{activity}/',
    ids: ['U-20'],
    summary: 'Remove an activity that was entered by hand. It stays in the audit log.',
    access: WRITE,
    params: byActivity,
    status: 204,
  }),
  infringements: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/infringements/',
    ids: ['U-20'],
    summary: 'List infringements, newest first.',
    access: READ,
    query: pagedQuery(['end']).extend(infringementFilter),
    answer: paged(infringement),
  }),
  exportInfringements: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/infringements/export/',
    ids: ['U-20'],
    summary: 'Export the filtered infringements.',
    access: READ,
    ratePerMinute: 12,
    query: pagedQuery(['end']).extend({ ...infringementFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  infringement: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/infringements/{id}/',
    ids: ['U-20'],
    summary: 'Get one infringement.',
    access: READ,
    params: byId,
    answer: infringement,
  }),
  debrief: endpoint({
    method: 'PUT',
    path: '/api/drivers_hours/infringements/{id}/',
    ids: ['U-20'],
    summary: 'Record the debrief of an infringement, with the name under which the driver signs.',
    access: WRITE,
    params: byId,
    body: z
      .object({
        state: z.enum(INFRINGEMENT_STATES),
        note: textOf(2000).default(''),
        signed_by: textOf(90).nullable().default(null),
        version: int4,
      })
      .meta({ id: 'DebriefBody' }),
    answer: infringement,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/settings/',
    ids: ['U-20'],
    summary: 'Get the rules by which drivers’ hours are analysed.',
    access: READ,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/drivers_hours/settings/',
    ids: ['U-20'],
    summary: 'Update the rules by which drivers’ hours are analysed.',
    access: ADMINISTER,
    customerWide: true,
    body: settings,
    answer: settings,
  }),
} as const;

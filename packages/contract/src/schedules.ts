import {
  SCHEDULE_STATES,
  VEHICLE_FILE,
  VEHICLE_FILE_WRITE,
  VEHICLE_SOURCES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, exactText, id, idText, textOf, utc } from './fields.ts';
import { byId, paged, pagedQuery, vehicleType } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

/** "True" and "False" as the specification writes them; small letters as well. */
const flag = z.enum(['True', 'true', 'False', 'false']).transform((text) => /^t/i.test(text));
/** An identity that may come as the text "null", or as 0 for none (requirements G-67, G-68). */
const optionalId = z
  .union([z.literal(['null', '0']), idText])
  .transform((value) => (typeof value === 'number' ? value : undefined))
  .optional();
/** YYYY-MM-DD */
const day = date;
/** Tokens such as "1y 6m" (requirements H-33, H-P07). */
const interval = textOf(40);
const name = textOf(90).min(2);
const byVehicleOfType = z.object({ id: idText, vehicle: idText });

const scheduleTypeFields = {
  name,
  /** The heading in pickers and on the planner: MOT, PMI, Service, Tax … */
  category: textOf(40).min(2),
  interval: interval.min(2),
  vehicle_types: z.array(vehicleType).max(4),
};
const scheduleTypeBody = z
  .object({
    ...scheduleTypeFields,
    /** How long before its due date an activity may be planned, for example "1m". */
    window: interval.optional(),
  })
  .meta({ id: 'ScheduleTypeBody' });
const scheduleType = z
  .object({
    ...scheduleTypeFields,
    id,
    /** The due date for the requested vehicle; null without a vehicle or due date. */
    due_date: utc.nullable(),
    window: z.string(),
  })
  .meta({ id: 'ScheduleType' });

const scheduleState = z.enum(SCHEDULE_STATES);
const placeName = z.object({ id, name: z.string() });

export const activitySchedule = z
  .object({
    id,
    name: z.string(),
    category: z.string(),
    interval: z.string(),
    due_date: utc,
    /** The official service that set this date; null for a date of our own. */
    due_source: z.enum(VEHICLE_SOURCES).nullable(),
    /** The two largest units until it is due, written as intervals are: "2m 5d", "-3d" when overdue. */
    time_until: z.string(),
    vehicle: id,
    registration: z.string(),
    depot: placeName.nullable(),
    schedule_type: id,
    state: scheduleState,
    /** The planned day; null if it is the due date. */
    planned_date: day.nullable(),
    /** The first and last day for which it can be planned. */
    earliest_date: day,
    latest_date: day,
    fulfilled_by: id.nullable(),
    fulfilled_at: utc.nullable(),
  })
  .meta({ id: 'ActivitySchedule' });

const reminders = z
  .object({
    is_active: z.boolean(),
    /** Days before the due date on which a mail reminds of it; 0 is the day itself. */
    days_before: z.array(z.int().min(0).max(365)).max(10),
    emails: z.array(z.email().max(254)).max(20),
  })
  .meta({ id: 'ScheduleReminders' });

const calendarFeed = z
  .object({
    id,
    name: z.string(),
    depot: placeName.nullable(),
    category: z.string().nullable(),
    created_at: utc,
    /** When a calendar program last read it; null if never. */
    last_read_at: utc.nullable(),
  })
  .meta({ id: 'CalendarFeed' });

/** Schedule types, the planner, reminders (area H) and calendar feeds. */
export const schedules = {
  scheduleTypes: endpoint({
    method: 'GET',
    path: '/api/schedule_types/',
    ids: ['R-166'],
    summary: "List schedule types with the customer's interval.",
    access: VEHICLE_FILE,
    query: pagedQuery(['name', 'category']),
    answer: paged(scheduleType),
  }),
  scheduleType: endpoint({
    method: 'GET',
    path: '/api/schedule_types/{id}/',
    ids: ['R-167'],
    summary: 'Get one schedule type; for a vehicle, with its interval and due date.',
    access: VEHICLE_FILE,
    params: byId,
    query: z.object({ vehicle: idText.optional() }),
    answer: scheduleType,
  }),
  createScheduleType: endpoint({
    method: 'POST',
    path: '/api/schedule_types/',
    ids: ['RP-23'],
    summary: 'Create a type of your own customer.',
    access: ADMINISTER,
    body: scheduleTypeBody,
    answer: scheduleType,
    status: 201,
  }),
  changeScheduleType: endpoint({
    method: 'PUT',
    path: '/api/schedule_types/{id}/',
    ids: ['RP-23'],
    summary: 'Update a type. Of a built-in type, only the interval and the window.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: scheduleTypeBody,
    answer: scheduleType,
  }),
  changeVehicleInterval: endpoint({
    method: 'PUT',
    path: '/api/schedule_types/{id}/vehicles/{vehicle}/',
    ids: ['RP-23'],
    summary: 'Set the interval of one vehicle. Null restores the interval of the type.',
    access: ADMINISTER,
    params: byVehicleOfType,
    body: z.object({ interval: interval.min(2).nullable() }),
    answer: scheduleType,
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/api/schedule_activity/',
    ids: ['R-165'],
    summary: 'List schedules by vehicle, depot, type and day; open ones by default.',
    access: VEHICLE_FILE,
    query: pagedQuery(['due_date', 'registration']).extend({
      vehicle: optionalId,
      depot: optionalId,
      schedule_type: optionalId,
      category: exactText(40).optional(),
      state: scheduleState.optional(),
      /** Days, both included, of the planned date, else of the due date. */
      from: dateInput.optional(),
      to: dateInput.optional(),
      /** Also fulfilled schedules. */
      with_fulfilled: flag.optional(),
    }),
    answer: paged(activitySchedule),
  }),
  planSchedule: endpoint({
    method: 'PATCH',
    path: '/api/schedule_activity/{id}/',
    ids: ['R-165'],
    summary: 'Plan a schedule for a day within its window. Null restores the due date.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ planned_date: dateInput.nullable() }),
    answer: activitySchedule,
  }),
  reminders: endpoint({
    method: 'GET',
    path: '/api/schedule_reminders/',
    ids: ['H-32'],
    summary: 'Get the reminders: which addresses are notified of due schedules, and when.',
    access: ADMINISTER,
    answer: reminders,
  }),
  changeReminders: endpoint({
    method: 'PUT',
    path: '/api/schedule_reminders/',
    ids: ['H-32'],
    summary: 'Update the reminders: which addresses are notified of due schedules, and when.',
    access: ADMINISTER,
    body: reminders,
    answer: reminders,
  }),
  calendarFeeds: endpoint({
    method: 'GET',
    path: '/api/calendar_feeds/',
    ids: ['H-32'],
    summary: 'List your own calendar feeds.',
    access: VEHICLE_FILE,
    answer: z.object({ results: z.array(calendarFeed) }),
  }),
  createCalendarFeed: endpoint({
    method: 'POST',
    path: '/api/calendar_feeds/',
    ids: ['H-32'],
    summary: 'Create a calendar feed. Its address is shown once.',
    access: VEHICLE_FILE,
    // A calendar program needs no more than the person: tokens cannot make further tokens.
    credential: 'session',
    refuses: [404, 409],
    body: z.object({
      name: textOf(90).min(1),
      /** Null: all depots that you may see. */
      depot: id.nullable().default(null),
      /** Null: all categories. */
      category: textOf(40).min(1).nullable().default(null),
    }),
    answer: calendarFeed.extend({ address: z.url() }),
    status: 201,
  }),
  removeCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/api/calendar_feeds/{id}/',
    ids: ['H-32'],
    summary: 'Delete a calendar feed of your own. Its address no longer works.',
    access: VEHICLE_FILE,
    params: byId,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/calendar/{token}/',
    ids: ['H-32'],
    summary: 'Get a calendar feed (iCalendar, RFC 5545): open schedules as all-day events.',
    access: { kind: 'public' },
    params: z.object({ token: exactText(200) }),
    raw: 'text',
    refuses: [404],
    ratePerMinute: 60,
  }),
} as const;

import {
  COACHING_COUNTS,
  DISMISSAL_REASONS,
  EVENT_SEVERITIES,
  EVENT_SIDES,
  MAX_REVIEWED_AT_ONCE,
  REVIEW_STATES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { brief, depotChoice } from './depots.ts';
import { endpoint } from './endpoint.ts';
import {
  date,
  dateInput,
  eventCodeText,
  id,
  idText,
  int4,
  longId,
  moment,
  textOf,
  utc,
} from './fields.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';
import { vehicle } from './vehicles-shapes.ts';

const eventType = z
  .object({
    name: z.string(),
    eventCode: z.int(),
    /** The group on the screen. */
    group: z.enum([
      'ignition',
      'behaviour',
      'safety',
      'vehicle',
      'geofence',
      'device',
      'driver',
      'camera',
    ]),
  })
  .meta({ id: 'EventType' });

const reviewer = z.object({ id, name: z.string() });

const eventReview = z
  .object({
    state: z.enum(REVIEW_STATES),
    /** Of a dismissed event; otherwise null. */
    dismissal_reason: z.enum(DISMISSAL_REASONS).nullable(),
    assignee: reviewer.nullable(),
    due_on: date.nullable(),
    /** The event is in the coaching queue, or was until its session. */
    for_coaching: z.boolean(),
    /** Number of notes. */
    notes: z.int().nonnegative(),
    changed_by: reviewer.nullable(),
    changed_at: utc.nullable(),
    /** Sent with a change, so that two people do not overwrite each other; 0 before the first. */
    version: z.int().nonnegative(),
  })
  .meta({ id: 'EventReview' });

export const fleetEvent = z
  .object({
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    event: eventType.omit({ group: true }),
    timestamp: utc,
    /** End of an event with a duration; null while it lasts, and for a single moment. */
    ended_at: utc.nullable(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    dir: z.number(),
    /** km/h */
    speed: z.number(),
    address: z.string().nullable(),
    driver: driverName.nullable(),
    has_video: z.boolean(),
    /** The ready clip of the event, with video or only photographs; null if there is none. */
    clip: longId.nullable().optional(),
    /** Signed, expiring address of a JPEG of 320 by 180 pixels of its clip; null if there is none. */
    thumbnail: z.string().nullable().optional(),
    /** The source: the device, or a rule of the server. */
    source: z.enum(['device', 'computed']),
    /** The measured value in the unit of the event: m/s², km/h, °C, V; null if none. */
    value: z.number().nullable(),
    /** The geofence of an entry or an exit. */
    geofence: z.object({ id, name: z.string() }).nullable(),
    severity: z.enum(EVENT_SEVERITIES).optional(),
    /** In lists of people with the module Events. */
    review: eventReview.optional(),
  })
  .meta({ id: 'FleetEvent' });

const reviewNote = z
  .object({ id: longId, author: reviewer.nullable(), text: z.string(), created_at: utc })
  .meta({ id: 'EventReviewNote' });

const range = { start_date: date, end_date: date };
const reviewed = { reviewed: z.int().nonnegative(), false_alarms: z.int().nonnegative() };

const reviewFigures = z
  .object({
    /** New events of high or critical severity of the last 7 days; counting stops at 1,000. */
    to_review: z.object({ count: z.int().nonnegative(), ...range }),
    /** Events of the last 31 days that are still new after their due date. */
    overdue: z.object({ count: z.int().nonnegative(), ...range }),
    /** New events of the last 31 days that are assigned to the caller. */
    mine: z.object({ count: z.int().nonnegative(), ...range }),
    /** Events that were reviewed, coached or dismissed in the last 7 days. */
    reviewed: z.int().nonnegative(),
    /**
     * Where the list has the reviewed events: those of the last 365 days whose review changed from the day
     * `since` on.
     */
    reviewed_in: z.object({ ...range, since: date }),
    /** The days of the false alarms. */
    rated_in: z.object(range),
    /** Of the last 90 days, most false alarms first; at most 100 vehicles. */
    false_alarms: z.object({
      by_type: z.array(z.object({ name: z.string(), eventCode: z.int(), ...reviewed })),
      by_vehicle: z.array(
        z.object({
          vehicle: z.object({ id, registration: z.string() }),
          /** Models of its devices; numbers of devices without a model. */
          devices: z.array(z.string()),
          ...reviewed,
        }),
      ),
    }),
  })
  .meta({ id: 'EventReviewFigures' });

/** One code or several: `event=40&event=41`; -1 is skipped (requirement E-32). */
const eventCodes = z
  .union([eventCodeText, z.array(eventCodeText).max(100)])
  .transform((codes) => (Array.isArray(codes) ? codes : [codes]))
  .default([]);

/** All fields, or in a brief list those of a sidebar. */
const sidebarVehicle = vehicle
  .partial()
  .required({ id: true, registration: true, type: true })
  .meta({ id: 'SidebarVehicle' });

/**
 * Events (area E; R-140, RP-09, R-077). A range may be 31 days at most; 400 for the events of one driver,
 * and for states of review without `new`.
 */
export const events = {
  list: endpoint({
    method: 'GET',
    path: '/api/events/',
    ids: ['R-140'],
    summary:
      'List the events of one vehicle, or of all visible vehicles, in a time range, newest first.',
    access: {
      kind: 'module',
      anyOf: ['Events', 'Driver Behaviour', 'Mobileye ADAS', 'Trace', 'TraceVehicle'],
    },
    query: pagedQuery(['timestamp']).extend({
      /** One event alone, for a link to it. */
      id: idText.optional(),
      vehicle: idText.optional(),
      start: moment,
      end: moment,
      event: eventCodes,
      /** A depot; all in scope where absent. */
      vehicle_group: idText.optional(),
      driver: idText.optional(),
      /** Events in one of these states of review: `state=reviewed&state=coached`; needs the module Events. */
      state: z
        .union([z.enum(REVIEW_STATES), z.array(z.enum(REVIEW_STATES)).max(REVIEW_STATES.length)])
        .optional(),
      /** Dismissed events with this reason; needs the module Events. */
      dismissal_reason: z.enum(DISMISSAL_REASONS).optional(),
      /** Events whose review changed on this day of the caller or later; needs the module Events. */
      reviewed_since: dateInput.optional(),
      /** Events that a figure of coaching counts; needs the module Events. */
      counted: z.enum(COACHING_COUNTS).optional(),
      /** Events with this side, such as lane departures. */
      side: z.enum(EVENT_SIDES).optional(),
      /** One severity or several: `severity=high&severity=critical`. */
      severity: z
        .union([z.enum(EVENT_SEVERITIES), z.array(z.enum(EVENT_SEVERITIES)).max(4)])
        .optional(),
      /** Events that are assigned to the caller; needs the module Events. */
      assigned: z.enum(['me']).optional(),
      /** Events that are still new after their due date; needs the module Events. */
      due: z.enum(['overdue']).optional(),
    }),
    answer: paged(fleetEvent).extend({
      /** There are more rows than `count`; further pages exist. */
      count_is_limit: z.boolean(),
    }),
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/event_types/',
    ids: ['RP-09'],
    summary: 'List all event types with their codes.',
    access: { kind: 'signed-in' },
    answer: z.array(eventType),
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/events/reviews/',
    ids: ['E-P04'],
    summary:
      'Change the review of up to 100 events. Each has its own result: a concurrent change or an invisible event does not stop the others.',
    access: { kind: 'module', anyOf: ['Events'], write: true },
    body: z.object({
      events: z
        .array(z.object({ id, version: int4 }))
        .min(1)
        .max(MAX_REVIEWED_AT_ONCE),
      /** Absent fields stay unchanged. */
      state: z.enum(REVIEW_STATES).optional(),
      /** Required with the state `dismissed`, and only with it. */
      dismissal_reason: z.enum(DISMISSAL_REASONS).optional(),
      /** One of the `reviewers` of each of the events; null for none. */
      assignee: id.nullable().optional(),
      due_on: dateInput.nullable().optional(),
      /** Puts the events into the coaching queue, or takes them out. */
      for_coaching: z.boolean().optional(),
      /** A note to add. */
      note: textOf(2000).min(1).optional(),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          id: longId,
          outcome: z.enum(['changed', 'conflict', 'not_found']),
          /** The review as it is now; null for an event that is not visible. */
          review: eventReview.nullable(),
        }),
      ),
    }),
  }),
  reviewers: endpoint({
    method: 'GET',
    path: '/api/events/{id}/reviewers/',
    ids: ['E-P04'],
    summary: 'List the people to whom an event can be assigned, by name; at most 500.',
    access: { kind: 'module', anyOf: ['Events'], write: true },
    params: byId,
    answer: z.array(reviewer),
  }),
  reviewFigures: endpoint({
    method: 'GET',
    path: '/api/events/review_figures/',
    ids: ['E-P04'],
    summary: 'Count the events that need a review, and the rates of false alarms.',
    access: { kind: 'module', anyOf: ['Events'] },
    answer: reviewFigures,
  }),
  reviewNotes: endpoint({
    method: 'GET',
    path: '/api/events/{id}/notes/',
    ids: ['E-P04'],
    summary: 'List the notes of an event, oldest first.',
    access: { kind: 'module', anyOf: ['Events'] },
    params: byId,
    query: pagedQuery(['created_at']),
    answer: paged(reviewNote),
  }),
  /** the same call, with or without `trackers_only`. */
  vehicleGroups: endpoint({
    method: 'GET',
    path: '/api/vehicles_group_list/',
    ids: ['R-076', 'R-077'],
    summary:
      'List the visible depots with their vehicles; with trackers_only, only vehicles with a tracker.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['name']).extend({
      trackers_only: z.enum(['true', 'false']).default('false'),
      brief,
    }),
    answer: z.object({
      count: z.int().nonnegative(),
      vehicle_groups: z.array(
        depotChoice
          .partial()
          .required({ id: true, name: true })
          .extend({ vehicles: z.array(sidebarVehicle) })
          .meta({ id: 'SidebarGroup' }),
      ),
    }),
  }),
} as const;

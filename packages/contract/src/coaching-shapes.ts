import {
  COACHING_STATES,
  EFFECT_VERDICTS,
  EVENT_SEVERITIES,
  MAX_COACHING_ACTIONS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { fleetEvent } from './events.ts';
import { date, dateInput, id, idText, textOf, utc } from './fields.ts';
import { driverName } from './shapes.ts';

/** E-P04: the review of events, which a session ends. */
export const IDS = ['E-P04'] as const;

const count = z.int().nonnegative();

export const person = z.object({ id, name: z.string() });

export const queueRow = z
  .object({
    /** Of the driver. */
    id,
    driver: driverName,
    events: count,
    /** Of high or critical severity. */
    serious: count,
    with_film: count,
    oldest_at: utc,
    newest_at: utc,
    /** The planned session to which the events can be added; null without one. */
    session: id.nullable(),
  })
  .meta({ id: 'CoachingQueueRow' });

export const queueFilter = {
  depot: idText.optional(),
  driver: idText.optional(),
  severity: z.enum(EVENT_SEVERITIES).optional(),
  /** Only events with a clip. */
  film: z.enum(['true']).optional(),
};

const action = z
  .object({ text: textOf(300).min(2), due_on: dateInput.nullable(), is_done: z.boolean() })
  .meta({ id: 'CoachingAction' });

export const sessionRow = z
  .object({
    id,
    driver: driverName,
    /** Null if the account was deleted. */
    coach: person.nullable(),
    state: z.enum(COACHING_STATES),
    planned_on: date,
    follow_up_on: date.nullable(),
    /** Planned for today or earlier, or its follow-up is due. */
    is_due: z.boolean(),
    events: count,
    actions_open: count,
    held_at: utc.nullable(),
    acknowledged_at: utc.nullable(),
    version: z.int(),
  })
  .meta({ id: 'CoachingSessionRow' });

export const film = z.object({
  camera: z.int(),
  media: z.enum(['video', 'image']),
  /** Signed, expiring address. */
  url: z.string(),
});

export const session = sessionRow
  .extend({
    note: z.string(),
    actions: z.array(action),
    /** Newest first; those of vehicles that the caller may not see are left out. */
    event_list: z.array(fleetEvent),
    driver_comment: z.string(),
    /** The name under which the driver signed; null without a signature. */
    signed_by: z.string().nullable(),
    /** Whether the driver has an account, to see the session on the phone. */
    has_account: z.boolean(),
  })
  .meta({ id: 'CoachingSession' });

export const ownSession = z
  .object({
    id,
    coach: z.string().nullable(),
    state: z.enum(COACHING_STATES),
    planned_on: date,
    follow_up_on: date.nullable(),
    note: z.string(),
    actions: z.array(action),
    events: z.array(fleetEvent.extend({ films: z.array(film) })),
    comment: z.string(),
    signed_by: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'OwnCoachingSession' });

export const sessionFilter = {
  id: idText.optional(),
  driver: idText.optional(),
  state: z.enum(COACHING_STATES).optional(),
  coach: z.enum(['me']).optional(),
  due: z.enum(['true']).optional(),
};

export const sessionFields = {
  coach: id,
  planned_on: dateInput,
  note: textOf(4000).default(''),
  follow_up_on: dateInput.nullable().default(null),
  actions: z.array(action).max(MAX_COACHING_ACTIONS).default([]),
};

/** Events of one type, or of all, in a period; the rate is per 1,000 km. */
const compared = z.object({
  before: count,
  after: count,
  /** Null below the minimum distance. */
  rate_before: z.number().nullable(),
  rate_after: z.number().nullable(),
});

const period = z.object({ start: utc, end: utc, distance: z.number() });

export const effect = z
  .object({
    weeks: z.int(),
    /** Metres that each period must have. */
    minimum: z.int(),
    before: period,
    after: period,
    /** False while the weeks after the session are not over. */
    is_complete: z.boolean(),
    verdict: z.enum(EFFECT_VERDICTS),
    /** Probability of a difference at least as large by chance; null below the minimum. */
    chance: z.number().nullable(),
    all: compared,
    by_type: z.array(compared.extend({ eventCode: z.int(), name: z.string() })),
  })
  .meta({ id: 'CoachingEffect' });

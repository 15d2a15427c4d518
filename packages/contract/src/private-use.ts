import { PRIVATE_USE_KINDS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, id, idText, textOf, utc, utcInput } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const SIGNED_IN = { kind: 'signed-in' } as const;
const vehicle = z.object({ id, registration: z.string() });
/** A time of day, HH:MM. */
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use hours and minutes, as 18:30');
const weekday = z.int().min(1).max(7);

const rule = z
  .object({
    id,
    /** Null for every vehicle of the customer. */
    vehicle: vehicle.nullable(),
    customer: z.object({ id, name: z.string() }),
    kind: z.enum(PRIVATE_USE_KINDS),
    starts_at: utc,
    /** Null until it is ended. */
    ends_at: utc.nullable(),
    /** Days on which the hours begin, 1 (Monday) to 7; empty for a single period. */
    weekdays: z.array(weekday),
    start_time: clock,
    /** Up to the start time: of the day after. */
    end_time: clock,
    time_zone: z.string(),
    reason: z.string(),
    created_by: z.string(),
    created_at: utc,
    state: z.enum(['planned', 'active', 'ended']),
  })
  .meta({ id: 'PrivateUseRule' });

const own = z
  .object({
    /** The vehicle assigned to the caller; null without one. */
    vehicle: vehicle.nullable(),
    is_private: z.boolean(),
    /** When the current private use ends; null if it lasts until turned off. */
    ends_at: utc.nullable(),
    /** Whether the caller may turn it off; false for the company's hours. */
    may_end: z.boolean(),
  })
  .meta({ id: 'OwnPrivateUse' });

/** Private use of vehicles, during which positions are hidden. */
export const privateUse = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/private_use/',
    ids: ['O-20'],
    summary: 'List current, future and past private use of vehicles.',
    access: ADMINISTRATOR,
    query: pagedQuery(['starts_at', 'ends_at']).extend({
      vehicle: idText.optional(),
      state: z.enum(['planned', 'active', 'ended']).optional(),
    }),
    answer: paged(rule),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/private_use/{id}/',
    ids: ['O-20'],
    summary: 'Get one private-use rule.',
    access: ADMINISTRATOR,
    params: byId,
    answer: rule,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/administration/private_use/',
    ids: ['O-20'],
    summary:
      'Set a vehicle, or all vehicles of a customer, to private use: for a period, or weekly.',
    access: ADMINISTRATOR,
    body: z.object({
      vehicle: id.nullable(),
      /** Only for every vehicle, by a global administrator. */
      customer: id.optional(),
      kind: z.enum(PRIVATE_USE_KINDS),
      /** Now by default; never in the past. */
      starts_at: utcInput.nullish(),
      ends_at: utcInput.nullish(),
      weekdays: z.array(weekday).max(7).default([]),
      start_time: clock.default('00:00'),
      end_time: clock.default('00:00'),
      time_zone: browserZone,
      reason: textOf(200).default(''),
    }),
    answer: rule,
    status: 201,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/administration/private_use/{id}/end/',
    ids: ['O-20'],
    summary: 'End private use now, or cancel it before it starts.',
    access: ADMINISTRATOR,
    params: byId,
    answer: rule,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/private_use/',
    ids: ['O-20'],
    summary: 'Get whether your own vehicle is in private use.',
    access: SIGNED_IN,
    answer: own,
  }),
  switchOwn: endpoint({
    method: 'POST',
    path: '/api/private_use/',
    ids: ['O-20'],
    summary: 'Turn private use of your own vehicle on, until a time or until turned off, or off.',
    access: SIGNED_IN,
    body: z.object({ is_private: z.boolean(), ends_at: utcInput.nullish() }),
    answer: own,
  }),
} as const;

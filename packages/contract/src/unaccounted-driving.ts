import {
  ACTIVITY_KINDS,
  UNACCOUNTED_FILTERS,
  UNACCOUNTED_KINDS,
  UNACCOUNTED_STATES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, longId, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessTachoGraf'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;

const seconds = z.int().nonnegative();
const metres = z.int().nonnegative();
const vehicleName = z.object({ id, registration: z.string() });

const gapFields = {
  id: longId,
  kind: z.enum(UNACCOUNTED_KINDS),
  vehicle: vehicleName,
  /** The driver of the trip; of the card for a gap of the tracker. */
  driver: driverName.nullable(),
  /** The holder and the number of the card that was used. */
  card_driver: driverName.nullable(),
  card_number: z.string().nullable(),
  start: utc,
  end: utc,
  /** Time at the wheel within the stretch. */
  driven: seconds,
  /** In metres; null if nothing tells it. */
  distance: metres.nullable(),
  /** The files that would cover it, and the days on which they are due. */
  needs_unit: z.boolean(),
  needs_card: z.boolean(),
  unit_due_on: date.nullable(),
  card_due_on: date.nullable(),
  /** Only the odometer shows it. */
  is_odometer: z.boolean(),
  /** A recorded video of that time. */
  clip: longId.nullable(),
  state: z.enum(UNACCOUNTED_STATES),
  note: z.string(),
  decided_by: z.string().nullable(),
  decided_at: utc.nullable(),
  /** The records have changed since the decision: this gap is not found any more. */
  is_outdated: z.boolean(),
  customer: id,
  version: z.int(),
};
const gap = z.object(gapFields).meta({ id: 'UnaccountedDriving' });

const filter = {
  vehicle: idText.optional(),
  driver: idText.optional(),
  depot: idText.optional(),
  kind: z.enum(UNACCOUNTED_FILTERS).optional(),
  state: z.enum(UNACCOUNTED_STATES).optional(),
  /** Days in UTC, both included, of the start. */
  from: dateInput.optional(),
  to: dateInput.optional(),
  /** Kilometres and minutes at the wheel, at least. */
  least_km: z.coerce.number().int().min(0).max(10_000).optional(),
  least_minutes: z.coerce.number().int().min(0).max(10_000).optional(),
};
const query = pagedQuery(['start', 'driven', 'distance']).extend(filter);

const monthQuery = z.object({
  by: z.enum(['driver', 'vehicle']).default('vehicle'),
  from: dateInput,
  to: dateInput,
  depot: idText.optional(),
});

/** Metres of each kind; a gap that somebody has explained is left out. */
const monthRow = z
  .object({
    /** The first day of the month in UTC. */
    month: date,
    vehicle: vehicleName.nullable(),
    /** Null for gaps without a known driver. */
    driver: driverName.nullable(),
    count: z.int().nonnegative(),
    driven: seconds,
    without_card: metres,
    other_card: metres,
    not_recorded: metres,
    missing_download: metres,
    tracker_gap: metres,
    total: metres,
  })
  .meta({ id: 'UnaccountedMonth' });

const stretch = z.object({ start: utc, end: utc });

const timeline = z
  .object({
    vehicle: vehicleName.nullable(),
    driver: driverName.nullable(),
    date,
    /** Driving of the tracker, by trip; idling is left out. */
    tracker: z.array(
      stretch.extend({
        distance: metres,
        driver: driverName.nullable(),
        vehicle: vehicleName,
      }),
    ),
    /** Driving of the vehicle unit, with the card in the driver slot. */
    unit: z.array(
      stretch.extend({
        card_number: z.string().nullable(),
        driver: driverName.nullable(),
        vehicle: vehicleName,
      }),
    ),
    /** What driver cards and entries by hand say. */
    card: z.array(stretch.extend({ kind: z.enum(ACTIVITY_KINDS), driver: driverName })),
    /** Time that files of the vehicle unit, or of the driver's card, cover. */
    covered: z.array(stretch),
    gaps: z.array(gap),
  })
  .meta({ id: 'UnaccountedTimeline' });

/** Driving that tachograph and tracker do not agree about. */
export const unaccountedDriving = {
  list: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/',
    ids: ['U-20'],
    summary: 'List unaccounted driving, newest first.',
    access: READ,
    query,
    answer: paged(gap),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/export/',
    ids: ['U-20'],
    summary: 'Export the filtered unaccounted driving.',
    access: READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  months: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/months/',
    ids: ['U-20'],
    summary: 'Get the unaccounted distance of each driver or vehicle by month, in up to 13 months.',
    access: READ,
    query: monthQuery,
    answer: z.object({ results: z.array(monthRow) }),
  }),
  exportMonths: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/months/export/',
    ids: ['U-20'],
    summary: 'Export the unaccounted distance by month.',
    access: READ,
    ratePerMinute: 12,
    query: monthQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/timeline/',
    ids: ['U-20'],
    summary:
      'Get what tracker, vehicle unit and cards say of a vehicle or a driver on a day in UTC.',
    access: READ,
    query: z.object({ vehicle: idText.optional(), driver: idText.optional(), date: dateInput }),
    answer: timeline,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/tachograph/unaccounted/{id}/',
    ids: ['U-20'],
    summary: 'Get one stretch of unaccounted driving.',
    access: READ,
    params: byId,
    answer: gap,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/tachograph/unaccounted/{id}/',
    ids: ['U-20'],
    summary: 'Record that unaccounted driving is explained or must be followed up.',
    access: WRITE,
    params: byId,
    body: z
      .object({
        state: z.enum(UNACCOUNTED_STATES),
        note: textOf(2000).default(''),
        version: int4,
      })
      .meta({ id: 'UnaccountedDecisionBody' }),
    answer: gap,
  }),
} as const;

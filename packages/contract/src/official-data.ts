import {
  MOT_ODOMETERS,
  MOT_RESULTS,
  MOT_STATUSES,
  OFFICIAL_CAUSES,
  OFFICIAL_DATES,
  OFFICIAL_FAILURES,
  OFFICIAL_FLAGS,
  OFFICIAL_STATES,
  TAX_STATUSES,
  VEHICLE_FILE,
  VEHICLE_FILE_WRITE,
  VEHICLE_SOURCES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, id, idText, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

/** H-32: the planner with its dates, which official data move. */
const IDS = ['H-32'] as const;
const byVehicle = z.object({ vehicle: idText });
const text = z.string().nullable();

const source = z
  .object({
    source: z.enum(VEHICLE_SOURCES),
    /** False: nothing is sent to this service. */
    is_configured: z.boolean(),
    last_success_at: utc.nullable(),
    last_failure_at: utc.nullable(),
    last_failure: z.enum(OFFICIAL_FAILURES).nullable(),
    /** The service is not called before this time. */
    blocked_until: utc.nullable(),
    /** Requests of today (UTC), and how many are allowed. */
    used_today: z.int().nonnegative(),
    per_day: z.int().positive(),
  })
  .meta({ id: 'OfficialSource' });

/** What a service said of a vehicle, and when. */
const answer = z
  .object({
    source: z.enum(VEHICLE_SOURCES),
    state: z.enum(OFFICIAL_STATES),
    failure: z.enum(OFFICIAL_FAILURES).nullable(),
    asked_at: utc,
    /** When the shown values were received; null if there are none. */
    fetched_at: utc.nullable(),
  })
  .meta({ id: 'OfficialAnswer' });

const rowFields = {
  /** That of the vehicle. */
  id,
  vehicle: z.object({ id, registration: z.string() }),
  flags: z.array(z.enum(OFFICIAL_FLAGS)),
  tax_status: z.enum(TAX_STATUSES).nullable(),
  tax_due_on: date.nullable(),
  mot_status: z.enum(MOT_STATUSES).nullable(),
  mot_due_on: date.nullable(),
  mot_source: z.enum(VEHICLE_SOURCES).nullable(),
  last_mot_on: date.nullable(),
  last_mot_result: z.enum(MOT_RESULTS).nullable(),
  /** When a service was last asked; null before the first time. */
  checked_at: utc.nullable(),
};
const row = z.object(rowFields).meta({ id: 'OfficialVehicle' });

const vehicleFacts = z
  .object({
    make: text,
    model: text,
    colour: text,
    fuel: text,
    year_of_manufacture: z.int().nullable(),
    first_used_on: date.nullable(),
    co2_g_per_km: z.int().nullable(),
    engine_cc: z.int().nullable(),
    revenue_weight_kg: z.int().nullable(),
    euro_status: text,
    type_approval: text,
    wheelplan: text,
    v5c_issued_on: date.nullable(),
    is_marked_for_export: z.boolean().nullable(),
    /** Yes, No, Unknown or Unavailable, as the DVSA says. */
    outstanding_recall: text,
  })
  .meta({ id: 'OfficialVehicleFacts' });

const motTest = z
  .object({
    id,
    number: text,
    completed_at: utc,
    result: z.enum(MOT_RESULTS),
    expires_on: date.nullable(),
    odometer_m: z.number().nullable(),
    odometer: z.enum(MOT_ODOMETERS).nullable(),
    registration: text,
    defects: z.array(z.object({ text: z.string(), type: z.string(), dangerous: z.boolean() })),
  })
  .meta({ id: 'MotTest' });

const difference = z
  .object({
    id,
    date: z.enum(OFFICIAL_DATES),
    /** The due date of the schedule that a document of the vehicle file set. */
    ours_on: date,
    official_on: date,
    source: z.enum(VEHICLE_SOURCES),
    found_at: utc,
  })
  .meta({ id: 'OfficialDifference' });

const vehicle = z
  .object({
    vehicle: z.object({ id, registration: z.string() }),
    sources: z.array(source),
    /** Null before the first check. */
    data: z.object({ ...rowFields, facts: vehicleFacts, answers: z.array(answer) }).nullable(),
    tests: z.array(motTest),
    differences: z.array(difference),
    /** The last checks, newest first. */
    runs: z.array(
      z.object({
        asked_at: utc,
        cause: z.enum(OFFICIAL_CAUSES),
        user: text,
        dvla: z.enum([...OFFICIAL_STATES, ...OFFICIAL_FAILURES]).nullable(),
        dvsa: z.enum([...OFFICIAL_STATES, ...OFFICIAL_FAILURES]).nullable(),
      }),
    ),
  })
  .meta({ id: 'OfficialVehicleDetails' });

const query = pagedQuery(['registration', 'tax_due_on', 'mot_due_on', 'checked_at']).extend({
  id: idText.optional(),
  vehicle: idText.optional(),
  depot: idText.optional(),
  flag: z.enum(OFFICIAL_FLAGS).optional(),
});

/** Official data about vehicles: tax, MOT and their differences to our records. */
export const officialData = {
  list: endpoint({
    method: 'GET',
    path: '/api/official_data/',
    ids: IDS,
    summary: 'List the official data of vehicles.',
    access: VEHICLE_FILE,
    query,
    answer: paged(row),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/official_data/export/',
    ids: IDS,
    summary: 'Export the filtered list of official data.',
    access: VEHICLE_FILE,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  sources: endpoint({
    method: 'GET',
    path: '/api/official_data/sources/',
    ids: IDS,
    summary: 'Get which official services are configured, and how they answer.',
    access: VEHICLE_FILE,
    answer: z.array(source),
  }),
  lookup: endpoint({
    method: 'POST',
    path: '/api/official_data/lookup/',
    ids: IDS,
    summary: 'Look up a registration for a new vehicle.',
    access: { kind: 'administrator' },
    ratePerMinute: 30,
    body: z.object({ registration: textOf(20).min(1) }).meta({ id: 'OfficialLookupBody' }),
    answer: vehicleFacts,
  }),
  vehicle: endpoint({
    method: 'GET',
    path: '/api/official_data/vehicles/{vehicle}/',
    ids: IDS,
    summary: 'Get the official data, MOT tests and differences of a vehicle.',
    access: VEHICLE_FILE,
    params: byVehicle,
    answer: vehicle,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/official_data/vehicles/{vehicle}/check/',
    ids: IDS,
    summary: 'Ask the official services about a vehicle now.',
    access: VEHICLE_FILE_WRITE,
    ratePerMinute: 60,
    params: byVehicle,
    answer: vehicle,
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/official_data/differences/{id}/',
    ids: IDS,
    summary: 'Resolve a difference: use the official date, or keep our own.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ use: z.enum(['official', 'ours']) }).meta({ id: 'OfficialDifferenceBody' }),
    answer: vehicle,
  }),
} as const;

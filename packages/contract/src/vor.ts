import { VOR_COUNTS, VOR_REASONS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
import { dateInput, id, idText, textOf, utc, utcInput } from './fields.ts';
import {
  personName,
  recordScope,
  recordText,
  recordTrailEntry,
  vehicleName,
  version,
} from './record-shapes.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const MODULES = ['Vehicle File', 'VOR'] as const;
const DASHBOARD = { kind: 'module', anyOf: ['VOR'] } as const;
const reason = z.enum(VOR_REASONS);
/** One of the codes; any other text becomes the note of the reason `other`. */
const givenReason = textOf(500).min(1);
/** An id, or a name; an unknown name becomes a repairer of the customer. */
const givenRepairer = z.union([id, personName]);
const costPerDay = z.number().min(0).max(99_999_999).multipleOf(0.01);

export const vorRecord = z
  .object({
    id,
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    off_road_at: utc,
    /** Days off the road, begun ones included, until today or until it was back. */
    days: z.int().positive(),
    reason,
    note: z.string(),
    /** The record of a defect, or of a safety inspection, that is the reason. */
    record_id: id.nullable(),
    record_kind: z.enum(['defect', 'inspection']).nullable(),
    /** Of the record, such as DEF-000571. */
    reference_number: z.string().nullable(),
    repairer: z.object({ id, name: z.string() }).nullable(),
    cost_per_day: z.number().nullable(),
    /** The days times the cost of one. */
    cost: z.number().nullable(),
    expected_back: utc.nullable(),
    set_by: z.string(),
    returned_at: utc.nullable(),
    cleared_by: z.string().nullable(),
    state: z.enum(['off_road', 'returned']),
    version: z.int(),
  })
  .meta({ id: 'VorRecord' });

/** The sort fields; by default open entries first, oldest first. */
const orderings = [
  'off_road_at',
  'registration',
  'reason',
  'repairer',
  'expected_back',
  'returned_at',
  'cost_per_day',
] as const;
/** The filters of N-P01; those that are null are not sent (N-02). */
const listFilter = {
  ...recordScope,
  reason: reason.optional(),
  repairer: textOf(100).min(1).optional(),
  state: z.enum(['off_road', 'returned']).optional(),
  /** The vehicles that a figure counts: one entry for each vehicle. */
  counted: z.enum(VOR_COUNTS).optional(),
  /** Days on which the vehicle was off the road, in the person's zone; one end is enough. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
};

const totals = z
  .object({
    /** Visible vehicles. */
    vehicles: z.int().nonnegative(),
    /** Of these off the road now. */
    off_road: z.int().nonnegative(),
    over_7_days: z.int().nonnegative(),
    /** Back within the last seven days, and still so. */
    returned_this_week: z.int().nonnegative(),
    /** Days off the road of the vehicles that are so now, on average. */
    average_days: z.number().nonnegative(),
    /** The total cost of all open entries so far. */
    cost: z.number().nonnegative(),
  })
  .meta({ id: 'VorTotals' });
/** The repairers of entries in recordScope, by name: the values of the filter. */
const repairers = z.array(z.string());

/** Vehicles off the road (R-098, R-099, RP-29, RP-30; N-P01, N-P02): why, since when, and what brings them back. */
export const vor = {
  list: endpoint({
    method: 'GET',
    path: '/api/vor_list/',
    ids: ['R-098'],
    summary: 'List entries of vehicles off the road, with the figures of the whole list.',
    access: DASHBOARD,
    query: pagedQuery(orderings).extend({
      ...listFilter,
      /** `false` for a page alone: the figures go over all that is open, and take longer than a page. */
      totals: z.enum(['true', 'false']).default('true'),
    }),
    answer: paged(vorRecord).extend({
      count_is_limit: z.boolean(),
      /** Of the vehicles that region, depot and vehicle leave, whatever the other filters say. */
      totals: totals.nullable(),
      /** Empty without totals. */
      repairers,
    }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/vor_figures/',
    ids: ['R-098'],
    summary: 'Get the figures and repairers of the whole list.',
    access: DASHBOARD,
    query: z.object(recordScope),
    answer: z.object({ totals, repairers }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/vor_export/',
    ids: ['R-098'],
    summary: 'Export the filtered list, up to 10,000 rows.',
    access: DASHBOARD,
    query: exportQuery(orderings, listFilter),
    raw: 'file',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/vor_pdf/{id}/',
    ids: ['R-099'],
    summary: 'Get one entry with its timeline as a PDF.',
    access: DASHBOARD,
    params: byId,
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vor/{id}/',
    ids: ['N-P01'],
    summary: 'Get one entry with its timeline.',
    access: DASHBOARD,
    params: byId,
    answer: vorRecord.extend({ trail: z.array(recordTrailEntry) }),
  }),
  ofVehicle: endpoint({
    method: 'GET',
    path: '/api/vor_of_vehicle/',
    ids: ['R-098'],
    summary: 'List the off-road entries of a vehicle, open ones first, then newest first.',
    access: { kind: 'module', anyOf: MODULES },
    query: z.object({ vehicle: idText }),
    answer: z.object({ is_off_road: z.boolean(), results: z.array(vorRecord) }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/vor_list/',
    ids: ['RP-29'],
    summary:
      'Take a vehicle off the road for one reason. A vehicle can have several reasons at once.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    body: z.object({
      vehicle: id,
      off_road_at: utcInput,
      reason: givenReason,
      note: recordText.optional(),
      repairer: givenRepairer.optional(),
      expected_back: utcInput.optional(),
      cost_per_day: costPerDay.optional(),
      /** The defect that is the reason. */
      defect: id.optional(),
    }),
    answer: vorRecord,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/vor/{id}/',
    ids: ['RP-30'],
    summary:
      'Update an entry, or clear it with `returned_at`. The vehicle is back on the road when all entries are cleared.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    body: z.object({
      /** The version that the caller read; a stale version is refused. */
      version: version.optional(),
      returned_at: utcInput.optional(),
      reason: givenReason.optional(),
      note: recordText.optional(),
      repairer: givenRepairer.nullable().optional(),
      expected_back: utcInput.nullable().optional(),
      cost_per_day: costPerDay.nullable().optional(),
    }),
    answer: vorRecord.extend({
      /** Whether anything keeps the vehicle off the road after this. */
      is_off_road: z.boolean(),
    }),
  }),
} as const;

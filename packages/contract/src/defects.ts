import { DEFECT_STATES, DEFECT_STEPS, SEVERITIES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, textOf, utc, utcInput } from './fields.ts';
import { RECORD_FILES } from './form-files.ts';
import {
  area,
  captions,
  jsonText,
  odometerM,
  personName,
  placeText,
  recordPhotograph,
  recordText,
  recordTrailEntry,
  severity,
  vehicleName,
  version,
} from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { vorRecord } from './vor.ts';

const MODULES = ['Defect', 'Vehicle File'] as const;

/** Like what a day off the road costs. */
const money = z.coerce.number().min(0).max(99_999_999).multipleOf(0.01);

const finding = z.object({
  name: textOf(90).min(2),
  area: area.default('other'),
  severity,
  finding: recordText.min(2),
});

/** Fields of a report; up to 10 files `photos` stand beside them. */
const reportFields = z
  .object({
    vehicle: idText,
    /** When it was found; now, where it is not said. */
    reported_at: utcInput.optional(),
    /** Where somebody else found it. */
    reported_by: personName.optional(),
    odometer: odometerM.optional(),
    place: placeText.optional(),
    items: jsonText(z.array(finding).min(1).max(40)),
    captions: captions.optional(),
  })
  .meta({ id: 'DefectReportBody' });

/** Fields of a step; up to 10 files `photos` and one `signature` stand beside them. */
const stepFields = z
  .object({
    step: z.enum(DEFECT_STEPS),
    version,
    /** The assessment, what was done, or why it is sent back; giving it away and signing off need none. */
    note: recordText.optional(),
    /** When it was done; now, where it is not said. */
    at: utcInput.optional(),
    /** Who it is given to; with the repair who put it right, where that is somebody else. */
    repairer: personName.optional(),
    /** When the repairer is to have it done; with `assign` alone. */
    expected_back: utcInput.optional(),
    /** Of the repair, without a currency. */
    labour_cost: money.optional(),
    parts_cost: money.optional(),
    /** What was done about each item, in their order. */
    remedies: jsonText(z.array(recordText).max(40)).optional(),
    /** Of the job card or the invoice: evidence of a repair without photographs. */
    job_number: textOf(60).min(2).optional(),
    captions: captions.optional(),
  })
  .meta({ id: 'DefectStepBody' });

const done = z.object({ at: utc, by: z.string(), note: z.string().nullable() }).nullable();

export const defectRecord = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: vehicleName,
    state: z.enum(DEFECT_STATES),
    /** To be sent with the next step, so that nobody moves what another has moved. */
    version: z.int(),
    /** The status of its activity (requirements G-82 to G-89). */
    status: z.string(),
    place: z.string().nullable(),
    /** Metres. */
    odometer: z.int().nullable(),
    items: z.array(
      z.object({
        name: z.string(),
        area,
        severity,
        finding: z.string(),
        remedy: z.string().nullable(),
      }),
    ),
    reported: z.object({ at: utc, by: z.string() }),
    verified: done,
    /** Given to its repairer; the note is the repairer's name. */
    assigned: done,
    repaired: done,
    signed_off: done,
    repairer: z.string().nullable(),
    expected_back: utc.nullable(),
    /** When it is to be signed off at the latest. */
    due_at: utc.nullable(),
    is_overdue: z.boolean(),
    labour_cost: z.number().nullable(),
    parts_cost: z.number().nullable(),
    /** Of labour and parts together. */
    cost: z.number(),
    job_number: z.string().nullable(),
    signature: z.string().nullable(),
    photographs: z.array(recordPhotograph),
    /** The steps that follow and that whoever asks may take. */
    next_steps: z.array(z.enum(DEFECT_STEPS)),
    /** All that keeps the vehicle off the road just now. */
    off_road: z.array(vorRecord),
    trail: z.array(recordTrailEntry),
  })
  .meta({ id: 'DefectRecord' });

/** What the list may be ordered by; without one, the newest comes first. */
const orderings = [
  'reported_at',
  'registration',
  'severity',
  'state',
  'due_at',
  'repairer',
  'cost',
] as const;
const scope = {
  region: idText.optional(),
  depot: idText.optional(),
  vehicle: idText.optional(),
};
const listFilter = {
  ...scope,
  severity: z.enum(SEVERITIES).optional(),
  /** One state, or `open` for all that is not signed off. */
  state: z.enum(['open', ...DEFECT_STATES]).optional(),
  repairer: textOf(100).min(1).optional(),
  /** What should have been signed off by now. */
  overdue: z.literal('true').optional(),
  /** Days of the report, in the person's zone; either end alone will do. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
};

const defectRow = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    state: z.enum(DEFECT_STATES),
    /** Of the worst item. */
    severity,
    /** Of the first item. */
    finding: z.string(),
    items: z.int().nonnegative(),
    reported_at: utc,
    reported_by: z.string(),
    repairer: z.string().nullable(),
    expected_back: utc.nullable(),
    due_at: utc.nullable(),
    is_overdue: z.boolean(),
    /** Whether it keeps its vehicle off the road just now. */
    is_off_road: z.boolean(),
    cost: z.number(),
    signed_off_at: utc.nullable(),
  })
  .meta({ id: 'DefectRow' });

const count = z.int().nonnegative();
const defectFigures = z
  .object({
    open: count,
    /** Of the open ones, by what they wait for. */
    reported: count,
    verified: count,
    assigned: count,
    repaired: count,
    overdue: count,
    /** Open ones that are dangerous. */
    dangerous: count,
    /** Vehicles that a defect keeps off the road. */
    off_road: count,
    /** Signed off within the last 28 days, what they cost together, and how long they took on average. */
    signed_off: count,
    cost: z.number().nonnegative(),
    average_days: z.number().nonnegative(),
    /** Who has open work, by name: what the filter may be. */
    repairers: z.array(z.string()),
  })
  .meta({ id: 'DefectFigures' });

/** The life of defects (issue of the vehicle file, part 6): reported, verified, repaired, signed off. */
export const defects = {
  create: endpoint({
    method: 'POST',
    path: '/defect/api/defects/',
    ids: ['W-01'],
    summary: 'Reports a defect. The header Idempotency-Key makes a retry harmless.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    multipart: reportFields,
    files: RECORD_FILES,
    answer: defectRecord,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/defect/api/defects/',
    ids: ['W-01'],
    summary: 'A page of the defects of the vehicles in sight; counting ends at 10,000.',
    access: { kind: 'module', anyOf: MODULES },
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(defectRow).extend({ count_is_limit: z.boolean() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/defect/api/defect_figures/',
    ids: ['W-01'],
    summary: 'Counts of the defects that region, depot and vehicle leave.',
    access: { kind: 'module', anyOf: MODULES },
    query: z.object(scope),
    answer: defectFigures,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/defect/api/defects_export/',
    ids: ['W-01'],
    summary: 'The list of a filter as a file, 10,000 rows at most.',
    access: { kind: 'module', anyOf: MODULES },
    query: pagedQuery(orderings)
      .omit({ page: true, pageSize: true })
      .extend({ ...listFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/defect/api/defects/{id}/',
    ids: ['W-01'],
    summary: 'One defect with its photographs, its life and what may be done next.',
    access: { kind: 'module', anyOf: MODULES },
    params: byId,
    answer: defectRecord,
  }),
  move: endpoint({
    method: 'POST',
    path: '/defect/api/defects/{id}/steps/',
    ids: ['W-01'],
    summary: 'The next step of a defect. The header Idempotency-Key makes a retry harmless.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    multipart: stepFields,
    files: RECORD_FILES,
    answer: defectRecord,
  }),
} as const;

import { DEFECT_STATES, DEFECT_STEPS, SEVERITIES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
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
  recordScope,
  recordText,
  recordTrailEntry,
  severity,
  vehicleName,
  version,
} from './record-shapes.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { vorRecord } from './vor.ts';

const MODULES = ['Defect', 'Vehicle File'] as const;

/** The same limit as for the cost of a day off the road. */
const money = z.coerce.number().min(0).max(99_999_999).multipleOf(0.01);

const finding = z.object({
  name: textOf(90).min(2),
  area: area.default('other'),
  severity,
  finding: recordText.min(2),
});

/** Fields of a report; up to 10 files `photos` come with them. */
const reportFields = z
  .object({
    vehicle: idText,
    /** When it was found; now by default. */
    reported_at: utcInput.optional(),
    /** The person who found it, if that is not the caller. */
    reported_by: personName.optional(),
    odometer: odometerM.optional(),
    place: placeText.optional(),
    items: jsonText(z.array(finding).min(1).max(40)),
    captions: captions.optional(),
  })
  .meta({ id: 'DefectReportBody' });

/** Fields of a step; up to 10 files `photos` and one `signature` come with them. */
const stepFields = z
  .object({
    step: z.enum(DEFECT_STEPS),
    version,
    /** The assessment, the repair, or the reason for a return; not needed to assign or sign off. */
    note: recordText.optional(),
    /** When it was done; now by default. */
    at: utcInput.optional(),
    /** The assignee; with a repair, the person who did it if that is not the assignee. */
    repairer: personName.optional(),
    /** The due date of the repair; with `assign` only. */
    expected_back: utcInput.optional(),
    /** The cost of the repair, without a currency. */
    labour_cost: money.optional(),
    parts_cost: money.optional(),
    /** The repair of each item, in their order. */
    remedies: jsonText(z.array(recordText).max(40)).optional(),
    /** The number of the job card or invoice: evidence of a repair without photographs. */
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
    /** Send it with the next step; a stale value is refused. */
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
    /** Assigned to its repairer; the note is the repairer's name. */
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
    /** The next steps that the caller may take. */
    next_steps: z.array(z.enum(DEFECT_STEPS)),
    /** All current reasons why the vehicle is off the road. */
    off_road: z.array(vorRecord),
    trail: z.array(recordTrailEntry),
  })
  .meta({ id: 'DefectRecord' });

/** The sort fields of the list; newest first by default. */
const orderings = [
  'reported_at',
  'registration',
  'severity',
  'state',
  'due_at',
  'repairer',
  'cost',
] as const;
const listFilter = {
  ...recordScope,
  severity: z.enum(SEVERITIES).optional(),
  /** One state, or `open` for all defects that are not signed off. */
  state: z.enum(['open', ...DEFECT_STATES]).optional(),
  repairer: textOf(100).min(1).optional(),
  /** Only overdue defects. */
  overdue: z.literal('true').optional(),
  /** Days of the report, in the person's zone; one end is enough. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
  /** Days of the sign-off, in the person's zone; one end is enough. */
  signed_off_from: dateInput.optional(),
  signed_off_to: dateInput.optional(),
  /** Only those signed off within the last 28 days, as the figures count them. */
  recent: z.literal('true').optional(),
  /** Only those that keep their vehicle off the road now. */
  off_road: z.literal('true').optional(),
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
    /** Whether it keeps its vehicle off the road now. */
    is_off_road: z.boolean(),
    cost: z.number(),
    signed_off_at: utc.nullable(),
  })
  .meta({ id: 'DefectRow' });

const count = z.int().nonnegative();
const defectFigures = z
  .object({
    open: count,
    /** Open defects by the step they wait for. */
    reported: count,
    verified: count,
    assigned: count,
    repaired: count,
    overdue: count,
    /** Open ones that are dangerous. */
    dangerous: count,
    /** Defects that keep a vehicle off the road. */
    off_road: count,
    /** Signed off within the last 28 days, what they cost together, and how long they took on average. */
    signed_off: count,
    cost: z.number().nonnegative(),
    average_days: z.number().nonnegative(),
    /** People with open work, by name: the values of the filter. */
    repairers: z.array(z.string()),
  })
  .meta({ id: 'DefectFigures' });

/** Defects: reported, verified, repaired, signed off. */
export const defects = {
  create: endpoint({
    method: 'POST',
    path: '/defect/api/defects/',
    ids: ['W-01'],
    summary: 'Report a defect. The header Idempotency-Key makes a retry safe.',
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
    summary: 'List the defects of visible vehicles. The count stops at 10,000.',
    access: { kind: 'module', anyOf: MODULES },
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(defectRow).extend({ count_is_limit: z.boolean() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/defect/api/defect_figures/',
    ids: ['W-01'],
    summary: 'Count the defects, filtered by region, depot and vehicle.',
    access: { kind: 'module', anyOf: MODULES },
    query: z.object(recordScope),
    answer: defectFigures,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/defect/api/defects_export/',
    ids: ['W-01'],
    summary: 'Export the filtered list, up to 10,000 rows.',
    access: { kind: 'module', anyOf: MODULES },
    query: exportQuery(orderings, listFilter),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/defect/api/defects/{id}/',
    ids: ['W-01'],
    summary: 'Get one defect with its photographs, history and allowed next steps.',
    access: { kind: 'module', anyOf: MODULES },
    params: byId,
    answer: defectRecord,
  }),
  move: endpoint({
    method: 'POST',
    path: '/defect/api/defects/{id}/steps/',
    ids: ['W-01'],
    summary: 'Take the next step of a defect. The header Idempotency-Key makes a retry safe.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    multipart: stepFields,
    files: RECORD_FILES,
    answer: defectRecord,
  }),
  assignMany: endpoint({
    method: 'POST',
    path: '/defect/api/defects_assign/',
    ids: ['G-86'],
    summary:
      'Assign defects to a repairer. Those in another state than verified or assigned stay as they are.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    body: z.object({
      ids: z.array(id).min(1).max(100),
      repairer: personName,
      /** The due date of the repairs; without it, entries off the road keep theirs. */
      expected_back: utcInput.optional(),
    }),
    answer: z.object({
      changed: count,
      /** The defects that stay as they are. */
      left: z.array(z.object({ id, reference_number: z.string(), state: z.enum(DEFECT_STATES) })),
    }),
  }),
} as const;

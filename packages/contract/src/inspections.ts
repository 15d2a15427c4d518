import { INSPECTION_CODES } from '@roadworthy/domain';
import { z } from 'zod';
import { brakeFigures, brakeTest } from './brake-tests-shapes.ts';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
import { faultNote } from './faults.ts';
import { date, dateInput, id, idText, textOf, utc, utcInput } from './fields.ts';
import { RECORD_FILES } from './form-files.ts';
import {
  captions,
  jsonText,
  odometerM,
  personName,
  placeText,
  recordPhotograph,
  recordScope,
  recordText,
  recordTrailEntry,
  vehicleName,
  version,
} from './record-shapes.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { vorRecord } from './vor.ts';

const MODULES = ['SafetyInspection', 'Vehicle File'] as const;

const item = z.object({
  section: textOf(60).default(''),
  name: textOf(90).min(2),
  result: z.enum(['ok', 'defect', 'repaired', 'not_applicable']),
  note: recordText.nullable().default(null),
  repaired_by: personName.nullable().default(null),
});
const tyre = z.object({
  position: textOf(60).min(1),
  tread_mm: z.number().min(0).max(40).nullable().default(null),
  pressure_kpa: z.number().min(0).max(2000).nullable().default(null),
});
const percent = z.coerce.number().min(0).max(150);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Fields of an inspection; up to 10 files `photos` and one `signature` come with them. */
const inspectionFields = z
  .object({
    vehicle: idText,
    inspected_at: utcInput,
    inspector: personName,
    place: placeText.optional(),
    odometer: odometerM.optional(),
    /** Incomplete, or complete (requirements G-76, G-77). */
    status: z.enum(['3', '7']).default('7'),
    items: jsonText(z.array(item).min(1).max(200)),
    tyres: jsonText(z.array(tyre).max(40)).optional(),
    brake_method: z.enum(['roller', 'decelerometer']).optional(),
    brake_laden: flag.optional(),
    brake_service: percent.optional(),
    brake_secondary: percent.optional(),
    brake_parking: percent.optional(),
    /** All of the brake test; it replaces the brake fields above. */
    brake_test: jsonText(brakeFigures).optional(),
    /** Answers to the notes about faults; a note without an answer waits for the next inspection. */
    fault_notes: jsonText(z.array(z.object({ id, answer: recordText.min(1) })).max(50)).optional(),
    is_roadworthy: flag,
    declaration: recordText.min(2),
    captions: captions.optional(),
  })
  .meta({ id: 'InspectionBody' });

const brake = z.object({
  /** Per cent; null where it was not measured. */
  efficiency: z.number().nullable(),
  least: z.number().nullable(),
  is_met: z.boolean().nullable(),
});

export const inspectionRecord = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: vehicleName,
    /** Requirements G-75 to G-79. */
    status: z.enum(INSPECTION_CODES),
    version: z.int(),
    inspected_at: utc,
    inspector: z.string(),
    place: z.string().nullable(),
    odometer: z.int().nullable(),
    items: z.array(item),
    tyres: z.array(tyre.extend({ is_met: z.boolean().nullable() })),
    brakes: z
      .object({
        method: z.enum(['roller', 'decelerometer']),
        is_laden: z.boolean().nullable(),
        service: brake,
        secondary: brake,
        parking: brake,
      })
      .nullable(),
    /** The brake test with its assessment; null without one. */
    brake_test: brakeTest.nullable(),
    /** The notes about faults that the inspector answered. */
    fault_notes: z.array(faultNote),
    is_roadworthy: z.boolean(),
    declaration: z.string(),
    signature: z.string().nullable(),
    photographs: z.array(recordPhotograph),
    /** The next statuses that the caller may set. */
    next_statuses: z.array(z.enum(INSPECTION_CODES)),
    off_road: z.array(vorRecord),
    trail: z.array(recordTrailEntry),
  })
  .meta({ id: 'InspectionRecord' });

/** The sort fields of the list; newest first by default. */
const orderings = [
  'inspected_at',
  'registration',
  'status',
  'result',
  'brake_service',
  'inspector',
] as const;
const figureResult = z.enum(['met', 'below', 'none']);
const listFilter = {
  ...recordScope,
  status: z.enum(INSPECTION_CODES).optional(),
  result: z.enum(['roadworthy', 'not_roadworthy']).optional(),
  brakes: figureResult.optional(),
  tyres: figureResult.optional(),
  /** Vehicles whose next inspection is overdue, or due within 14 days; of each the newest inspection. */
  due: z.enum(['overdue', 'soon']).optional(),
  /** Days of the inspection, in the person's zone; one end is enough. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
  /** Only those carried out within the last 28 days, as the figures count them. */
  recent: z.literal('true').optional(),
};

const percentOrNull = z.number().nullable();
const inspectionRow = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    status: z.enum(INSPECTION_CODES),
    inspected_at: utc,
    inspector: z.string(),
    is_roadworthy: z.boolean(),
    /** Defective items, fixed or not. */
    defects: z.int().nonnegative(),
    /** Compared with the threshold of that day; `none` if it was not measured. */
    brakes: figureResult,
    /** Per cent. */
    brake_service: percentOrNull,
    brake_secondary: percentOrNull,
    brake_parking: percentOrNull,
    tyres: figureResult,
    /** Tread of the most worn tyre, mm. */
    least_tread: z.number().nullable(),
    /** The due date of the vehicle's next inspection; null if none is scheduled. */
    next_due: date.nullable(),
    is_next_overdue: z.boolean(),
  })
  .meta({ id: 'InspectionRow' });

const count = z.int().nonnegative();
const inspectionFigures = z
  .object({
    /** Vehicles whose next inspection is overdue, or due within 14 days. */
    overdue: count,
    due_soon: count,
    /** Of these, the vehicles that have no inspection yet: no row of the list stands for them. */
    overdue_first: count,
    due_soon_first: count,
    /** The inspections of the last 28 days and their outcomes. */
    inspected: count,
    not_roadworthy: count,
    brakes_below: count,
    tyres_below: count,
    /** Inspections that wait for review, and incomplete ones. */
    to_review: count,
    incomplete: count,
  })
  .meta({ id: 'InspectionFigures' });

/** Safety inspections. */
export const inspections = {
  create: endpoint({
    method: 'POST',
    path: '/safety-inspection/api/inspections/',
    ids: ['W-02'],
    summary: 'Create a safety inspection. The header Idempotency-Key makes a retry safe.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    multipart: inspectionFields,
    files: RECORD_FILES,
    answer: inspectionRecord,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/inspections/',
    ids: ['W-02'],
    summary: 'List the safety inspections of visible vehicles. The count stops at 10,000.',
    access: { kind: 'module', anyOf: MODULES },
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(inspectionRow).extend({ count_is_limit: z.boolean() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/inspection_figures/',
    ids: ['W-02'],
    summary: 'Count the safety inspections, filtered by region, depot and vehicle.',
    access: { kind: 'module', anyOf: MODULES },
    query: z.object(recordScope),
    answer: inspectionFigures,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/inspections_export/',
    ids: ['W-02'],
    summary: 'Export the filtered list, up to 10,000 rows.',
    access: { kind: 'module', anyOf: MODULES },
    query: exportQuery(orderings, listFilter),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/inspections/{id}/',
    ids: ['W-02'],
    summary: 'Get one safety inspection with its figures, photographs and allowed next steps.',
    access: { kind: 'module', anyOf: MODULES },
    params: byId,
    answer: inspectionRecord,
  }),
  move: endpoint({
    method: 'POST',
    path: '/safety-inspection/api/inspections/{id}/status/',
    ids: ['W-02'],
    summary: 'Set the next status of a safety inspection.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    body: z.object({ status: z.enum(INSPECTION_CODES), version, note: recordText.optional() }),
    answer: inspectionRecord,
  }),
} as const;

import { INSPECTION_CODES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  captions,
  jsonText,
  odometerM,
  personName,
  placeText,
  plainText,
  recordPhotograph,
  recordText,
  recordTrailEntry,
  vehicleName,
  version,
} from './record-shapes.ts';
import { byId, id, idText, utc } from './shapes.ts';
import { vorRecord } from './vor.ts';

const MODULES = ['SafetyInspection', 'Vehicle File'] as const;

const item = z.strictObject({
  section: z.string().trim().max(60).default(''),
  name: z.string().trim().min(2).max(90),
  result: z.enum(['ok', 'defect', 'repaired', 'not_applicable']),
  note: recordText.nullable().default(null),
  repaired_by: personName.nullable().default(null),
});
const tyre = z.strictObject({
  position: z.string().trim().min(1).max(60),
  tread_mm: z.number().min(0).max(40).nullable().default(null),
  pressure_kpa: z.number().min(0).max(2000).nullable().default(null),
});
const percent = z.coerce.number().min(0).max(150);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Fields of an inspection; up to 10 files `photos` and one `signature` stand beside them. */
const inspectionFields = z
  .object({
    vehicle: idText,
    inspected_at: utc,
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
    is_roadworthy: z.boolean(),
    declaration: z.string(),
    signature: z.string().nullable(),
    photographs: z.array(recordPhotograph),
    /** The codes that follow and that whoever asks may give. */
    next_statuses: z.array(z.enum(INSPECTION_CODES)),
    off_road: z.array(vorRecord),
    trail: z.array(recordTrailEntry),
  })
  .meta({ id: 'InspectionRecord' });

/** Safety inspections as records (issue of the vehicle file, part 6). */
export const inspections = {
  create: endpoint({
    method: 'POST',
    path: '/safety-inspection/api/inspections/',
    ids: ['W-02'],
    summary: 'A safety inspection. The header Idempotency-Key makes a retry harmless.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    multipart: inspectionFields,
    answer: inspectionRecord,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/inspections/{id}/',
    ids: ['W-02'],
    summary: 'One safety inspection with its figures, photographs and what may be done next.',
    access: { kind: 'module', anyOf: MODULES },
    params: byId,
    answer: inspectionRecord,
  }),
  move: endpoint({
    method: 'POST',
    path: '/safety-inspection/api/inspections/{id}/status/',
    ids: ['W-02'],
    summary: 'Gives a safety inspection the next status.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    body: z.object({ status: z.enum(INSPECTION_CODES), version, note: plainText.optional() }),
    answer: inspectionRecord,
  }),
} as const;

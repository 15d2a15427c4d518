import { DEFECT_STATES, DEFECT_STEPS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
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
import { byId, id, idText, utc } from './shapes.ts';
import { vorRecord } from './vor.ts';

const MODULES = ['Defect', 'Vehicle File'] as const;

const finding = z.strictObject({
  name: z.string().trim().min(2).max(90),
  area: area.default('other'),
  severity,
  finding: recordText.min(2),
});

/** Fields of a report; up to 10 files `photos` stand beside them. */
const reportFields = z
  .object({
    vehicle: idText,
    /** When it was found; now, where it is not said. */
    reported_at: utc.optional(),
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
    /** The assessment, what was done, or why it is sent back: asked for but for the sign-off. */
    note: recordText.optional(),
    /** When it was done; now, where it is not said. */
    at: utc.optional(),
    /** Who put it right, where that is somebody else. */
    repairer: personName.optional(),
    /** What was done about each item, in their order. */
    remedies: jsonText(z.array(recordText).max(40)).optional(),
    /** Of the job card or the invoice: evidence of a repair without photographs. */
    job_number: z.string().trim().min(2).max(60).optional(),
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
    repaired: done,
    signed_off: done,
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

/** The life of defects (issue of the vehicle file, part 6): reported, verified, repaired, signed off. */
export const defects = {
  create: endpoint({
    method: 'POST',
    path: '/defect/api/defects/',
    ids: ['W-01'],
    summary: 'Reports a defect. The header Idempotency-Key makes a retry harmless.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    multipart: reportFields,
    answer: defectRecord,
    status: 201,
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
    answer: defectRecord,
  }),
} as const;

import type { contract, FieldsOf } from '@roadworthy/contract';
import { type DefectState, defectAfter, defectStatus, mayTakeStep } from '@roadworthy/domain';
import { type Actor, actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { DefectItem, FieldChange, Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import type { Prepared, Received, StoredPhotos } from '../records/index.ts';
import {
  addPhotographs,
  changedMeanwhile,
  type DefectRecord,
  forManagers,
  momentOrNull,
  pastMoment,
  storeTrail,
  visibleDefect,
} from '../records/index.ts';
import { addRecordActivity } from '../vehicle-file/index.ts';
import { returnFromVor, updateVor } from '../vor/index.ts';
import {
  type DefectChange,
  isKeptOffRoad,
  moveDefect,
  openVorOfDefect,
} from './defects.repository.ts';

export type StepFields = FieldsOf<typeof contract.defects.move>;

/** A step that is valid in the record's state and permitted. */
export interface PreparedStep extends Prepared {
  readonly fields: StepFields;
  readonly record: DefectRecord['record'];
  readonly to: DefectState;
  readonly at: Date;
}

/** Name of a state in the error of a refused step. */
const STATE_NAMES: Readonly<Record<DefectState, string>> = {
  reported: 'reported and waits to be assessed',
  verified: 'assessed and waits to be given to a repairer',
  assigned: 'with its repairer and waits for its repair',
  repaired: 'repaired and waits for its sign-off',
  signed_off: 'signed off',
};
/** When the previous step was taken. */
function doneBefore(record: DefectRecord['record']): Date {
  return record.repaired_at ?? record.assigned_at ?? record.assessed_at ?? record.reported_at;
}

/** Steps without a required note: the assignee or the signature is sufficient. */
const WITHOUT_WORDS: ReadonlySet<StepFields['step']> = new Set(['assign', 'sign_off']);

/** Fields of one step only; refused with any other step, which would drop them silently. */
const ONLY_WITH: Readonly<Partial<Record<keyof StepFields, readonly StepFields['step'][]>>> = {
  expected_back: ['assign'],
  labour_cost: ['repair'],
  parts_cost: ['repair'],
};

function refuseMissing({ fields, photos }: Received<StepFields>, items: number): void {
  const { step, note = '', remedies, job_number: jobNumber } = fields;
  for (const [field, steps = []] of Object.entries(ONLY_WITH)) {
    if (fields[field as keyof StepFields] !== undefined && !steps.includes(step)) {
      throw wrongField(field, 'defect.not_of_step');
    }
  }
  if (!WITHOUT_WORDS.has(step) && note.length < 2) {
    throw wrongField('note', 'defect.note_required');
  }
  if (step === 'assign' && fields.repairer === undefined) {
    throw wrongField('repairer', 'defect.repairer_required');
  }
  if (step !== 'repair') return;
  if (photos.length === 0 && jobNumber === undefined) {
    throw wrongField('photos', 'defect.evidence_required');
  }
  if (remedies !== undefined && remedies.length !== items) {
    throw wrongField('remedies', 'defect.items_required');
  }
}

/**
 * Checks a step against the current record.
 *
 * @throws HttpError 404 if not visible, 403 without permission, 409 if it does not follow or the
 *   record has changed since it was read, 400 on the field for missing data
 */
export async function prepareStep(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  received: Received<StepFields>,
): Promise<PreparedStep> {
  const found = orNotFound(await visibleDefect(trx, viewer, id));
  const { record } = found;
  const { fields } = received;
  if (!mayTakeStep(viewer, fields.step)) throw forManagers();
  if (record.version !== fields.version) throw changedMeanwhile();
  const to = defectAfter(record.state, fields.step);
  if (to === null)
    throw conflict({ code: 'defect.state_wrong', params: { state: STATE_NAMES[record.state] } });
  refuseMissing(received, record.items.length);
  const at = fields.at === undefined ? new Date() : pastMoment('at', fields.at);
  if (at < doneBefore(record)) {
    throw wrongField('at', 'defect.step_before');
  }
  const { captions = [] } = fields;
  return { customerId: record.customer_id, captions, fields, record, to, at };
}

/** The work done on each item; the general note if there is none per item. */
function remediedItems({ record, fields }: PreparedStep): DefectItem[] {
  return record.items.map((item, n) => ({
    ...item,
    remedy: fields.remedies?.[n] || item.remedy || (fields.note ?? null),
  }));
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text));

function changeOf(step: PreparedStep, by: string, signatureId: string | null): DefectChange {
  const { fields, at } = step;
  const note = fields.note ?? '';
  switch (fields.step) {
    case 'verify':
      return { step: 'verify', at, by, note };
    case 'repair':
      return {
        step: 'repair',
        at,
        by: fields.repairer ?? step.record.repairer ?? by,
        note,
        items: remediedItems(step),
        jobNumber: fields.job_number ?? null,
        labourCost: fields.labour_cost ?? numberOrNull(step.record.labour_cost),
        partsCost: fields.parts_cost ?? numberOrNull(step.record.parts_cost),
      };
    case 'assign':
      return {
        step: 'assign',
        at,
        by,
        repairer: fields.repairer ?? '',
        expectedBackAt: fields.expected_back === undefined ? null : new Date(fields.expected_back),
      };
    case 'sign_off':
      return { step: 'sign_off', at, by, signatureId };
    case 'return':
      return { step: 'return' };
  }
}

function toldOf({ record, to, fields }: PreparedStep, photographs: number): FieldChange[] {
  const { repairer = null, job_number: jobNumber = null, expected_back: back } = fields;
  const count = photographs === 0 ? null : String(photographs);
  const { labour_cost: labour, parts_cost: parts } = fields;
  const given = fields.step === 'assign' ? record.repairer : null;
  const expected = fields.step === 'assign' ? momentOrNull(record.expected_back_at) : null;
  return [
    { field: 'state', before: record.state, after: to },
    { field: 'repairer', before: given, after: repairer },
    { field: 'expected_back', before: expected, after: back ?? null },
    {
      field: 'labour_cost',
      before: record.labour_cost,
      after: labour?.toFixed(2) ?? record.labour_cost,
    },
    {
      field: 'parts_cost',
      before: record.parts_cost,
      after: parts?.toFixed(2) ?? record.parts_cost,
    },
    { field: 'job_number', before: record.job_number, after: jobNumber ?? record.job_number },
    { field: 'photographs', before: null, after: count },
  ];
}

/** The sign-off ends the off-road entry of this defect (requirement N-P02). */
async function clearOwnVor(
  trx: Transaction,
  { record, at, to }: PreparedStep,
  author: Actor,
): Promise<void> {
  if (to !== 'signed_off') return;
  const vehicle = { id: record.vehicle_id, customerId: record.customer_id };
  await returnFromVor(trx, vehicle, at, author, (one) => one.defect_record_id === record.id);
}

/** Updates the place and expected end of the off-road entry of this defect (N-P02). */
async function tellRepairer(
  trx: Transaction,
  { record, fields }: PreparedStep,
  author: Actor,
): Promise<void> {
  if (fields.step !== 'assign') return;
  const entry = await openVorOfDefect(trx, record.id);
  if (entry === undefined) return;
  const repairer = fields.repairer ?? null;
  const expectedBackAt =
    fields.expected_back === undefined ? entry.expected_back_at : new Date(fields.expected_back);
  const { id, version, reason, note, cost_per_day: costPerDay } = entry;
  const values = { reason, note, costPerDay, repairer, expectedBackAt };
  if (!(await updateVor(trx, id, version, values))) throw changedMeanwhile();
  await storeTrail(trx, {
    customerId: record.customer_id,
    vehicleId: record.vehicle_id,
    kind: 'vor',
    recordId: id,
    author,
    action: 'changed',
    changes: [
      { field: 'repairer', before: entry.repairer, after: repairer },
      {
        field: 'expected_back',
        before: momentOrNull(entry.expected_back_at),
        after: momentOrNull(expectedBackAt),
      },
    ],
  });
}

/**
 * Takes a step, in its transaction: updates the record, its evidence, the audit trail and the
 * vehicle file's activity; the sign-off also puts the vehicle back on the road.
 *
 * @returns the record's id
 * @throws HttpError 409 if another person changed the record first
 */
export async function takeStep(
  trx: Transaction,
  viewer: Viewer,
  step: PreparedStep,
  { photos, signature }: StoredPhotos,
): Promise<number> {
  const { record, fields, to } = step;
  const { id, customer_id: customerId, vehicle_id: vehicleId } = record;
  const author = { ...(await actorOf(trx, viewer)), userId: viewer.userId };
  const change = changeOf(step, author.name, signature?.id ?? null);
  if (!(await moveDefect(trx, id, record, change))) throw changedMeanwhile();
  const shows = fields.step === 'repair' ? 'repair' : 'finding';
  await addPhotographs(trx, { customerId, owner: 'defect_record_id', recordId: id, shows }, photos);
  await tellRepairer(trx, step, author);
  await clearOwnVor(trx, step, author);
  await addRecordActivity(trx, viewer, {
    vehicleId,
    reference: 'DEFECT',
    recordId: id,
    referenceNumber: record.reference_number,
    description: record.items[0]?.finding ?? '',
    status: defectStatus(to, await isKeptOffRoad(trx, id)),
    author,
  });
  await storeTrail(trx, {
    customerId,
    vehicleId,
    kind: 'defect',
    recordId: id,
    author,
    action: fields.step,
    note: fields.note ?? '',
    changes: toldOf(step, photos.length),
  });
  return id;
}

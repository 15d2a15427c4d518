import { allows, type FaultNext, isRecordManager, mayWorkOnOrders } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { figuresOfRecords } from '../../earned-recognition/index.ts';
import { faultExplanation, momentOrNull } from '../../records/index.ts';
import type { FaultRow } from '../faults.repository.ts';
import { type Fault, toListed } from '../faults-json.ts';
import { hasOpenOrder, type StepRow, stepsOf } from './faults-thread.repository.ts';

const RECOGNITION = { kind: 'module', anyOf: ['accessEarnedRecognition'] } as const;
const WRITE = { kind: 'module', anyOf: ['Defect', 'Vehicle File'], write: true } as const;
const OFF_ROAD = { kind: 'module', anyOf: ['Vehicle File', 'VOR'], write: true } as const;

const toStep = ({ at, by, id, kind, note, step, ...row }: StepRow): Fault['steps'][number] => ({
  step,
  at: momentOrNull(at),
  by,
  note,
  record:
    kind === null || id === null ? null : { kind, id, reference_number: row.reference_number },
  figure:
    row.measure === undefined ? null : { measure: row.measure, is_passed: row.is_passed === true },
});

const idsOf = (steps: readonly StepRow[], kind: StepRow['kind']) => [
  ...new Set(steps.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : []))),
];

/** The figures that count the defects and inspections of a thread, and defects that do not count yet. */
async function figureSteps(
  trx: Transaction,
  viewer: Viewer,
  { vehicle_id: vehicleId }: FaultRow,
  steps: readonly StepRow[],
): Promise<readonly StepRow[]> {
  if (!allows(RECOGNITION, viewer)) return [];
  const [defectIds, inspectionIds] = [idsOf(steps, 'defect'), idsOf(steps, 'inspection')];
  if (defectIds.length + inspectionIds.length === 0) return [];
  const figures = await figuresOfRecords(trx, viewer, { vehicleId, defectIds, inspectionIds });
  const step = { step: 'figure', by: '', note: '' } as const;
  // A defect counts when it is signed off or overdue.
  const waiting = defectIds.filter((id) => !figures.some((one) => one.id === id));
  return [
    ...figures.map((one) => ({ ...step, ...one })),
    ...waiting.map((id) => ({
      ...step,
      at: null,
      kind: 'defect' as const,
      id,
      reference_number:
        steps.find((one) => one.kind === 'defect' && one.id === id)?.reference_number ?? '',
      measure: 'M4' as const,
      is_passed: false,
    })),
  ];
}

/** What can follow, by what the thread lacks and the viewer may do. */
async function nextOf(
  trx: Transaction,
  viewer: Viewer,
  row: FaultRow,
  steps: readonly StepRow[],
): Promise<FaultNext[]> {
  if (row.ended_at !== null || !allows(WRITE, viewer)) return [];
  const has = (step: StepRow['step']) => steps.some((one) => one.step === step);
  const isDone = has('defect_repaired') || has('defect_signed_off');
  const isOffRoad = has('off_road') && !has('back_on_road');
  const mayTake =
    row.defect_record_id !== null && isRecordManager(viewer) && allows(OFF_ROAD, viewer);
  return [
    ...(row.defect_record_id === null ? (['defect'] as const) : []),
    ...(mayTake && !isOffRoad && !isDone ? (['off_road'] as const) : []),
    ...(mayWorkOnOrders(viewer) && !isDone && !(await hasOpenOrder(trx, row.id))
      ? (['order'] as const)
      : []),
    'note',
    'close',
  ];
}

/** A fault with its thread, as the call answers it. */
export async function faultAnswer(trx: Transaction, viewer: Viewer, row: FaultRow): Promise<Fault> {
  const stored = await stepsOf(trx, row.id);
  const figures = await figureSteps(trx, viewer, row, stored);
  const { pressure_kpa: kpa, recommended_kpa: recommendedKpa } = row;
  const { explanation, isMakerSpecific } = faultExplanation(viewer.language, row);
  return {
    ...toListed(viewer.language, row),
    customer: row.customer_id,
    explanation,
    is_maker_specific: isMakerSpecific,
    pressure:
      kpa === null || recommendedKpa === null ? null : { kpa, recommended_kpa: recommendedKpa },
    steps: [...stored, ...figures].map(toStep),
    next: await nextOf(trx, viewer, row, stored),
    version: row.version,
  };
}

import { type CostedLine, mayTakeStep, shareCosts } from '@roadworthy/domain';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { changeRepairCosts, prepareStep, type StepFields, takeStep } from '../defects/index.ts';
import { visibleDefect } from '../records/index.ts';
import { defectsOfOrder, type FoundOrder, linesOf } from './work-orders.repository.ts';

/** Longest name of a repairer of a defect. */
const NAME_LENGTH = 90;

/** Who repairs: the repairer, else the technicians, else the person themselves. */
const repairerOf = ({ place, repairer, technicians }: FoundOrder, author: Actor): string =>
  (place === 'repairer' ? (repairer ?? author.name) : technicians.join(', ') || author.name).slice(
    0,
    NAME_LENGTH,
  );

/** Takes a step of a defect by the rules of defects, without photographs. */
async function step(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  fields: Omit<StepFields, 'version'>,
) {
  const { record } = orNotFound(await visibleDefect(trx, viewer, id));
  const received = {
    fields: { ...fields, version: record.version },
    photos: [],
    signature: null,
    requestKey: null,
  };
  const prepared = await prepareStep(trx, viewer, id, received);
  await takeStep(trx, viewer, prepared, { photos: [], signature: null });
}

/**
 * Assigns the verified defects of an order to its repairer, if the person may assign. Others stay as
 * they are: an unverified defect needs a manager's assessment first.
 */
export async function assignDefectsOf(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
  author: Actor,
): Promise<void> {
  if (!mayTakeStep(viewer, 'assign')) return;
  for (const { id, state } of await defectsOfOrder(trx, order.id)) {
    if (state !== 'verified') continue;
    await step(trx, viewer, id, {
      step: 'assign',
      repairer: repairerOf(order, author),
      ...(order.due_on === null ? {} : { expected_back: `${order.due_on}T00:00:00Z` }),
    });
  }
}

/** The lines of an order that count, as the shares of defects need them. */
const costedLines = async (trx: Transaction, order: FoundOrder): Promise<CostedLine[]> =>
  (await linesOf(trx, order.id))
    .filter((line) => !line.is_superseded)
    .map((line) => ({
      kind: line.kind,
      netCents: Math.round(Number(line.net) * 100),
      defectId: line.defect_record_id,
    }));

/** Shares the cost of a completed order among its repaired defects again, after its lines have changed. */
export async function shareCostsAgain(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
): Promise<void> {
  if (order.state !== 'done') return;
  const defects = await defectsOfOrder(trx, order.id);
  if (defects.length === 0) return;
  const lines = await costedLines(trx, order);
  await changeRepairCosts(
    trx,
    viewer,
    order.reference_number,
    defects.map(({ id }) => id),
    (repaired) => shareCosts(lines, repaired),
  );
}

/**
 * Takes the step "repair" of the defects of a completed order, with their shares of its costs. The
 * number of the order is the evidence of the repair. The sign-off stays the decision of a manager.
 *
 * @returns the defects that wait for another step first
 */
export async function repairDefectsOf(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
  author: Actor,
  note: string,
): Promise<{ id: number; reference_number: string }[]> {
  await assignDefectsOf(trx, viewer, order, author);
  const defects = await defectsOfOrder(trx, order.id);
  const open = defects.filter(({ state }) => state === 'assigned');
  const shares = shareCosts(
    await costedLines(trx, order),
    open.map(({ id }) => id),
  );
  for (const share of shares) {
    await step(trx, viewer, share.defectId, {
      step: 'repair',
      note,
      repairer: repairerOf(order, author),
      job_number: order.reference_number,
      labour_cost: share.labourCents / 100,
      parts_cost: share.partsCents / 100,
    });
  }
  return defects
    .filter(({ state }) => state === 'reported' || state === 'verified')
    .map(({ id, reference_number: number }) => ({ id, reference_number: number }));
}

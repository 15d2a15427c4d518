import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { storeTrail } from '../records/index.ts';
import { changeRepairCost, repairedByJob } from './defects.repository.ts';

/** Labour and parts of the repair of one defect, in hundredths. */
interface RepairCost {
  readonly defectId: number;
  readonly labourCents: number;
  readonly partsCents: number;
}

/** Hundredths as the database keeps them. */
const amountOf = (cents: number) => (cents / 100).toFixed(2);

/**
 * Changes the cost of the defects that a job repaired, after its cost has changed. The history of each says so. A
 * defect that was sent back, or is repaired by another job by now, keeps its cost.
 *
 * @param costsOf the cost of each of these defects, by id in ascending sequence
 */
export async function changeRepairCosts(
  trx: Transaction,
  viewer: Viewer,
  jobNumber: string,
  among: readonly number[],
  costsOf: (defectIds: readonly number[]) => readonly RepairCost[],
): Promise<void> {
  const repaired = await repairedByJob(trx, jobNumber, among);
  const author = await actorOf(trx, viewer);
  for (const cost of costsOf(repaired.map(({ id }) => id))) {
    const before = repaired.find(({ id }) => id === cost.defectId);
    const labour = amountOf(cost.labourCents);
    const parts = amountOf(cost.partsCents);
    if (before === undefined) continue;
    if (before.labour_cost === labour && before.parts_cost === parts) continue;
    await changeRepairCost(trx, before.id, { labour, parts });
    await storeTrail(trx, {
      customerId: before.customer_id,
      vehicleId: before.vehicle_id,
      kind: 'defect',
      recordId: before.id,
      author,
      action: 'cost',
      changes: [
        { field: 'labour_cost', before: before.labour_cost, after: labour },
        { field: 'parts_cost', before: before.parts_cost, after: parts },
      ],
    });
  }
}

import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { defectAfter, mayTakeStep } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { forManagers, visibleDefect } from '../records/index.ts';
import { prepareStep, takeStep } from './defects-steps.ts';

type Call = typeof contract.defects.assignMany;
export type Assigned = AnswerOf<Call>;

/**
 * Assigns defects to a repairer as the step `assign` does, each with its own trail and activity
 * (requirement G-86).
 *
 * @returns the answer, and the customers whose activities changed
 * @throws HttpError 404 if a defect is not visible, 403 without permission, 409 if another person
 *   changed one at the same time
 */
export async function assignDefects(
  trx: Transaction,
  viewer: Viewer,
  { ids, repairer, expected_back: expectedBack }: BodyOf<Call>,
): Promise<Assigned & { customers: ReadonlySet<number> }> {
  if (!mayTakeStep(viewer, 'assign')) throw forManagers();
  const left: Assigned['left'] = [];
  const customers = new Set<number>();
  let changed = 0;
  // In order of the ids, so that two such calls wait for each other instead of locking each other out.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const { record } = orNotFound(await visibleDefect(trx, viewer, id));
    const { state, version, reference_number } = record;
    if (defectAfter(state, 'assign') === null) {
      left.push({ id, reference_number, state });
      continue;
    }
    const fields = {
      step: 'assign' as const,
      version,
      repairer,
      ...(expectedBack === undefined ? {} : { expected_back: expectedBack }),
    };
    const received = { fields, photos: [], signature: null, requestKey: null };
    const step = await prepareStep(trx, viewer, id, received);
    await takeStep(trx, viewer, step, { photos: [], signature: null });
    customers.add(record.customer_id);
    changed += 1;
  }
  return { changed, left, customers };
}

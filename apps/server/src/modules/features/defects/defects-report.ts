import { defectStatus, takesOffRoad, worstFirst } from '@roadworthy/domain';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { giveDefectAlert } from '../alerts/index.ts';
import type { StoredPhoto } from '../records/index.ts';
import { addPhotographs, storeTrail } from '../records/index.ts';
import { addRecordActivity } from '../vehicle-file/index.ts';
import { setVor } from '../vor/index.ts';
import { insertDefect, type NewDefect } from './defects.repository.ts';

/** The reporter and the captions of the photographs. */
export interface Reporting {
  readonly viewer: Viewer;
  readonly author: Actor;
  readonly photos: readonly StoredPhoto[];
}

/**
 * Reports a defect, in its transaction: creates the record with its photographs, the activity of
 * the vehicle file and the audit trail; takes an unroadworthy vehicle off the road, and alerts the
 * depot. Returns the record's id.
 */
export async function reportDefect(
  trx: Transaction,
  { viewer, author, photos }: Reporting,
  defect: NewDefect,
): Promise<number> {
  const { customerId, vehicleId } = defect;
  const items = worstFirst(defect.items);
  const { id, referenceNumber } = await insertDefect(trx, { ...defect, items });
  const of = { customerId, owner: 'defect_record_id', recordId: id, shows: 'finding' } as const;
  await addPhotographs(trx, of, photos);
  const worst = items.find(takesOffRoad);
  if (worst !== undefined) {
    await setVor(trx, {
      customerId,
      vehicleId,
      reason: 'defect',
      note: worst.finding,
      since: defect.reportedAt,
      expectedBackAt: null,
      repairer: null,
      costPerDay: null,
      defectId: id,
      inspectionId: null,
      author,
    });
    const { reportedAt } = defect;
    await giveDefectAlert(trx, { customerId, vehicleId, defectId: id, reportedAt });
  }
  const status = defectStatus('reported', worst !== undefined);
  await addRecordActivity(trx, viewer, {
    vehicleId,
    reference: 'DEFECT',
    recordId: id,
    referenceNumber,
    description: items[0]?.finding ?? '',
    status,
    author,
  });
  const trail = { customerId, vehicleId, kind: 'defect', recordId: id, author } as const;
  await storeTrail(trx, {
    ...trail,
    action: 'reported',
    changes: items.map(({ name, finding }) => ({ field: name, before: null, after: finding })),
  });
  return id;
}

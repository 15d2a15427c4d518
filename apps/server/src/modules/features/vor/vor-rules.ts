import { INSPECTION_CATEGORY } from '@roadworthy/domain';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { storeTrail } from '../records/index.ts';
import {
  clearVor,
  insertVor,
  lapsedInspection,
  lockVor,
  type NewVor,
  openVor,
} from './vor.repository.ts';

export interface VorVehicle {
  readonly id: number;
  readonly customerId: number;
}

/**
 * Adds a reason for a vehicle to be off the road, in its transaction.
 *
 * @returns the id of the entry, or null if the vehicle is already off the road for the same reason
 */
export async function setVor(trx: Transaction, entry: NewVor): Promise<number | null> {
  await lockVor(trx, entry.vehicleId);
  const id = await insertVor(trx, entry);
  if (id === null) return null;
  await storeTrail(trx, {
    customerId: entry.customerId,
    vehicleId: entry.vehicleId,
    kind: 'vor',
    recordId: id,
    author: entry.author,
    action: 'set',
    note: entry.note,
    changes: [
      { field: 'reason', before: null, after: entry.reason },
      { field: 'since', before: null, after: entry.since.toISOString() },
      {
        field: 'expected_back',
        before: null,
        after: entry.expectedBackAt?.toISOString() ?? null,
      },
      { field: 'repairer', before: null, after: entry.repairer },
      {
        field: 'cost_per_day',
        before: null,
        after: entry.costPerDay === null ? null : entry.costPerDay.toFixed(2),
      },
    ],
  });
  return id;
}

/**
 * Clears reasons; the vehicle is back on the road if none is left. If a safety inspection fell due
 * meanwhile, this becomes the remaining reason: it must be done before the vehicle goes back to
 * work.
 *
 * @param chosen selects the open entries to clear
 * @returns whether the vehicle is back on the road
 */
export async function returnFromVor(
  trx: Transaction,
  vehicle: VorVehicle,
  at: Date,
  author: Actor,
  chosen: (entry: Awaited<ReturnType<typeof openVor>>[number]) => boolean,
): Promise<boolean> {
  await lockVor(trx, vehicle.id);
  const open = await openVor(trx, vehicle.id);
  const cleared = open.filter(chosen);
  if (cleared.length === 0) return open.length === 0;
  await clearVor(
    trx,
    cleared.map(({ id }) => id),
    at,
    author,
  );
  for (const { id } of cleared) {
    await storeTrail(trx, {
      customerId: vehicle.customerId,
      vehicleId: vehicle.id,
      kind: 'vor',
      recordId: id,
      author,
      action: 'cleared',
      changes: [{ field: 'returned', before: null, after: at.toISOString() }],
    });
  }
  if (cleared.length < open.length) return false;
  const lapsed = await lapsedInspection(trx, vehicle.id, INSPECTION_CATEGORY);
  if (lapsed === null) return true;
  await setVor(trx, {
    customerId: vehicle.customerId,
    vehicleId: vehicle.id,
    reason: 'inspection_overdue',
    note: '',
    since: at,
    expectedBackAt: null,
    repairer: null,
    costPerDay: null,
    defectId: null,
    inspectionId: null,
    author,
  });
  return false;
}

import { INSPECTION_CATEGORY } from '@roadworthy/domain';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { keepTrail } from '../records/index.ts';
import {
  clearVor,
  insertVor,
  lapsedInspection,
  lockVor,
  type NewVor,
  openVor,
} from './vor.repository.ts';

/** Whose vehicle is meant. */
export interface VorVehicle {
  readonly id: number;
  readonly customerId: number;
}

/**
 * Takes a vehicle off the road for one reason more, in its transaction.
 *
 * @returns the entry, or null where the same reason keeps it there already
 */
export async function setVor(trx: Transaction, entry: NewVor): Promise<number | null> {
  await lockVor(trx, entry.vehicleId);
  const id = await insertVor(trx, entry);
  if (id === null) return null;
  await keepTrail(trx, {
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
 * Clears reasons; the vehicle is back when none is left. Where a safety inspection fell due while it
 * stood, that is the reason which is left: it is due before the vehicle goes back to work.
 *
 * @param chosen which of the open entries; the others stay
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
    await keepTrail(trx, {
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

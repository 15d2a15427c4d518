import { isPrivateAt, isPrivateWithin } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import {
  hasPrivateRecord,
  isPrivateByRecord,
  rulesOfVehicle,
} from './fleet-private-use.repository.ts';

interface Stretch {
  /** ms since 1970 UTC */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether a vehicle was in private use at any moment of a period, by a rule or by its device. */
export async function wasPrivate(
  trx: Transaction,
  vehicleId: number,
  stretch: Stretch,
): Promise<boolean> {
  if (isPrivateWithin(await rulesOfVehicle(trx, vehicleId, stretch), stretch)) return true;
  return hasPrivateRecord(trx, vehicleId, stretch);
}

/** Whether a vehicle is in private use now. */
export async function isPrivateNow(trx: Transaction, vehicleId: number): Promise<boolean> {
  const nowMs = Date.now();
  const rules = await rulesOfVehicle(trx, vehicleId, { fromMs: nowMs, toMs: nowMs });
  return isPrivateAt(rules, nowMs) || isPrivateByRecord(trx, vehicleId);
}

/**
 * Refuses access to periods of private use.
 *
 * @throws HttpError 409 if the vehicle was in private use at any moment of the period
 */
export async function refusePrivate(
  trx: Transaction,
  vehicleId: number,
  stretch: Stretch,
): Promise<void> {
  if (await wasPrivate(trx, vehicleId, stretch)) {
    throw conflict('private_use.hidden');
  }
}

import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound } from '../../../../platform/errors.ts';
import {
  customerOfVehicle,
  usedBytes,
  videoSettings,
} from './video-recorded-storage.repository.ts';

/** Administrators are warned from this share of the quota on. */
const NEARLY_FULL = 0.9;
const GIGABYTE = 1e9;

export type StoreState = 'ok' | 'nearly-full' | 'full';

/** The fill level of a store with a quota. */
export function storeState(used: number, quota: number): StoreState {
  if (used >= quota) return 'full';
  return used >= quota * NEARLY_FULL ? 'nearly-full' : 'ok';
}

/** Formats bytes as gigabytes. */
export const gigabytes = (bytes: number) => (bytes / GIGABYTE).toFixed(bytes < GIGABYTE ? 2 : 1);

/** The quota of a customer and the used part of it, in bytes. */
export async function quotaOf(trx: Transaction, customerId: number) {
  const { quotaBytes } = await videoSettings(trx, customerId);
  const used = await usedBytes(trx, customerId);
  return { used, quota: quotaBytes, state: storeState(used, quotaBytes) };
}

/**
 * Refuses new video when the quota is used up: nothing old is deleted to make room.
 *
 * @returns the vehicle's customer
 * @throws HttpError 409 with a text that says how to make room
 */
export async function refuseWhenFull(trx: Transaction, vehicleId: number): Promise<number> {
  const customerId = await customerOfVehicle(trx, vehicleId);
  if (customerId === null) throw notFound();
  const { used, quota, state } = await quotaOf(trx, customerId);
  if (state !== 'full') return customerId;
  throw conflict({
    code: 'video.store_full',
    params: { used: gigabytes(used), quota: gigabytes(quota) },
  });
}

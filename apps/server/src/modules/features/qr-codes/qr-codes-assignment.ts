import { actorOf, type Change, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { activeCodes, insertCodes, revokeCodes, vehiclesOfPlates } from './qr-codes.repository.ts';

/** A vehicle that needs a code: an already printed one, or any (null). */
interface WantedCode {
  readonly registration: string;
  readonly qrid: string | null;
}

/** A vehicle with its code, or the reason why it has none. */
export type AssignedCode =
  | { readonly vehicle: number; readonly registration: string; readonly qrid: string }
  | { readonly fault: 'unknownVehicle' | 'qridTaken' };

interface Found {
  readonly id: number;
  readonly registration: string;
}

/** The audit log entry of a new code; it never contains the code, which opens documents. */
function logOf(customerId: number, actor: Change['actor'], { id, registration }: Found): Change {
  return {
    customerId,
    actor,
    subject: { kind: 'vehicle', id: String(id), name: registration },
    action: 'changed',
    before: { qr_code_uploaded: null },
    after: { qr_code_uploaded: new Date().toISOString() },
  };
}

/**
 * Assigns codes to vehicles of a customer (requirement Q-P02). A given qrid replaces and revokes
 * the vehicle's code. Without a qrid, a vehicle keeps its code, or gets a new one if it has none.
 *
 * @param wanted without duplicate vehicles or qrids
 * @returns a result for each, in the same order; if one has an error, the caller must roll back
 */
export async function assignCodes(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly WantedCode[],
): Promise<AssignedCode[]> {
  const plates = wanted.map(({ registration }) => registration);
  const vehicles = await vehiclesOfPlates(trx, viewer, customerId, plates);
  const ids = [...vehicles.values()].map(({ id }) => id);
  const before = await activeCodes(trx, ids);
  const fresh = wanted.flatMap(({ registration, qrid }) => {
    const vehicle = vehicles.get(registration);
    const current = vehicle === undefined ? undefined : before.get(vehicle.id);
    const isKept = current !== undefined && (qrid === null || qrid === current);
    return vehicle === undefined || isKept ? [] : [{ vehicle, code: qrid }];
  });
  const actor = await actorOf(trx, viewer);
  const freshIds = fresh.map(({ vehicle }) => vehicle.id);
  await revokeCodes(trx, freshIds, actor.name);
  const codes = fresh.map(({ vehicle, code }) => ({ vehicle: vehicle.id, code }));
  const given = await insertCodes(trx, codes, actor.name);
  const after = await activeCodes(trx, ids);
  const logs = fresh.filter(({ vehicle }) => given.has(vehicle.id));
  await recordChanges(
    trx,
    logs.map(({ vehicle }) => logOf(customerId, actor, vehicle)),
  );
  return wanted.map(({ registration }): AssignedCode => {
    const vehicle = vehicles.get(registration);
    if (vehicle === undefined) return { fault: 'unknownVehicle' };
    const qrid = after.get(vehicle.id);
    if (qrid === undefined) return { fault: 'qridTaken' };
    return { vehicle: vehicle.id, registration: vehicle.registration, qrid };
  });
}

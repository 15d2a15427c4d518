import { actorOf, type Change, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { insertCodes, livingCodes, revokeCodes, vehiclesOfPlates } from './qr-codes.repository.ts';

/** A vehicle that shall have a code: the one that is printed already, or any. */
interface WantedCode {
  readonly registration: string;
  readonly qrid: string | null;
}

/** A vehicle with its code; or why there is none. */
export type GivenCode =
  | { readonly vehicle: number; readonly registration: string; readonly qrid: string }
  | { readonly fault: 'unknownVehicle' | 'qridTaken' };

interface Found {
  readonly id: number;
  readonly registration: string;
}

/** What the log says of a new code: never the code itself. */
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
 * Gives vehicles of a customer codes (requirement Q-P02): with a qrid, that one, and the code before opens
 * nothing any more; without, a vehicle keeps the code that is stuck on it, and gets one where it has none.
 *
 * @param wanted every vehicle once, every qrid once
 * @returns what became of each, in their order. Where one has a fault, the caller undoes all.
 */
export async function giveCodes(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly WantedCode[],
): Promise<GivenCode[]> {
  const plates = wanted.map(({ registration }) => registration);
  const vehicles = await vehiclesOfPlates(trx, viewer, customerId, plates);
  const ids = [...vehicles.values()].map(({ id }) => id);
  const before = await livingCodes(trx, ids);
  const fresh = wanted.flatMap(({ registration, qrid }) => {
    const vehicle = vehicles.get(registration);
    const living = vehicle === undefined ? undefined : before.get(vehicle.id);
    const stays = living !== undefined && (qrid === null || qrid === living);
    return vehicle === undefined || stays ? [] : [{ vehicle, code: qrid }];
  });
  const actor = await actorOf(trx, viewer);
  const freshIds = fresh.map(({ vehicle }) => vehicle.id);
  await revokeCodes(trx, freshIds, actor.name);
  const codes = fresh.map(({ vehicle, code }) => ({ vehicle: vehicle.id, code }));
  const given = await insertCodes(trx, codes, actor.name);
  const after = await livingCodes(trx, ids);
  const logs = fresh.filter(({ vehicle }) => given.has(vehicle.id));
  await recordChanges(
    trx,
    logs.map(({ vehicle }) => logOf(customerId, actor, vehicle)),
  );
  return wanted.map(({ registration }): GivenCode => {
    const vehicle = vehicles.get(registration);
    if (vehicle === undefined) return { fault: 'unknownVehicle' };
    const qrid = after.get(vehicle.id);
    if (qrid === undefined) return { fault: 'qridTaken' };
    return { vehicle: vehicle.id, registration: vehicle.registration, qrid };
  });
}

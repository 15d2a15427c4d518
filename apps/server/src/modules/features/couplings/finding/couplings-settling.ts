import { MAX_TRAILERS } from '@roadworthy/domain';
import { type Claim, type Settled, settled } from '../../../../engines/couplings/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Due } from './couplings-finding.repository.ts';
import {
  addFound,
  changeFound,
  endDriverCouplings,
  findingsSince,
  fixedOf,
  foundSince,
  lockAssets,
  removeFound,
  type StoredCoupling,
  takenPlaces,
} from './couplings-settling.repository.ts';

/** A coupling that is to be stored, and the stored one that it continues. */
interface Match {
  readonly wanted: Settled;
  readonly stored: StoredCoupling | null;
}

const endOf = (endMs: number | null): number => endMs ?? Number.POSITIVE_INFINITY;

/** Each wanted coupling with the stored one of the same vehicle that overlaps it. */
function matched(wanted: readonly Settled[], stored: readonly StoredCoupling[]): Match[] {
  const free = [...stored];
  return wanted.map((one) => {
    const at = free.findIndex(
      (other) =>
        other.vehicleId === one.vehicleId &&
        other.startMs < endOf(one.endMs) &&
        one.startMs < endOf(other.endMs),
    );
    return { wanted: one, stored: at === -1 ? null : (free.splice(at, 1)[0] ?? null) };
  });
}

async function store(trx: Transaction, due: Due, trailerId: number, matches: readonly Match[]) {
  // First what they have in common, so that no two overlap in between.
  for (const { stored, wanted } of matches) {
    if (stored === null) continue;
    const startMs = Math.max(stored.startMs, wanted.startMs);
    const endMs = Math.min(endOf(stored.endMs), endOf(wanted.endMs));
    const common = { ...wanted, startMs, endMs: Number.isFinite(endMs) ? endMs : null };
    await changeFound(trx, stored, common, stored.position);
  }
  for (const { stored, wanted } of matches) {
    const taken = await takenPlaces(trx, wanted, stored?.id ?? 0);
    const places = Array.from({ length: MAX_TRAILERS }, (_, n) => n + 1);
    const free = [...(stored === null ? [] : [stored.position]), ...places].find(
      (place) => !taken.includes(place),
    );
    if (free === undefined) {
      if (stored !== null) await removeFound(trx, [stored.id]);
    } else if (stored === null) await addFound(trx, due.customerId, trailerId, wanted, free);
    else await changeFound(trx, stored, wanted, free);
  }
}

async function settle(trx: Transaction, due: Due, trailerId: number): Promise<void> {
  const { claims, sinceMs } = await findingsSince(trx, trailerId, due.fromMs);
  const { ended, fixed } = await fixedOf(trx, trailerId, sinceMs);
  const open = await endDriverCouplings(trx, trailerId, ended, claims);
  const stored = await foundSince(trx, trailerId, sinceMs);
  const wanted = settled(claims as readonly Claim[], [...fixed, ...open]);
  const matches = matched(wanted, stored);
  const kept = new Set(matches.map((one) => one.stored?.id));
  await removeFound(
    trx,
    stored.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  );
  await store(trx, due, trailerId, matches);
}

/** Brings the stored couplings of trailers in line with what their vehicles saw. */
export async function settleTrailers(
  trx: Transaction,
  due: Due,
  trailerIds: readonly number[],
): Promise<void> {
  if (trailerIds.length === 0) return;
  await lockAssets(trx, [due.vehicleId, ...trailerIds]);
  for (const trailerId of trailerIds) await settle(trx, due, trailerId);
}

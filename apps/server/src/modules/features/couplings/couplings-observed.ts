import type { CouplingSource } from '@roadworthy/domain';
import { type Observation, observed } from '../../../engines/couplings/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { recordRows } from '../../../platform/resource.ts';
import { authorOf } from '../../core/activity-trail/index.ts';
import {
  type CouplingRow,
  couplingsAfter,
  couplingsById,
  deleteCouplings,
  driverOfUser,
  endCouplings,
  insertCoupling,
} from './couplings.repository.ts';
import { described } from './couplings-json.ts';

/** Who observed a coupling. */
interface Observer {
  readonly customerId: number;
  readonly source: CouplingSource;
  readonly authorId: number | null;
  readonly author: string;
  readonly driverId: number | null;
}

/** The rows that an observation changed: without `before` made, without `after` removed. */
type Changed = readonly {
  readonly before: CouplingRow | null;
  readonly after: CouplingRow | null;
}[];

/**
 * Brings the couplings of a vehicle in line with what was observed at a time, also if later couplings are
 * known already.
 *
 * @returns the changed rows, for the audit log
 */
async function observeCoupling(
  trx: Transaction,
  by: Observer,
  observation: Observation,
): Promise<Changed> {
  const { atMs, trailerIds, vehicleId } = observation;
  const at = new Date(atMs);
  const before = await couplingsAfter(trx, vehicleId, trailerIds, at);
  const changes = observed(
    before.map((row) => ({
      id: row.id,
      vehicleId: row.vehicle_id,
      trailerId: row.trailer_id,
      position: row.position,
      startMs: row.coupled_at.getTime(),
      endMs: row.uncoupled_at?.getTime() ?? null,
    })),
    observation,
  );
  await endCouplings(trx, changes.ended, at);
  await deleteCouplings(trx, changes.removed);
  const added: number[] = [];
  for (const { endMs, position, trailerId } of changes.added) {
    added.push(
      await insertCoupling(trx, by, {
        vehicleId,
        trailerId,
        position,
        coupledAt: at,
        uncoupledAt: endMs === null ? null : new Date(endMs),
        driverId: by.driverId,
        note: '',
      }),
    );
  }
  const after = await couplingsById(trx, [...changes.ended, ...added]);
  const touched = [...changes.ended, ...changes.removed];
  return [...touched, ...added].map((id) => ({
    before: before.find((row) => row.id === id) ?? null,
    after: after.find((row) => row.id === id) ?? null,
  }));
}

/** Records the trailers that a driver named in a walkaround check. */
export async function coupleAsDriver(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  observation: Observation,
): Promise<void> {
  const { name: author, userId: authorId } = await authorOf(trx, viewer);
  const driverId = await driverOfUser(trx, viewer.userId);
  const by = { customerId, source: 'driver', authorId, author, driverId } as const;
  const changed = await observeCoupling(trx, by, observation);
  await recordRows(trx, viewer, described, changed);
}

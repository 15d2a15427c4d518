import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../fleet/index.ts';
import { type RecordScope, vehiclesOfScope } from '../../lists/repository.ts';

/** Which entries a viewer may see of a scope. */
export interface VorSight {
  /** Condition: the entry `e` is of a vehicle in sight. */
  readonly condition: RawBuilder<unknown>;
  /** The entries in sight, and more where the condition is still to be asked. */
  readonly entries: RawBuilder<unknown>;
  /** Expression: how many vehicles are in sight. */
  readonly vehicles: RawBuilder<unknown>;
  /** So few that what is asked of their entries is quicker asked of them all. */
  readonly isFew: boolean;
}

const FEW = 1000;
/** No region, depot or vehicle is meant. */
export const WHOLE_SIGHT: RecordScope = { regionId: null, depotId: null, vehicleId: null };

/** Whether a region, a depot or a vehicle is meant. */
export const isNarrow = ({ regionId, depotId, vehicleId }: RecordScope) =>
  regionId !== null || depotId !== null || vehicleId !== null;

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Condition: the entry `e` is of the viewer's customer; so that an index is used. */
const ofCustomer = (viewer: Viewer) =>
  viewer.isGlobalAdmin ? sql`true` : sql`e.customer_id = ${viewer.customerId ?? 0}`;

/**
 * The entries of the vehicles of a scope that are in sight. Who sees all of the customer's has those left
 * out that are no longer driven; else the few vehicles are found first, and the entries by them.
 */
export async function vorSight(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
): Promise<VorSight> {
  if (isNarrow(scope) || viewer.depotScope !== 'all') {
    const { rows } = await sql<{ ids: number[] }>`
      select array(${vehiclesOfScope(trx, viewer, scope)}) as ids`.execute(trx);
    const ids = rows[0]?.ids ?? [];
    const condition = sql`${ofCustomer(viewer)} and e.vehicle_id = any(${idsOf(ids)})`;
    const isFew = ids.length <= FEW;
    // Found before they are put in order: on the way through an order most would be of others.
    const entries = isFew
      ? sql`(select e.* from vor_entries e where ${condition} offset 0)`
      : sql`vor_entries`;
    return { condition, entries, vehicles: sql`${ids.length}::int`, isFew };
  }
  const { rows } = await sql<{ idle: number[] }>`
    select array(select id from vehicles where not is_active) as idle`.execute(trx);
  const idle = rows[0]?.idle ?? [];
  return {
    condition: sql`${ofCustomer(viewer)} and e.vehicle_id <> all(${idsOf(idle)})`,
    entries: sql`vor_entries`,
    vehicles: sql`(select count(*)::int from (${visibleVehicles(trx, viewer)}) v)`,
    isFew: false,
  };
}

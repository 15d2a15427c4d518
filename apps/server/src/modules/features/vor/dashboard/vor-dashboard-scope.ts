import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { type RecordScope, vehiclesOfScope } from '../../records/index.ts';

/** Which entries a viewer may see of a scope. */
export interface VorScope {
  /** Condition: the entry `e` is of a vehicle in sight. */
  readonly condition: RawBuilder<unknown>;
  /** `from … where …` of the entries `e` in sight, with their vehicles `v` or without. */
  readonly from: (withVehicles: boolean) => RawBuilder<unknown>;
  /** Expression: how many vehicles are in sight. */
  readonly vehicles: RawBuilder<unknown>;
  /** So few that what is asked of their entries is quicker asked of them all. */
  readonly isFew: boolean;
}

const FEW = 1000;
/** No region, depot or vehicle is meant. */
export const WHOLE_SCOPE: RecordScope = { regionId: null, depotId: null, vehicleId: null };

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
export async function vorScope(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
): Promise<VorScope> {
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
    const from = (withVehicles: boolean) => sql`from ${entries} e
      ${withVehicles ? sql`join vehicles v on v.id = e.vehicle_id` : sql``}
      where ${isFew ? sql`true` : condition}`;
    return { condition, from, vehicles: sql`${ids.length}::int`, isFew };
  }
  const { rows } = await sql<{ idle: number[] }>`
    select array(select id from vehicles where not is_active) as idle`.execute(trx);
  const idle = rows[0]?.idle ?? [];
  const condition = sql`${ofCustomer(viewer)} and e.vehicle_id <> all(${idsOf(idle)})`;
  const inUse = visibleVehicles(trx, viewer);
  return {
    condition,
    from: (withVehicles) => sql`from vor_entries e
      ${withVehicles ? sql`join (${inUse}) v on v.id = e.vehicle_id` : sql``} where ${condition}`,
    vehicles: sql`(select count(*)::int from (${inUse}) v)`,
    isFew: false,
  };
}

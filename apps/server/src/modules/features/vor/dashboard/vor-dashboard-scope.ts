import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { type RecordScope, vehiclesOfScope } from '../../records/index.ts';

/** The visible entries of a scope. */
export interface VorScope {
  /** Condition: the vehicle of the entry `e` is visible. */
  readonly condition: RawBuilder<unknown>;
  /** `from … where …` of the visible entries `e`, optionally with their vehicles `v`. */
  readonly from: (withVehicles: boolean) => RawBuilder<unknown>;
  /** Expression: the number of visible vehicles. */
  readonly vehicles: RawBuilder<unknown>;
  /** Whether there are so few vehicles that reading all of their entries is fastest. */
  readonly isFew: boolean;
}

const FEW = 1000;
/** No region, depot or vehicle filter. */
export const WHOLE_SCOPE: RecordScope = { regionId: null, depotId: null, vehicleId: null };

/** Whether a region, depot or vehicle filter is set. */
export const isNarrow = ({ regionId, depotId, vehicleId }: RecordScope) =>
  regionId !== null || depotId !== null || vehicleId !== null;

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/**
 * The visible entries of the vehicles of a scope. With access to the whole customer and no filter,
 * the query excludes the entries of inactive vehicles; otherwise it finds the vehicles first, and
 * then their entries.
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
    const condition = sql`${ofCustomer(viewer, 'e.customer_id')} and e.vehicle_id = any(${idsOf(ids)})`;
    const isFew = ids.length <= FEW;
    // Filter before sorting: an index in sort order would mostly return entries of other vehicles.
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
  const condition = sql`${ofCustomer(viewer, 'e.customer_id')} and e.vehicle_id <> all(${idsOf(idle)})`;
  const inUse = visibleVehicles(trx, viewer);
  return {
    condition,
    from: (withVehicles) => sql`from vor_entries e
      ${withVehicles ? sql`join (${inUse}) v on v.id = e.vehicle_id` : sql``} where ${condition}`,
    vehicles: sql`(select count(*)::int from (${inUse}) v)`,
    isFew: false,
  };
}

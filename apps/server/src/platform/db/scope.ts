import { type RawBuilder, sql } from 'kysely';
import type { CustomerScope } from './database.ts';

/** The fields of a viewer that limit which rows the viewer sees. */
export interface RowScope extends CustomerScope {
  /** Depots in scope, or the whole customer. */
  readonly depotScope: 'all' | readonly number[];
  /** The viewer's own vehicle, which is always in scope. */
  readonly vehicleId: number | null;
}

const ANY_ROW = sql<boolean>`true`;
const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/**
 * Condition: the row is of the viewer's customer. Row-level security also enforces this; the condition
 * allows the use of an index.
 *
 * @param column column with the customer, with its table
 */
export function ofCustomer(viewer: CustomerScope, column: string): RawBuilder<boolean> {
  if (viewer.isGlobalAdmin) return ANY_ROW;
  return sql<boolean>`${sql.ref(column)} = ${viewer.customerId ?? 0}`;
}

/** Condition: the row is of the viewer's customer, or built in, i.e. of no customer. */
export function ofCustomerOrBuiltIn(viewer: CustomerScope, column: string): RawBuilder<boolean> {
  if (viewer.isGlobalAdmin) return ANY_ROW;
  return sql<boolean>`(${sql.ref(column)} is null or ${ofCustomer(viewer, column)})`;
}

/** Condition: the depot is one of those assigned to the viewer, by itself or with its region. */
export function depotIsAssigned(viewer: RowScope, column: string): RawBuilder<boolean> {
  if (viewer.depotScope === 'all') return ANY_ROW;
  return sql<boolean>`${sql.ref(column)} = any(${idsOf(viewer.depotScope)})`;
}

/** Condition: the depot is in the viewer's scope (U-P03): an assigned one, or one of their vehicle. */
export function depotInScope(viewer: RowScope, column: string): RawBuilder<boolean> {
  if (viewer.depotScope === 'all' || viewer.vehicleId === null) {
    return depotIsAssigned(viewer, column);
  }
  // One list of ids, so that the few depots are looked up instead of scanning the customer's depots.
  return sql<boolean>`${sql.ref(column)} = any(${idsOf(viewer.depotScope)}
    || array(select o.depot_id from vehicle_depots o where o.vehicle_id = ${viewer.vehicleId}))`;
}

/**
 * The ids of the vehicles in the viewer's scope (U-P03): those of the assigned depots, and the viewer's
 * own. Null for the whole customer. May contain an id twice.
 */
export function vehicleIdsInScope(viewer: RowScope): RawBuilder<{ vehicle_id: number }> | null {
  if (viewer.depotScope === 'all') return null;
  // With the union, PostgreSQL looks up the vehicles by id. With "own vehicle or in a depot", and
  // without the union, it would scan all vehicles of the customer.
  return sql`select o.vehicle_id from vehicle_depots o
    where o.depot_id = any(${idsOf(viewer.depotScope)})
    union all select ${viewer.vehicleId ?? 0}::int as vehicle_id`;
}

/**
 * Condition: the vehicle is in the viewer's scope (U-P03).
 *
 * @param column column with the vehicle, with its table
 */
export function vehicleInScope(viewer: RowScope, column: string): RawBuilder<boolean> {
  const ids = vehicleIdsInScope(viewer);
  return ids === null ? ANY_ROW : sql<boolean>`${sql.ref(column)} in (${ids})`;
}

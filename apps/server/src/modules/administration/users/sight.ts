import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/** More users than these in sight are found out by each question, fewer once for all of a request. */
const FEW = 10_000;

const ofCustomer = (viewer: Viewer) =>
  viewer.isGlobalAdmin
    ? sql<boolean>`true`
    : sql<boolean>`u.customer_id = ${viewer.customerId ?? 0}`;

/** The ids of whose right ends within some depots, and of the viewer. */
const usersWithin = (viewer: Viewer, depotIds: readonly number[]) =>
  sql`select ${viewer.userId}::int as id union select users_within(${[...depotIds]}::int[])`;

/**
 * Condition: the administrator may know of the user `u`: one of the own customer. Whose right ends at
 * some depots knows those users whose right ends within them, and themselves (requirement U-P03).
 */
export function userInSight(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.depotScope === 'all') return ofCustomer(viewer);
  const within = usersWithin(viewer, viewer.depotScope);
  return sql<boolean>`${ofCustomer(viewer)} and u.id = any(array(${within}))`;
}

/** The same condition, for several questions: the users in sight of some depots are found out once. */
export async function usersInSight(trx: Transaction, viewer: Viewer): Promise<RawBuilder<boolean>> {
  if (viewer.depotScope === 'all') return ofCustomer(viewer);
  const within = usersWithin(viewer, viewer.depotScope);
  const { rows } = await sql<{ id: number }>`select id from (${within}) w limit ${FEW + 1}`.execute(
    trx,
  );
  if (rows.length > FEW) return userInSight(viewer);
  return sql<boolean>`${ofCustomer(viewer)} and u.id = any(${rows.map(({ id }) => id)}::int[])`;
}

import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../platform/db/index.ts';

/** Up to this number of visible users, their ids are read once; above it, each query filters them. */
const FEW = 10_000;

/** The ids of users limited to these depots, and of the viewer. */
const usersWithin = (viewer: Viewer, depotIds: readonly number[]) =>
  sql`select ${viewer.userId}::int as id union select users_within(${[...depotIds]}::int[])`;

/**
 * Condition: the administrator may see the user `u` of their own customer. Administrators of some
 * depots see users who are limited to those depots, and themselves (requirement U-P03).
 */
export function userIsVisible(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`${ofCustomer(viewer, 'u.customer_id')} and ${userInScope(viewer, 'u.id')}`;
}

/** Condition: the user is the viewer, or limited to depots in the viewer's scope. */
export function userInScope(viewer: Viewer, column: string): RawBuilder<boolean> {
  if (viewer.depotScope === 'all') return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = any(array(${usersWithin(viewer, viewer.depotScope)}))`;
}

/** The users that an administrator may see, as a condition on the user `u`. */
interface UserScope {
  readonly condition: RawBuilder<boolean>;
  /** So few that a page may read them all. */
  readonly isFew: boolean;
}

/** The same condition for several queries: the users of some depots are read only once. */
export async function visibleUsersCondition(trx: Transaction, viewer: Viewer): Promise<UserScope> {
  if (viewer.depotScope === 'all')
    return { condition: ofCustomer(viewer, 'u.customer_id'), isFew: false };
  const within = usersWithin(viewer, viewer.depotScope);
  const { rows } = await sql<{ ids: number[] }>`
    select array(select id from (${within}) w limit ${FEW + 1}) as ids`.execute(trx);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > FEW) return { condition: userIsVisible(viewer), isFew: false };
  const condition = sql<boolean>`${ofCustomer(viewer, 'u.customer_id')} and u.id = any(${ids}::int[])`;
  return { condition, isFew: true };
}

import type { AnswerOf, contract } from '@roadworthy/contract';
import type { SavedViewList } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

export interface SavedViewRow {
  id: number;
  /** The person who owns it; null for a shared view. */
  user_id: number | null;
  /** The customer that owns a shared view. */
  customer_id: number | null;
  list: SavedViewList;
  name: string;
  settings: AnswerOf<typeof contract.savedViews.create>['settings'];
  is_default: boolean;
}

/** The owner of views: a person, or a customer for shared views. */
export type Owner = { readonly user: number } | { readonly customer: number };

const ownedBy = (owner: Owner): RawBuilder<boolean> =>
  'user' in owner ? sql`v.user_id = ${owner.user}` : sql`v.customer_id = ${owner.customer}`;

/** Condition: the person's own views, and those shared with everyone of the customer. */
const isVisible = (viewer: Viewer) =>
  sql`(v.user_id = ${viewer.userId} or v.customer_id = ${viewer.customerId})`;

const columns = (viewer: Viewer) => sql`v.id, v.user_id, v.customer_id, v.list, v.name, v.settings,
  exists (select from saved_view_defaults d where d.view_id = v.id and d.user_id = ${viewer.userId})
    as is_default`;

/** The visible views of a list by name. */
export async function viewsOf(
  trx: Transaction,
  viewer: Viewer,
  list: SavedViewList,
): Promise<SavedViewRow[]> {
  const { rows } = await sql<SavedViewRow>`select ${columns(viewer)} from saved_views v
    where v.list = ${list} and ${isVisible(viewer)}
    order by lower(v.name), v.id`.execute(trx);
  return rows;
}

/**
 * A visible view, locked until the transaction ends.
 *
 * @param lock `update` before a change; `share` to keep others from changing it
 */
export async function lockedView(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  lock: 'update' | 'share',
): Promise<SavedViewRow | undefined> {
  const { rows } = await sql<SavedViewRow>`select ${columns(viewer)} from saved_views v
    where v.id = ${id} and ${isVisible(viewer)}
    for ${lock === 'update' ? sql`update` : sql`share`} of v`.execute(trx);
  return rows[0];
}

/** Serialises additions to the views of an owner until the transaction ends. Returns how many there are. */
export async function lockAndCount(
  trx: Transaction,
  owner: Owner,
  list: SavedViewList,
): Promise<number> {
  const [kind, id] =
    'user' in owner ? ['saved_views_user', owner.user] : ['saved_views_customer', owner.customer];
  await sql`select pg_advisory_xact_lock(hashtext(${kind}), ${id})`.execute(trx);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from saved_views v
    where v.list = ${list} and ${ownedBy(owner)}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Creates a view of a person. Returns its id. */
export async function insertView(
  trx: Transaction,
  userId: number,
  view: Pick<SavedViewRow, 'list' | 'name' | 'settings'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('saved_views')
    .values({
      user_id: userId,
      list: view.list,
      name: view.name,
      settings: JSON.stringify(view.settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Renames a view and replaces its settings. */
export async function updateView(
  trx: Transaction,
  id: number,
  { name, settings }: Pick<SavedViewRow, 'name' | 'settings'>,
): Promise<void> {
  await trx
    .updateTable('saved_views')
    .set({ name, settings: JSON.stringify(settings), changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Gives a view to another owner. It stays the default only of people who still see it. */
export async function moveView(trx: Transaction, id: number, owner: Owner): Promise<void> {
  const values =
    'user' in owner
      ? { user_id: owner.user, customer_id: null }
      : { user_id: null, customer_id: owner.customer };
  await trx
    .updateTable('saved_views')
    .set({ ...values, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  if (!('user' in owner)) return;
  await trx
    .deleteFrom('saved_view_defaults')
    .where('view_id', '=', id)
    .where('user_id', '<>', owner.user)
    .execute();
}

export async function deleteView(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** Sets the view with which a list opens for a person; null for none. */
export async function writeDefault(
  trx: Transaction,
  userId: number,
  list: SavedViewList,
  viewId: number | null,
): Promise<void> {
  if (viewId === null) {
    await trx
      .deleteFrom('saved_view_defaults')
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .execute();
    return;
  }
  await trx
    .insertInto('saved_view_defaults')
    .values({ user_id: userId, list, view_id: viewId })
    .onConflict((on) => on.columns(['user_id', 'list']).doUpdateSet({ view_id: viewId }))
    .execute();
}

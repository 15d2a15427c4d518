import type { Role } from '@roadworthy/domain';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  exactPage,
  fewPage,
  type SearchedList,
  searchedPage,
  type Tables,
  type Transaction,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { userIsVisible, visibleUsersCondition } from './users-scope.ts';

interface Place {
  readonly id: number;
  readonly name: string;
}

/** A user with joined names. */
export interface UserRow extends Selectable<Tables['users']> {
  modules: string[];
  regions: number[];
  depots: number[];
  region_places: Place[];
  depot_places: Place[];
  customer_name: string | null;
  customer_logo: string | null;
  driver_name: string | null;
  vehicle_registration: string | null;
}

/** Filter of a list of users. */
export interface UserFilter {
  readonly archived: boolean;
  readonly role: Role | null;
  readonly module: string | null;
  readonly isActive: boolean | null;
  readonly isLocked: boolean | null;
  readonly customerId: number | null;
}

const DETAILS = sql`
  array(select m.module from user_modules m where m.user_id = u.id) as modules,
  array(select r.region_id from user_regions r where r.user_id = u.id order by 1) as regions,
  array(select d.depot_id from user_depots d where d.user_id = u.id order by 1) as depots,
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by lower(n.name)),
      '[]') from user_regions r join regions n on n.id = r.region_id
    where r.user_id = u.id) as region_places,
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by lower(n.name)),
      '[]') from user_depots d join depots n on n.id = d.depot_id
    where d.user_id = u.id) as depot_places,
  (select c.name from customers c where c.id = u.customer_id) as customer_name,
  (select c.logo from customers c where c.id = u.customer_id) as customer_logo,
  (select d.first_name || ' ' || d.surname from drivers d where d.id = u.driver_id) as driver_name,
  (select v.registration from vehicles v where v.id = u.vehicle_id) as vehicle_registration`;

const ORDER = {
  last_name: sql`lower(u.last_name)`,
  first_name: sql`lower(u.first_name)`,
  username: sql`lower(u.username)`,
  email: sql`lower(u.email)`,
  permission: sql`u.role`,
  last_login: sql`u.last_sign_in_at`,
} as const;

const SEARCHED: SearchedList = {
  found: 'users_found',
  id: 'u.id',
  onTheWay: (pattern) => sql`u.username || ' ' || u.email || ' ' || u.first_name || ' '
    || u.last_name ilike ${pattern}`,
};

function asked(isVisible: RawBuilder<boolean>, filter: UserFilter) {
  const parts = [
    isVisible,
    filter.archived ? sql`u.archived_at is not null` : sql`u.archived_at is null`,
  ];
  if (filter.role !== null) parts.push(sql`u.role = ${filter.role}`);
  if (filter.isActive !== null) {
    parts.push(filter.isActive ? sql`u.is_active` : sql`not u.is_active`);
  }
  if (filter.isLocked !== null) {
    parts.push(
      filter.isLocked
        ? sql`u.locked_until > now()`
        : sql`(u.locked_until is null or u.locked_until <= now())`,
    );
  }
  if (filter.customerId !== null) parts.push(sql`u.customer_id = ${filter.customerId}`);
  if (filter.module !== null) {
    parts.push(sql`exists (select from user_modules m
      where m.user_id = u.id and m.module = ${filter.module})`);
  }
  return sql.join(parts, sql` and `);
}

/** A page of visible users; the count is limited. */
export async function userPage(
  trx: Transaction,
  viewer: Viewer,
  filter: UserFilter,
  page: Page,
): Promise<CountedRows<UserRow>> {
  const column = ORDER[(page.orderBy ?? 'last_name') as keyof typeof ORDER];
  // Same order as the indexes; users who never signed in come last by latest sign-in.
  const to = page.descending ? sql`desc` : sql`asc`;
  const nulls = page.orderBy === 'last_login' && page.descending ? sql`nulls last` : sql``;
  const order = sql`${column} ${to} ${nulls}, lower(u.first_name) ${to}, u.id ${to}`;
  const { condition, isFew } = await visibleUsersCondition(trx, viewer);
  const some = sql`from users u where ${asked(condition, filter)}`;
  if (isFew) {
    const found = page.search === '' ? sql`true` : SEARCHED.onTheWay(containsPattern(page.search));
    return fewPage<UserRow>(trx, page, {
      matching: sql`${some} and ${found}`,
      id: 'u.id',
      order,
      columns: sql`u.*, ${DETAILS}`,
      joins: sql`join users u on u.id = h.id`,
    });
  }
  return searchedPage(trx, SEARCHED, page, {
    some,
    // The page first, so that details are read only for its rows.
    read: (matching) => sql<UserRow>`
      with u as (select u.* ${matching} order by ${order}
        limit ${page.limit} offset ${page.offset})
      select u.*, ${DETAILS} from u order by ${order}`,
  });
}

/** A visible user, or undefined. */
export async function visibleUserById(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select u.*, ${DETAILS} from users u
    where u.id = ${id} and ${userIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** The given users who have a second factor; runs with the rights of the owner. */
export async function withSecondFactor(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from totp_factors where confirmed_at is not null and user_id = any(${[...ids]}::int[])
    union select user_id from passkeys where user_id = any(${[...ids]}::int[])`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

export type NewUser = Omit<Insertable<Tables['users']>, 'id'>;

/** Creates a user. Returns the id. */
export async function insertUser(trx: Transaction, user: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates columns of a user. */
export async function updateUser(
  trx: Transaction,
  id: number,
  values: Updateable<Tables['users']>,
): Promise<void> {
  await trx.updateTable('users').set(values).where('id', '=', id).execute();
}

/** Replaces the modules, regions and depots of a user. */
export async function replaceAssignments(
  trx: Transaction,
  userId: number,
  to: { modules: readonly string[]; regions: readonly number[]; depots: readonly number[] },
): Promise<void> {
  for (const table of ['user_modules', 'user_regions', 'user_depots'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await sql`insert into user_modules (user_id, module)
    select ${userId}, unnest(${[...to.modules]}::text[])`.execute(trx);
  await sql`insert into user_regions (user_id, region_id)
    select ${userId}, unnest(${[...to.regions]}::int[])`.execute(trx);
  await sql`insert into user_depots (user_id, depot_id)
    select ${userId}, unnest(${[...to.depots]}::int[])`.execute(trx);
}

/** Makes concurrent changes to administrators of a customer (null: the installation) wait. */
export async function lockAdministrators(
  trx: Transaction,
  customerId: number | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(726231018, ${customerId ?? 0})`.execute(trx);
}

/**
 * Counts the users who can administer a customer: active, with a password if this server keeps them.
 *
 * @param customerId null for global admins of the installation
 */
export async function countAdministrators(
  trx: Transaction,
  customerId: number | null,
  needsPassword: boolean,
): Promise<number> {
  const kind =
    customerId === null
      ? sql`is_global_admin`
      : sql`customer_id = ${customerId} and (role = 'ADMIN' or is_customer_admin or is_global_admin)`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users
    where ${kind} and is_active and archived_at is null
      and (not ${needsPassword} or password_hash is not null)`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** A page of the users who see a depot, or of all users of the customer, with the total count. */
export async function colleaguesOf(
  trx: Transaction,
  customerId: number | null,
  depotId: number | null,
  page: Page,
): Promise<{ count: number; rows: UserRow[] }> {
  const order = page.orderBy === 'first_name' ? sql`lower(u.first_name)` : sql`lower(u.last_name)`;
  const pattern = containsPattern(page.search);
  const seesDepot =
    depotId === null
      ? sql`u.customer_id is not distinct from ${customerId}::int`
      : sql`exists (select from depots g where g.id = ${depotId} and g.customer_id = u.customer_id
          and (exists (select from user_depots d where d.user_id = u.id and d.depot_id = g.id)
            or exists (select from user_regions r where r.user_id = u.id and r.region_id = g.region_id)
            or (not u.is_limited_user and u.role not in ('DRIVER', 'GUEST')
              and not exists (select from user_depots d where d.user_id = u.id)
              and not exists (select from user_regions r where r.user_id = u.id))))`;
  const found = sql`from users u where u.is_active and u.archived_at is null
    and (u.first_name || ' ' || u.last_name) ilike ${pattern} and ${seesDepot}`;
  return exactPage<UserRow>(trx, page, {
    columns: sql`u.*, ${DETAILS}`,
    matching: found,
    order: sql`${order} ${page.descending ? sql`desc` : sql`asc`}, u.id`,
  });
}

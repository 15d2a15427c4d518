import { sql, type Updateable } from 'kysely';
import type { Database, Tables, Transaction } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/errors.ts';

/** Condition: the user's customer is not archived. */
const customerStands = sql<boolean>`not exists (select from customers c
  where c.id = users.customer_id and c.archived_at is not null)`;

/** A user, with the times that decide a lock; undefined if there is none. */
export function userById(trx: Transaction, id: number) {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(customerStands)
    .executeTakeFirst();
}

/**
 * The user with this user name or e-mail address, in any case. The address has priority, so that
 * nobody takes over another's address by choosing it as user name.
 */
export function userByLogin(trx: Transaction, login: string) {
  const wanted = login.toLowerCase();
  return trx
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([eb(sql`lower(username)`, '=', wanted), eb(sql`lower(email)`, '=', wanted)]),
    )
    .where(customerStands)
    .orderBy(sql`lower(email) = ${wanted}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The user with this e-mail address, in any case. */
export function userByEmail(trx: Transaction, email: string) {
  return trx
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where(customerStands)
    .executeTakeFirst();
}

/** Joined data of a user for get_current_user. */
export async function userDetails(trx: Transaction, userId: number, customerId: number | null) {
  const owned = sql.lit(userId);
  const { modules, regions, depots } = await trx
    .selectNoFrom([
      sql<string[]>`array(select module from user_modules where user_id = ${owned})`.as('modules'),
      sql<number[]>`array(select region_id from user_regions where user_id = ${owned})`.as(
        'regions',
      ),
      sql<number[]>`array(select depot_id from user_depots where user_id = ${owned})`.as('depots'),
    ])
    .executeTakeFirstOrThrow();
  const customer =
    customerId === null
      ? undefined
      : await trx
          .selectFrom('customers')
          .selectAll()
          .where('id', '=', customerId)
          .executeTakeFirst();
  return { modules, regions, depots, customer };
}

/** Name of a customer; null for none. */
export async function customerName(
  trx: Transaction,
  customerId: number | null,
): Promise<string | null> {
  if (customerId === null) return null;
  const row = await trx
    .selectFrom('customers')
    .select('name')
    .where('id', '=', customerId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The single-sign-on records of a user, oldest first. */
export function appRecords(trx: Transaction, userId: number) {
  return trx
    .selectFrom('user_app_records')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Updates columns of a user. */
export function updateUser(trx: Transaction, id: number, values: Updateable<Tables['users']>) {
  return trx.updateTable('users').set(values).where('id', '=', id).execute();
}

/**
 * Ends the sign-on sessions of a user: grants, refresh tokens and the browsers' sessions.
 *
 * @param keptGrantId the caller's session, which stays; null for none
 */
export async function endSignOnSessions(
  trx: Transaction,
  userId: number,
  keptGrantId: string | null,
): Promise<void> {
  await sql`delete from sign_on_artifacts
    where payload->>'accountId' = ${String(userId)}
      and (${keptGrantId}::text is null or not (
        coalesce(grant_id, '') = ${keptGrantId} or (model = 'Grant' and id = ${keptGrantId})
        or (model = 'Session' and jsonb_path_exists(payload->'authorizations',
          '$.*.grantId ? (@ == $kept)', jsonb_build_object('kept', ${keptGrantId}::text)))))
  `.execute(trx);
}

/** Deletes expired data: artifacts of the sign-on, and links a month after their expiry. */
export async function removeExpired(trx: Transaction): Promise<void> {
  await sql`delete from sign_on_artifacts where expires_at < now()`.execute(trx);
  await sql`delete from password_tokens where expires_at < now() - interval '30 days'`.execute(trx);
}

/** The number of users of all customers. */
export async function countUsers(trx: Transaction): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A setting of the installation, or null. */
export async function readSetting(db: Database, key: string): Promise<unknown> {
  const { rows } = await db.pool.query('select value from settings where key = $1', [key]);
  return rows[0]?.value ?? null;
}

/** Stores a setting of the installation. */
export async function writeSetting(db: Database, key: string, value: unknown): Promise<void> {
  await db.pool.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  );
}

/** Creates the first customer with its administrator, who also administers the installation. */
export async function insertFirstAdministrator(
  trx: Transaction,
  wanted: {
    customer: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string;
    modules: readonly string[];
  },
): Promise<void> {
  // Of two concurrent forms, the second waits here and finds the user of the first.
  await sql`lock table users in exclusive mode`.execute(trx);
  if ((await countUsers(trx)) > 0) throw conflict('sign_in.administrator_exists');
  const customer = await trx
    .insertInto('customers')
    .values({ name: wanted.customer, logo: null, slogan: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await trx
    .insertInto('users')
    .values({
      customer_id: customer.id,
      username: wanted.email,
      email: wanted.email,
      first_name: wanted.first_name,
      last_name: wanted.last_name,
      password_hash: wanted.password_hash,
      role: 'ADMIN',
      is_global_admin: true,
      is_customer_admin: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('user_modules')
    .values(wanted.modules.map((module) => ({ user_id: user.id, module })))
    .execute();
}

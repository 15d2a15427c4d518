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

/** Stores the hash of a token sent by e-mail. */
export function savePasswordToken(
  trx: Transaction,
  token: { token_hash: Buffer; user_id: number; purpose: 'reset' | 'set'; expires_at: Date },
) {
  return trx.insertInto('password_tokens').values(token).execute();
}

/** Invalidates a token. Returns its user, or undefined if it is unknown, used or expired. */
export function usePasswordToken(
  trx: Transaction,
  tokenHash: Buffer,
  purpose: 'reset' | 'set',
  now: Date,
) {
  return trx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}

/** The user of a valid token, without using it up; undefined for an invalid one. */
export function passwordTokenUser(
  trx: Transaction,
  tokenHash: Buffer,
  purpose: 'reset' | 'set',
  now: Date,
) {
  return trx
    .selectFrom('password_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Invalidates every other token of a user. */
export function voidPasswordTokens(trx: Transaction, userId: number, now: Date) {
  return trx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** The number of unused tokens of a purpose that expire after this moment. */
export async function countPasswordTokens(
  trx: Transaction,
  userId: number,
  purpose: 'reset' | 'set',
  expiringAfter: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('password_tokens')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', expiringAfter)
    .executeTakeFirstOrThrow();
  return Number(count);
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
      image: null,
      time_zone: null,
      date_format: null,
      time_format: null,
      units_distance: null,
      theme: null,
      driver_id: null,
      vehicle_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('user_modules')
    .values(wanted.modules.map((module) => ({ user_id: user.id, module })))
    .execute();
}

/** How long other tabs get the same result for the same refresh token. */
const REFRESH_GRACE_S = 15;

/** Claims the exchange of a refresh token; false if another request has claimed it. */
export async function claimRefresh(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `insert into sign_on_artifacts (model, id, payload, expires_at)
     values ('RefreshGrace', $1, '{}', now() + make_interval(secs => $2))
     on conflict (model, id) do update
       set payload = '{}', grant_id = null, expires_at = excluded.expires_at
       where sign_on_artifacts.expires_at < now()`,
    [id, REFRESH_GRACE_S],
  );
  return rowCount === 1;
}

/** Stores the result of a refresh token; it is deleted with its session. */
export async function finishRefresh(
  db: Database,
  id: string,
  grantId: string | null,
  sealed: string,
): Promise<void> {
  await db.pool.query(
    `update sign_on_artifacts set grant_id = $2, payload = jsonb_build_object('sealed', $3::text)
     where model = 'RefreshGrace' and id = $1`,
    [id, grantId, sealed],
  );
}

/** Releases a claim after a failure. */
export async function dropRefresh(db: Database, id: string): Promise<void> {
  await db.pool.query("delete from sign_on_artifacts where model = 'RefreshGrace' and id = $1", [
    id,
  ]);
}

/** The result for a refresh token: null while it is being exchanged, undefined if there is none. */
export async function readRefresh(db: Database, id: string): Promise<string | null | undefined> {
  const { rows } = await db.pool.query<{ sealed: string | null }>(
    `select payload->>'sealed' as sealed from sign_on_artifacts
     where model = 'RefreshGrace' and id = $1 and expires_at > now()`,
    [id],
  );
  return rows[0]?.sealed;
}

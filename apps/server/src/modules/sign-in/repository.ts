import { sql, type Updateable } from 'kysely';
import type { Database, Tables, Transaction } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';

export type UserRow = Awaited<ReturnType<typeof userById>> & object;

/** A user, with the times that decide a lock; undefined where there is none. */
export function userById(trx: Transaction, id: number) {
  return trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The user with this user name or e-mail address, in any case of letters. */
export function userByLogin(trx: Transaction, login: string) {
  return trx
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', login.toLowerCase()),
        eb(sql`lower(email)`, '=', login.toLowerCase()),
      ]),
    )
    .executeTakeFirst();
}

/** What goes with a user in the answer of get_current_user. */
export async function userDetails(trx: Transaction, userId: number, customerId: number | null) {
  const modules = await trx
    .selectFrom('user_modules')
    .select('module')
    .where('user_id', '=', userId)
    .execute();
  const regions = await trx
    .selectFrom('user_regions')
    .select('region_id')
    .where('user_id', '=', userId)
    .execute();
  const depots = await trx
    .selectFrom('user_depots')
    .select('depot_id')
    .where('user_id', '=', userId)
    .execute();
  const records = await trx
    .selectFrom('user_app_records')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const customer =
    customerId === null
      ? undefined
      : await trx
          .selectFrom('customers')
          .selectAll()
          .where('id', '=', customerId)
          .executeTakeFirst();
  return { modules, regions, depots, records, customer };
}

/** Changes columns of a user. */
export function updateUser(trx: Transaction, id: number, values: Updateable<Tables['users']>) {
  return trx.updateTable('users').set(values).where('id', '=', id).execute();
}

/** Counts a failed sign-in and locks at the limit, in one statement: parallel tries all count. */
export async function countFailure(
  trx: Transaction,
  id: number,
  limit: number,
  lockedUntil: Date,
): Promise<void> {
  await sql`update users set failed_sign_ins = failed_sign_ins + 1,
      locked_until = case when failed_sign_ins + 1 >= ${limit} then ${lockedUntil}::timestamptz
        else locked_until end
    where id = ${id}`.execute(trx);
}

export function savePasswordToken(
  trx: Transaction,
  token: { token_hash: Buffer; user_id: number; purpose: 'reset' | 'set'; expires_at: Date },
) {
  return trx.insertInto('password_tokens').values(token).execute();
}

/** Takes a token out of use. Returns its user, or undefined where it is unknown, used or expired. */
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

/** Takes every other token of a user out of use. */
export function voidPasswordTokens(trx: Transaction, userId: number, now: Date) {
  return trx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends every sign-on session of a user: grants, refresh tokens and the browser's session. */
export async function endSignOnSessions(trx: Transaction, userId: number): Promise<void> {
  await sql`delete from sign_on_artifacts where payload->>'accountId' = ${String(userId)}`.execute(
    trx,
  );
}

export async function countUsers(trx: Transaction): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readSetting(db: Database, key: string): Promise<unknown> {
  const { rows } = await db.pool.query('select value from settings where key = $1', [key]);
  return rows[0]?.value ?? null;
}

export async function writeSetting(db: Database, key: string, value: unknown): Promise<void> {
  await db.pool.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  );
}

/** Makes the first customer with its administrator, who also administers the installation. */
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
  // Two forms sent at once: the second waits here, and finds the first one's user.
  await sql`lock table users in exclusive mode`.execute(trx);
  if ((await countUsers(trx)) > 0) throw conflict('There is an administrator already.');
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

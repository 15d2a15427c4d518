import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Whether an account has a second factor. */
export async function hasSecondFactor(trx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)
    or exists (select from passkeys where user_id = ${userId}) as has`.execute(trx);
  return rows[0]?.has ?? false;
}

/** Whether a user signs in by password only, and would lose access if a factor were required. */
export async function lacksFactor(trx: Transaction, userId: number): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.password_hash != null && !(await hasSecondFactor(trx, userId));
}

/** The authenticator app of an account, enabled or not. */
export function totpOf(trx: Transaction, userId: number) {
  return trx
    .selectFrom('totp_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** The encrypted secret of every authenticator app. */
export function allTotp(trx: Transaction) {
  return trx.selectFrom('totp_factors').select(['user_id', 'secret']).execute();
}

/** Replaces a secret by its re-encrypted form, unless it has changed meanwhile. */
export async function replaceTotpSecret(
  trx: Transaction,
  userId: number,
  before: Buffer,
  after: Buffer,
): Promise<void> {
  await sql`update totp_factors set secret = ${after}
    where user_id = ${userId} and secret = ${before}`.execute(trx);
}

/** Stores a new, unconfirmed secret; false if there is a confirmed one. */
export async function keepTotp(trx: Transaction, userId: number, secret: Buffer): Promise<boolean> {
  const { rows } =
    await sql`insert into totp_factors (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
      where totp_factors.confirmed_at is null
    returning user_id`.execute(trx);
  return rows.length > 0;
}

/** Stores the time step of an accepted code; the first one confirms the secret. */
export async function takeTotpStep(trx: Transaction, userId: number, step: number): Promise<void> {
  await sql`update totp_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where user_id = ${userId}`.execute(trx);
}

/** Deletes the authenticator app. Returns whether there was one. */
export async function removeTotp(trx: Transaction, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Removes every second factor of an account, recovery codes included. */
export async function removeFactors(trx: Transaction, userId: number): Promise<void> {
  await trx.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Replaces the recovery codes; an empty list removes them. */
export async function replaceRecoveryCodes(
  trx: Transaction,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Marks a recovery code as used; false if it is unknown or used. */
export async function useRecoveryCode(
  trx: Transaction,
  userId: number,
  hash: Buffer,
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The number of recovery codes left, and whether any is of the short kind before 0039. */
export async function recoveryCodesOf(
  trx: Transaction,
  userId: number,
): Promise<{ left: number; hasShort: boolean }> {
  const row = await trx
    .selectFrom('recovery_codes')
    .select((eb) => [
      eb.fn.countAll<string>().as('left'),
      eb.fn.agg<boolean | null>('bool_or', ['is_short']).as('has_short'),
    ])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { left: Number(row.left), hasShort: row.has_short ?? false };
}

/** The passkeys of an account, oldest first. */
export function passkeysOf(trx: Transaction, userId: number) {
  return trx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** The passkey with which a browser responded, of any user. */
export function passkeyByCredential(trx: Transaction, credentialId: string) {
  return trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a passkey; undefined if it is known already. */
export function insertPasskey(
  trx: Transaction,
  passkey: {
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
  },
) {
  return trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Stores the use of a passkey. */
export async function usePasskey(trx: Transaction, id: string, counter: number): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Deletes a passkey of an account. Returns its name, or undefined if there is none. */
export async function removePasskey(
  trx: Transaction,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const gone = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', String(id))
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/** Whether a customer requires a second factor, and how many of its users have none. */
export async function policyOf(trx: Transaction, customerId: number) {
  const { rows } = await sql<{ requires_second_factor: boolean; without: number }>`
    select c.requires_second_factor, (select count(*) from users u where u.customer_id = c.id
      and u.is_active and u.archived_at is null and u.password_hash is not null
      and not exists (select from totp_factors f
        where f.user_id = u.id and f.confirmed_at is not null)
      and not exists (select from passkeys k where k.user_id = u.id))::int as without
    from customers c where c.id = ${customerId}`.execute(trx);
  return rows[0];
}

/** Sets whether a customer requires a second factor. Returns its name. */
export function changePolicy(trx: Transaction, customerId: number, isRequired: boolean) {
  return trx
    .updateTable('customers')
    .set({ requires_second_factor: isRequired })
    .where('id', '=', customerId)
    .returning('name')
    .executeTakeFirst();
}

import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';
import { type Attempt, lockEnd, MAX_FAILURES } from './sign-in-attempts.ts';

/**
 * Counts a sign-in attempt and locks at the limit, in one statement, so that concurrent attempts
 * cannot exceed the limit. A success clears the count.
 *
 * @returns attempts since the last success, or null if the account is locked for this address
 */
export async function takeAttempt(
  trx: Transaction,
  attempt: Attempt,
  now: Date,
): Promise<number | null> {
  const { account, address } = attempt;
  const until = lockEnd(now);
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, address, failures, last_at)
    values (${account}, ${address}, 1, ${now})
    on conflict (account, address) do update set
      failures = case when t.locked_until is null then t.failures else 0 end + 1,
      locked_until = case when t.locked_until is null and t.failures + 1 >= ${MAX_FAILURES}
        then ${until}::timestamptz end,
      last_at = excluded.last_at
    where t.locked_until is null or t.locked_until <= ${now}::timestamptz
    returning t.failures`.execute(trx);
  const failures = rows[0]?.failures ?? null;
  await updateShownAttempts(trx, attempt);
  return failures;
}

/** Uncounts a successful attempt if a second factor is still required; earlier ones stay counted. */
export async function returnAttempt(trx: Transaction, attempt: Attempt): Promise<void> {
  await sql`update sign_in_tries set failures = greatest(failures - 1, 0), locked_until = null
    where account = ${attempt.account} and address = ${attempt.address}`.execute(trx);
  await updateShownAttempts(trx, attempt);
}

/** Clears the count of an account for one address. */
export async function clearAttempts(trx: Transaction, attempt: Attempt): Promise<void> {
  await sql`delete from sign_in_tries
    where account = ${attempt.account} and address = ${attempt.address}`.execute(trx);
  await updateShownAttempts(trx, attempt);
}

/** Whether an account is locked for an address. */
export async function isLocked(trx: Transaction, attempt: Attempt, now: Date): Promise<boolean> {
  const { rows } = await sql`select from sign_in_tries where account = ${attempt.account}
    and address = ${attempt.address} and locked_until > ${now}::timestamptz`.execute(trx);
  return rows.length > 0;
}

/** Unlocks an account for every address (R-038). */
export async function clearAllAttempts(trx: Transaction, userId: number): Promise<void> {
  await sql`delete from sign_in_tries where account = ${`user:${userId}`}`.execute(trx);
  await trx
    .updateTable('users')
    .set({ failed_sign_ins: 0, locked_until: null })
    .where('id', '=', userId)
    .execute();
}

/** Deletes counts unchanged for a day. */
export async function removeOldAttempts(trx: Transaction): Promise<void> {
  await sql`delete from sign_in_tries where last_at < now() - interval '1 day'`.execute(trx);
}

/**
 * Updates the values in lists and forms of users: failures from all addresses, and the latest lock.
 * For an unknown login the statement also runs, without effect, so that timing reveals nothing.
 */
async function updateShownAttempts(trx: Transaction, { userId, account }: Attempt): Promise<void> {
  await sql`update users set failed_sign_ins = shown.failures, locked_until = shown.locked_until
    from (select coalesce(sum(failures), 0)::int as failures, max(locked_until) as locked_until
      from sign_in_tries where account = ${account}) shown
    where id = ${userId ?? 0}`.execute(trx);
}

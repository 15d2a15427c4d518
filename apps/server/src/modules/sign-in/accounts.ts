import type { SecretBox } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { passwordMatches } from './passwords.ts';
import { updateUser, userById, userByLogin } from './repository.ts';
import { takeCode } from './second-factor/check.ts';
import { hasSecondFactor } from './second-factor/repository.ts';
import { MAX_FAILURES, type Tried, triedLogin, triedUser } from './tries.ts';
import { clearTries, isLocked, returnTry, takeTry } from './tries-repository.ts';

/** How a try to sign in ended; `second-factor` where the password was right and a code is asked for. */
export type SignInResult =
  | { readonly outcome: 'signed-in'; readonly userId: number }
  | { readonly outcome: 'second-factor'; readonly userId: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'locked' };

const failed = (failures: number): SignInResult => ({
  outcome: failures >= MAX_FAILURES ? 'locked' : 'refused',
});

/**
 * Checks user name or e-mail address and password. Five failures from a network address lock the account
 * for that address for 15 minutes (requirement B-P04); while it is locked, the right password does not
 * open it either. A login that nobody has is counted and answered alike. A try is counted before the
 * password is looked at, so that many at once are not more than many in turn.
 *
 * @param ip network address of the caller
 * @param now the present, which tests choose
 */
export async function signInWithPassword(
  db: Database,
  { login, password, ip }: { login: string; password: string; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  const { user, tried, failures } = await db.asSystem(async (trx) => {
    const found = await userByLogin(trx, login.trim());
    const of = found === undefined ? triedLogin(login, ip) : triedUser(found.id, ip);
    return { user: found, tried: of, failures: await takeTry(trx, of, now) };
  });
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (failures === null) return { outcome: 'locked' };
  if (user === undefined || !user.is_active || !matches) return failed(failures);
  return db.asSystem(async (trx): Promise<SignInResult> => {
    if (await hasSecondFactor(trx, user.id)) {
      // The code decides: whoever only has the password clears nothing by it.
      await returnTry(trx, tried);
      return { outcome: 'second-factor', userId: user.id };
    }
    await clearTries(trx, tried);
    await updateUser(trx, user.id, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId: user.id };
  });
}

/**
 * Checks the code that follows a right password. Wrong ones count as failed sign-ins.
 *
 * @param now the present, which tests choose
 */
export async function signInWithCode(
  db: Database,
  box: SecretBox,
  { userId, code, ip }: { userId: number; code: string; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  const tried = triedUser(userId, ip);
  const failures = await db.asSystem((trx) => takeTry(trx, tried, now));
  if (failures === null) return { outcome: 'locked' };
  return db.asSystem(async (trx): Promise<SignInResult> => {
    const user = await userById(trx, userId);
    const isRight = user?.is_active === true && (await takeCode(trx, box, userId, code));
    if (!isRight) return failed(failures);
    await clearTries(trx, tried);
    await updateUser(trx, userId, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId };
  });
}

/**
 * Signs in whom a passkey vouches for: it is a second factor by itself, as it asks for a finger, a face
 * or a number.
 *
 * @param userId null where the passkey's answer was not right
 * @param now the present, which tests choose
 */
export async function signInWithPasskey(
  db: Database,
  { userId, ip }: { userId: number | null; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  if (userId === null) return { outcome: 'refused' };
  const tried = triedUser(userId, ip);
  return db.asSystem(async (trx): Promise<SignInResult> => {
    const user = await userById(trx, userId);
    if (user?.is_active !== true) return { outcome: 'refused' };
    if (await isLocked(trx, tried, now)) return { outcome: 'locked' };
    await clearTries(trx, tried);
    await updateUser(trx, userId, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId };
  });
}

/**
 * Checks the password that a signed-in person gives again. Wrong ones count as failed sign-ins, so that a
 * session that was taken over is no way to guess it.
 *
 * @param now the present, which tests choose
 */
export async function confirmPassword(
  db: Database,
  { userId, password, ip }: { userId: number; password: string; ip: string },
  now = new Date(),
): Promise<'right' | 'wrong' | 'locked'> {
  const tried: Tried = triedUser(userId, ip);
  const { user, failures } = await db.asSystem(async (trx) => ({
    user: await userById(trx, userId),
    failures: await takeTry(trx, tried, now),
  }));
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (failures === null) return 'locked';
  if (!matches) return failures >= MAX_FAILURES ? 'locked' : 'wrong';
  await db.asSystem((trx) => returnTry(trx, tried));
  return 'right';
}

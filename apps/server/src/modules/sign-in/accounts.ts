import type { Database } from '../../platform/db/index.ts';
import { passwordMatches } from './passwords.ts';
import { takeTry, updateUser, userById, userByLogin } from './repository.ts';
import { takeCode } from './second-factor/check.ts';
import { hasSecondFactor } from './second-factor/repository.ts';
import type { SecretBox } from './second-factor/secret-box.ts';

/** Requirement B-P04. */
const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** How a try to sign in ended; `second-factor` where the password was right and a code is asked for. */
export type SignInResult =
  | { readonly outcome: 'signed-in'; readonly userId: number }
  | { readonly outcome: 'second-factor'; readonly userId: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'locked' };

const limitsAt = (now: Date) => ({
  limit: MAX_FAILURES,
  now,
  lockedUntil: new Date(now.getTime() + LOCK_MS),
});

const signedIn = (now: Date) => ({
  failed_sign_ins: 0,
  locked_until: null,
  last_sign_in_at: now,
});

/**
 * Checks user name or e-mail address and password. Five failures lock the account for 15 minutes
 * (requirement B-P04); while it is locked, the right password does not open it either. A try is
 * counted before the password is looked at, so that many at once are not more than many in turn.
 * Where a second factor is asked for, the count goes on: who only has the password cannot set it back.
 *
 * @param now the present, which tests choose
 */
export async function signInWithPassword(
  db: Database,
  login: string,
  password: string,
  now = new Date(),
): Promise<SignInResult> {
  const { user, failures } = await db.asSystem(async (trx) => {
    const found = await userByLogin(trx, login.trim());
    // Somebody unknown costs the same statements, so that the time does not tell.
    const taken = await takeTry(trx, found?.id ?? 0, limitsAt(now));
    return { user: found, failures: taken };
  });
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (user === undefined || !user.is_active) return { outcome: 'refused' };
  if (failures === null) return { outcome: 'locked' };
  if (!matches) return { outcome: failures >= MAX_FAILURES ? 'locked' : 'refused' };
  return db.asSystem(async (trx): Promise<SignInResult> => {
    if (await hasSecondFactor(trx, user.id)) return { outcome: 'second-factor', userId: user.id };
    await updateUser(trx, user.id, signedIn(now));
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
  userId: number,
  code: string,
  now = new Date(),
): Promise<SignInResult> {
  const failures = await db.asSystem((trx) => takeTry(trx, userId, limitsAt(now)));
  if (failures === null) return { outcome: 'locked' };
  return db.asSystem(async (trx): Promise<SignInResult> => {
    const user = await userById(trx, userId);
    const isRight = user?.is_active === true && (await takeCode(trx, box, userId, code));
    if (!isRight) return { outcome: failures >= MAX_FAILURES ? 'locked' : 'refused' };
    await updateUser(trx, userId, signedIn(now));
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
  userId: number | null,
  now = new Date(),
): Promise<SignInResult> {
  if (userId === null) return { outcome: 'refused' };
  return db.asSystem(async (trx): Promise<SignInResult> => {
    const user = await userById(trx, userId);
    if (user?.is_active !== true) return { outcome: 'refused' };
    if (user.locked_until !== null && user.locked_until > now) return { outcome: 'locked' };
    await updateUser(trx, userId, signedIn(now));
    return { outcome: 'signed-in', userId };
  });
}

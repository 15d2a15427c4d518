import type { Database } from '../../platform/db/index.ts';
import { passwordMatches } from './passwords.ts';
import { countFailure, updateUser, userByLogin } from './repository.ts';

/** Requirement B-P04. */
const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** How a try to sign in with a password ended. */
export type SignInResult =
  | { readonly outcome: 'signed-in'; readonly userId: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'locked' };

/**
 * Checks user name or e-mail address and password. Five failures lock the account for 15 minutes
 * (requirement B-P04); while it is locked, the right password does not open it either.
 *
 * @param now the present, which tests choose
 */
export async function signInWithPassword(
  db: Database,
  login: string,
  password: string,
  now = new Date(),
): Promise<SignInResult> {
  const user = await db.asSystem((trx) => userByLogin(trx, login.trim()));
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (user === undefined || !user.is_active) return { outcome: 'refused' };
  if (user.locked_until !== null && user.locked_until > now) return { outcome: 'locked' };
  if (!matches) {
    const afterLock = user.locked_until !== null;
    await db.asSystem(async (trx) => {
      if (afterLock) await updateUser(trx, user.id, { failed_sign_ins: 0, locked_until: null });
      await countFailure(trx, user.id, MAX_FAILURES, new Date(now.getTime() + LOCK_MS));
    });
    return {
      outcome: !afterLock && user.failed_sign_ins + 1 >= MAX_FAILURES ? 'locked' : 'refused',
    };
  }
  await db.asSystem((trx) =>
    updateUser(trx, user.id, { failed_sign_ins: 0, locked_until: null, last_sign_in_at: now }),
  );
  return { outcome: 'signed-in', userId: user.id };
}

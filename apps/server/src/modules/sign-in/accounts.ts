import type { Database } from '../../platform/db/index.ts';
import { passwordMatches } from './passwords.ts';
import { takeTry, updateUser, userByLogin } from './repository.ts';

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
 * (requirement B-P04); while it is locked, the right password does not open it either. A try is
 * counted before the password is looked at, so that many at once are not more than many in turn.
 *
 * @param now the present, which tests choose
 */
export async function signInWithPassword(
  db: Database,
  login: string,
  password: string,
  now = new Date(),
): Promise<SignInResult> {
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const { user, failures } = await db.asSystem(async (trx) => {
    const found = await userByLogin(trx, login.trim());
    // Somebody unknown costs the same statements, so that the time does not tell.
    const taken = await takeTry(trx, found?.id ?? 0, { limit: MAX_FAILURES, now, lockedUntil });
    return { user: found, failures: taken };
  });
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (user === undefined || !user.is_active) return { outcome: 'refused' };
  if (failures === null) return { outcome: 'locked' };
  if (!matches) return { outcome: failures >= MAX_FAILURES ? 'locked' : 'refused' };
  await db.asSystem((trx) =>
    updateUser(trx, user.id, { failed_sign_ins: 0, locked_until: null, last_sign_in_at: now }),
  );
  return { outcome: 'signed-in', userId: user.id };
}

import { type Refusal, reportRefusal } from '../../../platform/audit/index.ts';
import type { SecretBox } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { hasSecondFactor } from './second-factor/sign-in-second-factor.repository.ts';
import { takeCode } from './second-factor/sign-in-second-factor-check.ts';
import { updateUser, userById, userByLogin } from './sign-in.repository.ts';
import {
  clearAttempts,
  isLocked,
  returnAttempt,
  takeAttempt,
} from './sign-in-attempts.repository.ts';
import { type Attempt, attemptOfLogin, attemptOfUser, MAX_FAILURES } from './sign-in-attempts.ts';
import { passwordMatches } from './sign-in-passwords.ts';

/** The result of an attempt; `second-factor` if the password was right and a code is required. */
export type SignInResult =
  | { readonly outcome: 'signed-in'; readonly userId: number }
  | { readonly outcome: 'second-factor'; readonly userId: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'locked' };

type SignInServices = Pick<Services, 'db' | 'log'>;

/** The user of a security event. */
const ownerOf = (
  user:
    | { id: number; customer_id: number | null; first_name: string; last_name: string }
    | undefined,
): Refusal['owner'] =>
  user === undefined
    ? null
    : {
        customerId: user.customer_id,
        kind: 'user',
        id: user.id,
        name: `${user.first_name} ${user.last_name}`.trim(),
      };

/** Reports a failed attempt, which locks at the limit. */
function refused(
  services: SignInServices,
  refusal: Omit<Refusal, 'outcome'> & { readonly failures: number },
): { readonly outcome: 'refused' | 'locked' } {
  const outcome = refusal.failures >= MAX_FAILURES ? 'locked' : 'refused';
  reportRefusal(services, { ...refusal, outcome });
  return { outcome };
}

/**
 * Checks user name or e-mail address and password. Five failures from a network address lock the
 * account for that address for 15 minutes (requirement B-P04), even for the right password. Unknown
 * logins are counted and answered alike. An attempt is counted before the password is checked, so
 * that concurrent attempts cannot exceed the limit.
 *
 * @param ip network address of the caller
 * @param now current time; set by tests
 */
export async function signInWithPassword(
  services: SignInServices,
  { login, password, ip }: { login: string; password: string; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  const { db } = services;
  const { user, attempt, failures } = await db.asSystem(async (trx) => {
    const found = await userByLogin(trx, login.trim());
    const of = found === undefined ? attemptOfLogin(login, ip) : attemptOfUser(found.id, ip);
    return { user: found, attempt: of, failures: await takeAttempt(trx, of, now) };
  });
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  const refusal = { method: 'password', address: ip, owner: ownerOf(user) } as const;
  if (failures === null) {
    reportRefusal(services, { ...refusal, outcome: 'locked' });
    return { outcome: 'locked' };
  }
  if (user === undefined || !user.is_active || !matches) {
    return refused(services, { ...refusal, failures });
  }
  return db.asSystem(async (trx): Promise<SignInResult> => {
    if (await hasSecondFactor(trx, user.id)) {
      // The code decides: an attacker with the password must not be able to reset the count.
      await returnAttempt(trx, attempt);
      return { outcome: 'second-factor', userId: user.id };
    }
    await clearAttempts(trx, attempt);
    await updateUser(trx, user.id, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId: user.id };
  });
}

/**
 * Checks the code that follows a right password. Wrong codes count as failed sign-ins.
 *
 * @param now current time; set by tests
 */
export async function signInWithCode(
  services: SignInServices,
  box: SecretBox,
  { userId, code, ip }: { userId: number; code: string; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  const { db } = services;
  const attempt = attemptOfUser(userId, ip);
  const { user, failures } = await db.asSystem(async (trx) => ({
    user: await userById(trx, userId),
    failures: await takeAttempt(trx, attempt, now),
  }));
  const refusal = { method: 'code', address: ip, owner: ownerOf(user) } as const;
  if (failures === null) {
    reportRefusal(services, { ...refusal, outcome: 'locked' });
    return { outcome: 'locked' };
  }
  return db.asSystem(async (trx): Promise<SignInResult> => {
    const isRight = user?.is_active === true && (await takeCode(trx, box, userId, code));
    if (!isRight) return refused(services, { ...refusal, failures });
    await clearAttempts(trx, attempt);
    await updateUser(trx, userId, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId };
  });
}

/**
 * Signs in with a passkey, which is a second factor by itself: it requires a fingerprint, a face or
 * a PIN.
 *
 * @param answered the user of the passkey, and whether its response was valid
 * @param now current time; set by tests
 */
export async function signInWithPasskey(
  services: SignInServices,
  { userId, isRight, ip }: { userId: number | null; isRight: boolean; ip: string },
  now = new Date(),
): Promise<SignInResult> {
  const user =
    userId === null ? undefined : await services.db.asSystem((trx) => userById(trx, userId));
  const refuse = (outcome: 'refused' | 'locked'): SignInResult => {
    reportRefusal(services, { method: 'passkey', outcome, address: ip, owner: ownerOf(user) });
    return { outcome };
  };
  if (user?.is_active !== true || !isRight) return refuse('refused');
  const attempt = attemptOfUser(user.id, ip);
  return services.db.asSystem(async (trx): Promise<SignInResult> => {
    if (await isLocked(trx, attempt, now)) return refuse('locked');
    await clearAttempts(trx, attempt);
    await updateUser(trx, user.id, { last_sign_in_at: now });
    return { outcome: 'signed-in', userId: user.id };
  });
}

/**
 * Checks the password that a signed-in user enters again. Wrong ones count as failed sign-ins, so
 * that a hijacked session cannot be used to guess it.
 *
 * @param now current time; set by tests
 */
export async function confirmPassword(
  services: SignInServices,
  { userId, password, ip }: { userId: number; password: string; ip: string },
  now = new Date(),
): Promise<'right' | 'wrong' | 'locked'> {
  const { db } = services;
  const attempt: Attempt = attemptOfUser(userId, ip);
  const { user, failures } = await db.asSystem(async (trx) => ({
    user: await userById(trx, userId),
    failures: await takeAttempt(trx, attempt, now),
  }));
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  const refusal = { method: 'confirmation', address: ip, owner: ownerOf(user) } as const;
  if (failures === null) {
    reportRefusal(services, { ...refusal, outcome: 'locked' });
    return 'locked';
  }
  if (!matches) {
    const { outcome } = refused(services, { ...refusal, failures });
    return outcome === 'locked' ? 'locked' : 'wrong';
  }
  await db.asSystem((trx) => returnAttempt(trx, attempt));
  return 'right';
}

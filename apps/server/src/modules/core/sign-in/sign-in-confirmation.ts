import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, conflict, locked, orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { userById } from './sign-in.repository.ts';
import { confirmPassword } from './sign-in-accounts.ts';

/** The password that a signed-in user enters again before a change of the account. */
export interface Confirmation {
  readonly password: string;
  /** Network address of the caller. */
  readonly ip: string;
}

/**
 * The signed-in user, after a check of the password. The check has its own transaction, so that a
 * wrong password stays counted.
 *
 * @throws HttpError 400 on the password, 409 if a foreign issuer manages the sign-in, 423 after too
 *   many wrong passwords
 */
export async function confirmedUser(
  services: Pick<Services, 'db' | 'log'>,
  { userId }: Pick<Viewer, 'userId'>,
  { password, ip }: Confirmation,
) {
  const user = orNotFound(await services.db.asSystem((trx) => userById(trx, userId)));
  if (user.password_hash === null) throw conflict('account.kept_elsewhere');
  const outcome = await confirmPassword(services, { userId, password, ip });
  if (outcome === 'locked') {
    throw locked('signIn.locked', { errors: { password: ['signIn.locked'] } });
  }
  if (outcome === 'wrong') {
    throw badRequest('validation.invalid', { errors: { password: ['account.password_wrong'] } });
  }
  return user;
}

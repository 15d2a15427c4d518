import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Confirmation, confirmedUser } from '../sign-in-confirmation.ts';
import { totpOf } from './sign-in-second-factor.repository.ts';
import { takeCode, totpBox } from './sign-in-second-factor-check.ts';

/** Whether a person has an authenticator app that is enabled. */
export async function hasAuthenticator(trx: Transaction, userId: number): Promise<boolean> {
  return (await totpOf(trx, userId))?.confirmed_at != null;
}

/**
 * Confirms a dangerous action: the password, and a code of the authenticator app for those who have
 * one. A code works once.
 *
 * @throws HttpError 400 on the password or code, otherwise as {@link confirmedUser}
 */
export async function confirmedWithCode(
  services: Pick<Services, 'db' | 'log' | 'config'>,
  viewer: Pick<Viewer, 'userId'>,
  { code, ...given }: Confirmation & { readonly code: string },
): Promise<void> {
  await confirmedUser(services, viewer, given);
  const { userId } = viewer;
  await services.db.asSystem(async (trx) => {
    if (!(await hasAuthenticator(trx, userId))) return;
    if (await takeCode(trx, totpBox(services.config), userId, code)) return;
    throw badRequest('validation.invalid', { errors: { code: ['sign_in.code_wrong'] } });
  });
}

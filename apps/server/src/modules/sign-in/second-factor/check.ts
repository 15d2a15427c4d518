import { derivedSecret } from '../../../platform/auth/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { recoveryHash, totpStep } from './codes.ts';
import { takeTotpStep, totpOf, useRecoveryCode } from './repository.ts';
import { type SecretBox, secretBox } from './secret-box.ts';

/** The box that the secrets of authenticator apps lie in. */
export function totpBox({ sessionSecret }: Pick<Config, 'sessionSecret'>): SecretBox {
  return secretBox(derivedSecret(sessionSecret, 'authenticator apps'));
}

/**
 * Whether a code of the authenticator app is right, which is then used up.
 *
 * @param isConfirmed whether the app has to be switched on already
 */
export async function takeTotpCode(
  trx: Transaction,
  box: SecretBox,
  userId: number,
  code: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const factor = await totpOf(trx, userId);
  if (factor === undefined || (factor.confirmed_at !== null) !== isConfirmed) return false;
  const step = await totpStep(box.open(factor.secret), code, Number(factor.last_step));
  if (step === null) return false;
  await takeTotpStep(trx, userId, step);
  return true;
}

/** Whether a code is right as a second factor: of the app, or a recovery code; used up by it. */
export async function takeCode(
  trx: Transaction,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  if (await takeTotpCode(trx, box, userId, code, true)) return true;
  return useRecoveryCode(trx, userId, recoveryHash(userId, code));
}

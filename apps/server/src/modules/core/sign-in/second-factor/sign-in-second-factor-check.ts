import { type SecretBox, secretBox } from '../../../../platform/auth/index.ts';
import type { Config } from '../../../../platform/config/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  allTotp,
  replaceTotpSecret,
  takeTotpStep,
  totpOf,
  useRecoveryCode,
} from './sign-in-second-factor.repository.ts';
import { recoveryHash, totpStep } from './sign-in-second-factor-codes.ts';

/** Encrypts the secrets of authenticator apps. */
export function totpBox(config: Pick<Config, 'sessionSecret' | 'previousSecrets'>): SecretBox {
  return secretBox(config, 'authenticator apps');
}

/**
 * Re-encrypts secrets of an earlier `SESSION_SECRET`, so that the earlier one can be removed.
 *
 * @returns number of secrets that cannot be decrypted: their users sign in with a recovery code
 */
export async function resealTotp(trx: Transaction, box: SecretBox): Promise<number> {
  let unreadable = 0;
  for (const { user_id, secret } of await allTotp(trx)) {
    const found = box.open(secret);
    if (found === null) unreadable += 1;
    else if (found.isOld) await replaceTotpSecret(trx, user_id, secret, box.seal(found.text));
  }
  return unreadable;
}

/**
 * Whether a code of the authenticator app is right. A right code cannot be used again.
 *
 * @param isConfirmed whether the app must already be enabled
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
  // Encrypted with a lost SESSION_SECRET: the code is refused, a recovery code is still accepted.
  const secret = box.open(factor.secret)?.text;
  if (secret === undefined) return false;
  const step = await totpStep(secret, code, Number(factor.last_step));
  if (step === null) return false;
  await takeTotpStep(trx, userId, step);
  return true;
}

/** Whether a code is a valid second factor: of the app, or a recovery code. It works once. */
export async function takeCode(
  trx: Transaction,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  if (await takeTotpCode(trx, box, userId, code, true)) return true;
  return useRecoveryCode(trx, userId, recoveryHash(userId, code));
}

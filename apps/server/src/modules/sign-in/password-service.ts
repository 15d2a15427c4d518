import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/db/index.ts';
import { badRequest, forbidden } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { passwordMail } from './mails.ts';
import { hashPassword, passwordFault, passwordMatches } from './passwords.ts';
import {
  endSignOnSessions,
  savePasswordToken,
  updateUser,
  usePasswordToken,
  userById,
  userByLogin,
  voidPasswordTokens,
} from './repository.ts';
import { languageOf, textOf } from './texts.ts';

type Purpose = 'reset' | 'set';

/** Requirement D-P01: a reset token for 24 hours, an account token for 7 days. */
const TOKEN_LIFE_MS: Readonly<Record<Purpose, number>> = {
  reset: 24 * 3_600_000,
  set: 7 * 24 * 3_600_000,
};

const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function sendLink(
  { config, db, mail }: Pick<Services, 'config' | 'db' | 'mail'>,
  user: { id: number; email: string; first_name: string; language: string },
  purpose: Purpose,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(Date.now() + TOKEN_LIFE_MS[purpose]);
  await db.asSystem((trx) =>
    savePasswordToken(trx, { token_hash: hashOf(token), user_id: user.id, purpose, expires_at }),
  );
  await mail.send(passwordMail(config.publicUrl, user, purpose, token));
}

/**
 * Takes the wish for a new password. The answer and its time are the same whether or not the
 * address is known (requirement D-P02): the mail is made after the answer.
 */
export function requestReset(services: Services, email: string): { message: string } {
  const work = async () => {
    const user = await services.db.asSystem((trx) => userByLogin(trx, email.trim()));
    if (user?.is_active === true && user.email.toLowerCase() === email.trim().toLowerCase()) {
      await sendLink(services, user, 'reset');
    }
  };
  void work().catch((error: unknown) => services.log.error({ err: error }, 'no reset mail'));
  return { message: textOf('en', 'password.requested') };
}

/** Sends the mail with which a new user chooses the first password (requirement D-P01). */
export async function invite(services: Services, userId: number): Promise<void> {
  const user = await services.db.asSystem((trx) => userById(trx, userId));
  if (user !== undefined) await sendLink(services, user, 'set');
}

/** Saves a new password: every session and every other link of the user ends. */
async function save(services: Services, userId: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  const now = new Date();
  await services.db.asSystem(async (trx) => {
    await updateUser(trx, userId, {
      password_hash,
      sessions_valid_from: now,
      failed_sign_ins: 0,
      locked_until: null,
    });
    await endSignOnSessions(trx, userId);
    await voidPasswordTokens(trx, userId, now);
  });
  services.bus.publish('users.changed', { userId });
}

async function userOfToken(db: Database, token: string, purpose: Purpose) {
  return db.asSystem((trx) => usePasswordToken(trx, hashOf(token), purpose, new Date()));
}

const failure = (message: string) => badRequest(message, { message, status: 'error' });

/**
 * Sets a password with the token of a mail; a token works once.
 *
 * @throws HttpError 400 with message and status "error" (requirement D-P03)
 */
export async function setPasswordByToken(
  services: Services,
  purpose: Purpose,
  token: string,
  password: string,
): Promise<{ message: string; status: 'success' }> {
  // First the rule, so that a password that is too short does not use the token up.
  const fault = passwordFault(password);
  if (fault !== null) throw failure(fault);
  const owner = await userOfToken(services.db, token, purpose);
  if (owner === undefined) throw failure(textOf('en', 'password.tokenUsed'));
  const user = await services.db.asSystem((trx) => userById(trx, owner.user_id));
  await save(services, owner.user_id, password);
  const key = purpose === 'reset' ? 'password.changed' : 'password.set';
  return { message: textOf(languageOf(user?.language), key), status: 'success' };
}

/**
 * Changes the own password; all other sessions end with it (requirement D-35).
 *
 * @throws HttpError 403 for somebody else's account, 400 where a password is wrong
 */
export async function changePassword(
  services: Services,
  viewerId: number,
  userId: number,
  passwords: { old_password: string; new_password: string },
): Promise<{ message: string }> {
  if (viewerId !== userId) throw forbidden('Only the own password can be changed.');
  const user = await services.db.asSystem((trx) => userById(trx, userId));
  const language = languageOf(user?.language);
  if (!(await passwordMatches(user?.password_hash ?? null, passwords.old_password))) {
    const text = textOf(language, 'password.oldWrong');
    throw badRequest(text, { errors: { old_password: [text] } });
  }
  const fault = passwordFault(passwords.new_password);
  if (fault !== null) throw badRequest(fault, { errors: { new_password: [fault] } });
  await save(services, userId, passwords.new_password);
  return { message: textOf(language, 'password.changed') };
}

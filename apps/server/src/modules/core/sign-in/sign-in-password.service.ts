import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import { randomToken, tokenHash } from '../../../platform/auth/index.ts';
import { wordingOf } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { enqueueMail } from '../../../platform/deliveries/index.ts';
import {
  badRequest,
  type ErrorMessage,
  forbidden,
  locked,
  notFound,
} from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { type LanguageReference, languageOf, textOf } from '../../../platform/texts.ts';
import { revokeAllTokens } from './account/sign-in-account.repository.ts';
import { type PasswordOwner, passwordFault, passwordLengthFault } from './password-rule.ts';
import {
  customerName,
  endSignOnSessions,
  updateUser,
  userByEmail,
  userById,
} from './sign-in.repository.ts';
import { confirmPassword } from './sign-in-accounts.ts';
import { clearAllAttempts } from './sign-in-attempts.repository.ts';
import { passwordMail } from './sign-in-mails.ts';
import {
  countPasswordTokens,
  passwordTokenUser,
  savePasswordToken,
  usePasswordToken,
  voidPasswordTokens,
} from './sign-in-password-tokens.repository.ts';
import { hashPassword } from './sign-in-passwords.ts';

type Purpose = 'reset' | 'set';
type PasswordServices = Pick<Services, 'db' | 'bus' | 'log'>;

const HOUR_MS = 3_600_000;
/** Requirement D-P01: a reset token for 24 hours, an account token for 7 days. */
const TOKEN_LIFE_MS: Readonly<Record<Purpose, number>> = {
  reset: 24 * HOUR_MS,
  set: 7 * 24 * HOUR_MS,
};
/** Limit of unused links per hour; further requests send nothing, so that no mailbox is flooded. */
const MAX_RESETS_AN_HOUR = 5;

async function sendLink(
  { config, db }: Pick<Services, 'config' | 'db'>,
  user: {
    id: number;
    email: string;
    first_name: string;
    language: string;
    customer_id: number | null;
  },
  purpose: Purpose,
): Promise<void> {
  const token = randomToken();
  const expires_at = new Date(Date.now() + TOKEN_LIFE_MS[purpose]);
  await db.asSystem(async (trx) => {
    const kept = { token_hash: tokenHash(token), user_id: user.id, purpose, expires_at };
    await savePasswordToken(trx, kept);
    const wording = await wordingOf(trx, user.customer_id, user.language);
    const mail = passwordMail(config.publicUrl, user, wording, purpose, token);
    // Without a customer, no request can read the link.
    await enqueueMail(trx, null, mail, { queue: 'security' });
  });
}

async function sendResetLink(services: Services, email: string): Promise<void> {
  const anHourAgo = new Date(Date.now() + TOKEN_LIFE_MS.reset - HOUR_MS);
  const user = await services.db.asSystem(async (trx) => {
    const found = await userByEmail(trx, email.trim());
    if (found?.is_active !== true) return undefined;
    const recent = await countPasswordTokens(trx, found.id, 'reset', anHourAgo);
    return recent < MAX_RESETS_AN_HOUR ? found : undefined;
  });
  if (user !== undefined) await sendLink(services, user, 'reset');
}

/**
 * Accepts a request for a new password. The response and its time are the same whether or not the
 * address is known (requirement D-P02): the e-mail is created after the response.
 */
export function requestReset(
  services: Services,
  email: string,
  language: LanguageReference,
): { message: string } {
  setImmediate(() => {
    sendResetLink(services, email).catch((error: unknown) =>
      services.log.error({ err: error }, 'a reset mail could not be made'),
    );
  });
  return { message: textOf(language, 'password.requested') };
}

/** Sends the e-mail with which a new user chooses the first password (requirement D-P01). */
export async function invite(
  services: Pick<Services, 'config' | 'db'>,
  userId: number,
): Promise<void> {
  const user = await services.db.asSystem((trx) => userById(trx, userId));
  if (user !== undefined) await sendLink(services, user, 'set');
}

const failure = (message: ErrorMessage) => badRequest(message, { message, status: 'error' });
/** The error for a password that the rule refuses, on its field. */
const refusal = (message: ErrorMessage) =>
  badRequest(message, { message, status: 'error', errors: { password: [message] } });

/** A message, with the names of the API tokens that were ended too. */
function withEnded(language: LanguageReference, message: string, ended: readonly string[]): string {
  if (ended.length === 0) return message;
  return `${message} ${textOf(language, 'password.tokensEnded', { names: ended.join(', ') })}`;
}

/** Writes the audit entry of a password that its user chose, without the password. */
async function recordPassword(
  trx: Transaction,
  userId: number,
  by: Purpose | 'change',
  endedTokens: readonly string[],
): Promise<void> {
  const user = await userById(trx, userId);
  const actor = await actorOf(trx, { userId });
  await recordChange(trx, {
    customerId: user?.customer_id ?? null,
    actor,
    subject: { kind: 'user', id: String(userId), name: actor.name },
    action: 'changed',
    before: null,
    // The log contains the field and hides its value.
    after: {
      password: 'new',
      by,
      ...(endedTokens.length === 0 ? {} : { ended_tokens: endedTokens }),
    },
  });
}

/** Publicly known texts about a user, for the password rule. */
async function ownerOf(trx: Transaction, userId: number): Promise<PasswordOwner | undefined> {
  const user = await userById(trx, userId);
  if (user === undefined) return undefined;
  return { ...user, customer: await customerName(trx, user.customer_id) };
}

/**
 * Sets a password with the token of an e-mail, which works once. Ends every session of the user.
 *
 * @throws HttpError 400 with message and status "error" (requirement D-P03)
 */
export async function setPasswordByToken(
  { db, bus }: Omit<PasswordServices, 'log'>,
  purpose: Purpose,
  { token, password }: { token: string; password: string },
  language: LanguageReference,
): Promise<{ message: string; status: 'success' }> {
  // The rule first, so that a refused password does not use up the token.
  const tooShort = passwordLengthFault(password);
  if (tooShort !== null) throw refusal(tooShort);
  const now = new Date();
  const owner = await db.asSystem(async (trx) => {
    const found = await passwordTokenUser(trx, tokenHash(token), purpose, now);
    return found === undefined ? undefined : ownerOf(trx, found.user_id);
  });
  if (owner === undefined) throw failure('password.tokenUsed');
  const fault = await passwordFault(password, owner);
  if (fault !== null) throw refusal(fault);
  const password_hash = await hashPassword(password);
  const done = await db.asSystem(async (trx) => {
    const used = await usePasswordToken(trx, tokenHash(token), purpose, now);
    if (used === undefined) return null;
    await updateUser(trx, used.user_id, {
      password_hash,
      sessions_valid_from: now,
    });
    await clearAllAttempts(trx, used.user_id);
    const ended = await revokeAllTokens(trx, used.user_id, now);
    await endSignOnSessions(trx, used.user_id, null);
    await voidPasswordTokens(trx, used.user_id, now);
    await recordPassword(trx, used.user_id, purpose, ended);
    return { userId: used.user_id, ended };
  });
  if (done === null) throw failure('password.tokenUsed');
  bus.publish('users.changed', { userId: done.userId });
  const key = purpose === 'reset' ? 'password.changed' : 'password.set';
  return { message: withEnded(language, textOf(language, key), done.ended), status: 'success' };
}

/**
 * Changes a user's own password (requirement D-35). Ends every other session and link of the user,
 * and the personal API tokens if the user wants that.
 *
 * @param asker the caller, and the session that stays
 * @throws HttpError 403 for another's account, 400 for a wrong password, 423 after too many
 */
export async function changePassword(
  services: PasswordServices,
  asker: { readonly userId: number; readonly grantId: string | null; readonly ip: string },
  userId: number,
  passwords: { old_password: string; new_password: string; end_tokens?: boolean | undefined },
): Promise<{ message: string }> {
  const { db, bus } = services;
  if (asker.userId !== userId) throw forbidden('account.own_password_only');
  const { user, owner } = await db.asSystem(async (trx) => ({
    user: await userById(trx, userId),
    owner: await ownerOf(trx, userId),
  }));
  if (user === undefined || owner === undefined) throw notFound();
  const language = languageOf(user.language);
  const refuse = (field: 'old_password' | 'new_password', message: ErrorMessage) =>
    badRequest(message, { message, status: 'error', errors: { [field]: [message] } });
  const given = { userId, password: passwords.old_password, ip: asker.ip };
  const confirmed = await confirmPassword(services, given);
  if (confirmed === 'locked') {
    const text = 'signIn.locked';
    throw locked(text, { message: text, status: 'error', errors: { old_password: [text] } });
  }
  if (confirmed === 'wrong') throw refuse('old_password', 'password.oldWrong');
  const fault = await passwordFault(passwords.new_password, owner);
  if (fault !== null) throw refuse('new_password', fault);
  const password_hash = await hashPassword(passwords.new_password);
  const now = new Date();
  const ended = await db.asSystem(async (trx) => {
    await updateUser(trx, userId, { password_hash, sessions_valid_from: now });
    await endSignOnSessions(trx, userId, asker.grantId);
    await voidPasswordTokens(trx, userId, now);
    const names = passwords.end_tokens === true ? await revokeAllTokens(trx, userId, now) : [];
    await recordPassword(trx, userId, 'change', names);
    return names;
  });
  bus.publish('users.changed', { userId });
  return { message: withEnded(language, textOf(language, 'password.changed'), ended) };
}

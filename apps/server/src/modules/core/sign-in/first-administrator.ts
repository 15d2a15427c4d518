import { randomBytes } from 'node:crypto';
import { MODULE_NAMES } from '@roadworthy/domain';
import { isSameSecret, tokenHash } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { passwordFault } from './password-rule.ts';
import {
  countUsers,
  insertFirstAdministrator,
  readSetting,
  writeSetting,
} from './sign-in.repository.ts';
import { hashPassword } from './sign-in-passwords.ts';

const SETTING = 'first-administrator.setup-code';
/** The pattern of OP-066. */
const EMAIL = /^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,4}$/;

const hashOf = (code: string) => tokenHash(code).toString('hex');

/** Whether this installation has no user yet. */
export function needsFirstAdministrator(db: Database): Promise<boolean> {
  return db.asSystem(async (trx) => (await countUsers(trx)) === 0);
}

/**
 * Creates the code with which the operator becomes the first administrator. Only its hash is stored,
 * and a new code replaces it.
 */
export async function prepareSetupCode(db: Database): Promise<string> {
  const code = randomBytes(6).toString('hex').toUpperCase().match(/.{4}/g)?.join('-') ?? '';
  await writeSetting(db, SETTING, hashOf(code));
  return code;
}

/** The fields of the first visitor's form. */
export interface FirstAdministrator {
  readonly setup_code: string;
  readonly customer: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the first customer and its administrator.
 *
 * @throws HttpError 409 once there is any user, 400 with the invalid field
 */
export async function createFirstAdministrator(
  db: Database,
  wanted: FirstAdministrator,
): Promise<void> {
  if (!(await needsFirstAdministrator(db))) throw conflict('sign_in.administrator_exists');
  const stored = String(await readSetting(db, SETTING));
  if (!isSameSecret(hashOf(wanted.setup_code.trim().toUpperCase()), stored)) {
    throw badRequest('validation.invalid', {
      errors: { setup_code: ['sign_in.code_wrong'] },
    });
  }
  if (!EMAIL.test(wanted.email)) {
    throw badRequest('validation.invalid', { errors: { email: ['sign_in.email_invalid'] } });
  }
  const fault = await passwordFault(wanted.password, {
    ...wanted,
    username: wanted.email,
  });
  if (fault !== null) {
    throw badRequest('validation.invalid', { errors: { password: [fault] } });
  }
  const password_hash = await hashPassword(wanted.password);
  await db.asSystem((trx) =>
    insertFirstAdministrator(trx, { ...wanted, password_hash, modules: MODULE_NAMES }),
  );
}

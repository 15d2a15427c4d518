import type { AuditAction, AuditKind } from '@roadworthy/domain';
import QRCode from 'qrcode';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import {
  API_TOKEN_PREFIX,
  randomToken,
  type SecretBox,
  tokenHash,
  type Viewer,
} from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  badRequest,
  conflict,
  type ErrorMessage,
  notFound,
  orNotFound,
} from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  keepTotp,
  passkeysOf,
  policyOf,
  recoveryCodesOf,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  totpOf,
} from '../second-factor/sign-in-second-factor.repository.ts';
import { takeTotpCode, totpBox } from '../second-factor/sign-in-second-factor-check.ts';
import {
  newRecoveryCodes,
  newTotp,
  recoveryHash,
} from '../second-factor/sign-in-second-factor-codes.ts';
import { Passkeys } from '../second-factor/sign-in-second-factor-passkeys.ts';
import { userById } from '../sign-in.repository.ts';
import { type Confirmation, confirmedUser } from '../sign-in-confirmation.ts';
import {
  endSession,
  insertToken,
  revokeToken,
  sessionsOf,
  tokensOf,
} from './sign-in-account.repository.ts';
import { HINT_LENGTH, toPasskey, toToken } from './sign-in-account-json.ts';

type AccountServices = Pick<Services, 'config' | 'db' | 'bus' | 'log'>;

const DAY_MS = 24 * 3600_000;

/** Limit of valid tokens per user. */
const MAX_TOKENS = 50;

const MAX_PASSKEYS = 20;

const fieldFault = (field: string, text: ErrorMessage) =>
  badRequest('validation.invalid', { errors: { [field]: [text] } });

/** A user's own account: second factors, sessions, tokens. */
export class AccountService {
  readonly #box: SecretBox;
  readonly #passkeys: Passkeys;

  constructor(private readonly services: AccountServices) {
    this.#box = totpBox(services.config);
    this.#passkeys = new Passkeys(services.config);
  }

  /** The security settings of the account. */
  security(viewer: Viewer) {
    return this.services.db.asSystem(async (trx) => {
      const user = await userById(trx, viewer.userId);
      const policy =
        viewer.customerId === null ? undefined : await policyOf(trx, viewer.customerId);
      const totp = await totpOf(trx, viewer.userId);
      const codes = await recoveryCodesOf(trx, viewer.userId);
      return {
        has_password: user?.password_hash != null,
        is_required: policy?.requires_second_factor ?? false,
        totp: totp?.confirmed_at != null,
        recovery_codes_left: codes.left,
        has_short_recovery_codes: codes.hasShort,
        passkeys: (await passkeysOf(trx, viewer.userId)).map(toPasskey),
      };
    });
  }

  /**
   * A new secret for an authenticator app.
   *
   * @throws HttpError 400 for a wrong password, 409 if an app is already enabled
   */
  async beginTotp(viewer: Viewer, given: Confirmation) {
    const user = await confirmedUser(this.services, viewer, given);
    const { secret, uri } = await this.services.db.asSystem(async (trx) => {
      const made = newTotp(user.email);
      if (!(await keepTotp(trx, viewer.userId, this.#box.seal(made.secret)))) {
        throw conflict('account.totp_on');
      }
      return made;
    });
    return { secret, uri, qr_svg: await QRCode.toString(uri, { type: 'svg', margin: 1 }) };
  }

  /**
   * Enables the authenticator app with its first code.
   *
   * @throws HttpError 400 for a wrong code
   */
  async confirmTotp(viewer: Viewer, code: string) {
    const codes = newRecoveryCodes();
    await this.services.db.asSystem(async (trx) => {
      if (!(await takeTotpCode(trx, this.#box, viewer.userId, code, false))) {
        throw fieldFault('code', 'sign_in.code_wrong');
      }
      await this.#keepRecoveryCodes(trx, viewer, codes);
      await this.#record(trx, viewer, 'second_factor', 'created', 'totp', 'Authenticator app');
    });
    this.#changed(viewer);
    return { recovery_codes: codes };
  }

  /**
   * Disables the authenticator app.
   *
   * @throws HttpError 400 for a wrong password, 404 if there is none
   */
  async removeTotp(viewer: Viewer, given: Confirmation): Promise<void> {
    await confirmedUser(this.services, viewer, given);
    await this.services.db.asSystem(async (trx) => {
      if (!(await removeTotp(trx, viewer.userId))) throw notFound();
      await replaceRecoveryCodes(trx, viewer.userId, []);
      await this.#record(trx, viewer, 'second_factor', 'removed', 'totp', 'Authenticator app');
    });
    this.#changed(viewer);
  }

  /**
   * Replaces the recovery codes.
   *
   * @throws HttpError 400 for a wrong password, 409 without an authenticator app
   */
  async renewRecoveryCodes(viewer: Viewer, given: Confirmation) {
    await confirmedUser(this.services, viewer, given);
    const codes = newRecoveryCodes();
    await this.services.db.asSystem(async (trx) => {
      const totp = await totpOf(trx, viewer.userId);
      if (totp?.confirmed_at == null) throw conflict('account.totp_required');
      await this.#keepRecoveryCodes(trx, viewer, codes);
      await this.#record(trx, viewer, 'second_factor', 'changed', 'recovery', 'Recovery codes');
    });
    return { recovery_codes: codes };
  }

  /**
   * Options with which the browser creates a passkey.
   *
   * @throws HttpError 400 for a wrong password, 409 for too many passkeys
   */
  async beginPasskey(viewer: Viewer, given: Confirmation) {
    const user = await confirmedUser(this.services, viewer, given);
    return this.services.db.asSystem(async (trx) => {
      if ((await passkeysOf(trx, viewer.userId)).length >= MAX_PASSKEYS) {
        throw conflict({ code: 'account.too_many_passkeys', params: { most: MAX_PASSKEYS } });
      }
      const name = `${user.first_name} ${user.last_name}`.trim();
      const options = await this.#passkeys.options(trx, { ...user, name });
      return options as unknown as Record<string, unknown>;
    });
  }

  /**
   * Stores a passkey that the browser created.
   *
   * @throws HttpError 400 if the browser's response is invalid
   */
  async addPasskey(viewer: Viewer, name: string, credential: object) {
    const made = await this.services.db.asSystem(async (trx) => {
      const kept = await this.#passkeys.add(trx, viewer.userId, name, credential);
      if (kept === undefined) throw fieldFault('credential', 'account.passkey_not_kept');
      await this.#record(trx, viewer, 'second_factor', 'created', `passkey ${kept.id}`, name);
      return kept;
    });
    this.#changed(viewer);
    return toPasskey(made);
  }

  /** @throws HttpError 400 for a wrong password, 404 for a passkey of another account */
  async removePasskey(viewer: Viewer, id: number, given: Confirmation): Promise<void> {
    await confirmedUser(this.services, viewer, given);
    await this.services.db.asSystem(async (trx) => {
      const name = orNotFound(await removePasskey(trx, viewer.userId, id));
      await this.#record(trx, viewer, 'second_factor', 'removed', `passkey ${id}`, name);
    });
    this.#changed(viewer);
  }

  /**
   * The active sessions of the account.
   *
   * @param currentGrantId the session of this request
   */
  async sessions(viewer: Viewer, currentGrantId: string | null) {
    const rows = await this.services.db.asSystem((trx) => sessionsOf(trx, viewer.userId));
    return rows.map((row) => ({
      id: row.grant_id,
      is_current: row.grant_id === currentGrantId,
      user_agent: row.user_agent,
      address: row.address,
      began_at: row.began_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    }));
  }

  /** Signs one session out. @throws HttpError 404 for a session of another account */
  async endSession(viewer: Viewer, grantId: string): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      if (!(await endSession(trx, viewer.userId, grantId))) throw notFound();
      await this.#record(trx, viewer, 'session', 'removed', grantId.slice(0, 8), '');
    });
    this.services.bus.publish('sessions.ended', { userId: viewer.userId, grantId });
  }

  async tokens(viewer: Viewer) {
    const rows = await this.services.db.asSystem((trx) => tokensOf(trx, viewer.userId));
    return rows.map(toToken);
  }

  /**
   * Creates a token. Only this response contains it.
   *
   * @throws HttpError 400 for a wrong password, 409 for too many tokens
   */
  async createToken(
    viewer: Viewer,
    wanted: { name: string; scopes: string[]; days: number } & Confirmation,
  ) {
    await confirmedUser(this.services, viewer, wanted);
    const secret = randomToken();
    const token = `${API_TOKEN_PREFIX}${secret}`;
    return this.services.db.asSystem(async (trx) => {
      if ((await tokensOf(trx, viewer.userId)).length >= MAX_TOKENS) {
        throw conflict({ code: 'account.too_many_tokens', params: { most: MAX_TOKENS } });
      }
      const made = await insertToken(trx, {
        user_id: viewer.userId,
        name: wanted.name,
        token_hash: tokenHash(token),
        hint: secret.slice(0, HINT_LENGTH),
        scopes: [...new Set(wanted.scopes)],
        expires_at: new Date(Date.now() + wanted.days * DAY_MS),
      });
      const { name, scopes } = wanted;
      const after = { scopes, expires_at: made.expires_at };
      await this.#record(trx, viewer, 'api_token', 'created', String(made.id), name, after);
      return { ...toToken(made), token };
    });
  }

  /** Ends a token at once. @throws HttpError 404 for a token of another account */
  async removeToken(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      const name = orNotFound(await revokeToken(trx, viewer.userId, id));
      await this.#record(trx, viewer, 'api_token', 'removed', String(id), name);
    });
    this.#changed(viewer);
  }

  #keepRecoveryCodes(trx: Transaction, { userId }: Viewer, codes: readonly string[]) {
    return replaceRecoveryCodes(
      trx,
      userId,
      codes.map((code) => recoveryHash(userId, code)),
    );
  }

  async #record(
    trx: Transaction,
    viewer: Viewer,
    kind: AuditKind,
    action: AuditAction,
    id: string,
    name: string,
    after: object | null = null,
  ): Promise<void> {
    const actor = await actorOf(trx, viewer);
    const subject = { kind, id, name: name === '' ? actor.name : `${name} (${actor.name})` };
    const { customerId } = viewer;
    await recordChange(trx, { customerId, actor, subject, action, before: null, after });
  }

  #changed({ userId }: Viewer): void {
    this.services.bus.publish('users.changed', { userId });
  }
}

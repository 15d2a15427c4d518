import { API_SCOPES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, textOf, utc } from './fields.ts';
import { byId } from './shapes.ts';

const SIGNED_IN = { kind: 'signed-in' } as const;
const ADMINISTRATOR = { kind: 'administrator' } as const;
/** Calls about the account itself take a session alone: no token makes another, or ends a factor. */
const SESSION = 'session' as const;

/** Required again before the account changes. */
const password = exactText(1024);
export const withPassword = z.object({ password });

const passkey = z
  .object({ id, name: z.string(), created_at: utc, last_used_at: utc.nullable() })
  .meta({ id: 'Passkey' });

const apiToken = z
  .object({
    id,
    name: z.string(),
    /** The first characters of the token. */
    hint: z.string(),
    scopes: z.array(z.enum(API_SCOPES)),
    created_at: utc,
    expires_at: utc,
    last_used_at: utc.nullable(),
  })
  .meta({ id: 'ApiToken' });

const session = z
  .object({
    id: z.string(),
    is_current: z.boolean(),
    /** The user agent of the browser. */
    user_agent: z.string(),
    address: z.string(),
    began_at: utc,
    last_used_at: utc,
  })
  .meta({ id: 'AccountSession' });

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const sessionId = z.object({ id: exactText(64).min(1) });
/** A browser's answer to a passkey challenge; the WebAuthn library verifies it. */
const credential = z.record(z.string(), z.unknown());

/** A person's own account: sessions, second factors, tokens (U-02; issue of people and permissions). */
export const account = {
  security: endpoint({
    method: 'GET',
    path: '/api/account/security/',
    withoutSecondFactor: true,
    ids: ['U-02'],
    summary: 'Get the security settings of your account.',
    access: SIGNED_IN,
    credential: SESSION,
    answer: z.object({
      /** False if an outside issuer signs people in: it handles second factors. */
      has_password: z.boolean(),
      is_required: z.boolean(),
      totp: z.boolean(),
      recovery_codes_left: z.int().nonnegative(),
      /** Some are of the 49 bits of earlier versions and should be renewed. */
      has_short_recovery_codes: z.boolean(),
      passkeys: z.array(passkey),
    }),
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp/',
    withoutSecondFactor: true,
    ids: ['U-02'],
    summary:
      'Create a secret for an authenticator app. It takes effect when the first code is confirmed.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: withPassword,
    refuses: [423],
    answer: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp/confirm/',
    withoutSecondFactor: true,
    ids: ['U-02'],
    summary: 'Turn on the authenticator app. Returns recovery codes, once.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: z.object({ code: textOf(16) }),
    answer: recoveryCodes,
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp/remove/',
    ids: ['U-02'],
    summary: 'Turn off the authenticator app.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: withPassword,
    refuses: [423],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recovery_codes/',
    ids: ['U-02'],
    summary: 'Replace the recovery codes. Returns the new ones, once.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: withPassword,
    refuses: [423],
    answer: recoveryCodes,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/options/',
    withoutSecondFactor: true,
    ids: ['U-02'],
    summary: 'Get the options that the browser needs to create a passkey.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: withPassword,
    refuses: [423],
    answer: z.record(z.string(), z.unknown()),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/',
    withoutSecondFactor: true,
    ids: ['U-02'],
    summary: 'Store a passkey that the browser created.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    body: z.object({ name: textOf(80).min(1), credential }),
    status: 201,
    answer: passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/{id}/',
    ids: ['U-02'],
    summary: 'Delete a passkey.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    params: byId,
    body: withPassword,
    refuses: [423],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions/',
    ids: ['U-02'],
    summary: 'List the sessions of your account.',
    access: SIGNED_IN,
    credential: SESSION,
    answer: z.array(session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/{id}/',
    ids: ['U-02'],
    summary: 'End one session of your account.',
    access: SIGNED_IN,
    credential: SESSION,
    params: sessionId,
  }),
  tokens: endpoint({
    method: 'GET',
    path: '/api/account/tokens/',
    ids: ['U-02'],
    summary: 'List your API tokens.',
    access: SIGNED_IN,
    credential: SESSION,
    answer: z.array(apiToken),
  }),
  createToken: endpoint({
    method: 'POST',
    path: '/api/account/tokens/',
    ids: ['U-02'],
    summary: 'Create an API token with at most your own permissions. Returns the token, once.',
    access: SIGNED_IN,
    credential: SESSION,
    ratePerMinute: 30,
    refuses: [423],
    body: z.object({
      name: textOf(80).min(1),
      scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
      /** Days until it expires. */
      days: z.int().min(1).max(366).default(90),
      password,
    }),
    status: 201,
    answer: apiToken.extend({ token: z.string() }),
  }),
  removeToken: endpoint({
    method: 'DELETE',
    path: '/api/account/tokens/{id}/',
    ids: ['U-02'],
    summary: 'Revoke an API token immediately.',
    access: SIGNED_IN,
    credential: SESSION,
    params: byId,
  }),
  policy: endpoint({
    method: 'GET',
    path: '/api/administration/sign_in_policy/',
    ids: ['U-02'],
    summary: 'Get whether the customer requires a second factor.',
    access: ADMINISTRATOR,
    answer: z.object({ requires_second_factor: z.boolean(), without: z.int().nonnegative() }),
  }),
  changePolicy: endpoint({
    method: 'PUT',
    path: '/api/administration/sign_in_policy/',
    customerWide: true,
    ids: ['U-02'],
    summary: 'Set whether the customer requires a second factor.',
    access: ADMINISTRATOR,
    credential: SESSION,
    body: z.object({ requires_second_factor: z.boolean() }),
  }),
} as const;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, textOf } from './fields.ts';
import { byId } from './shapes.ts';
import { currentUser, givenClock, language, prefs, ssoRecord, user } from './sign-in-shapes.ts';

const message = z.object({ message: z.string() });
const messageAndStatus = z.object({ message: z.string(), status: z.enum(['success', 'error']) });
const tokenAndPassword = z.object({
  token: exactText(512).min(1),
  password: exactText(1024),
});

const PUBLIC = { kind: 'public' } as const;
const SIGNED_IN = { kind: 'signed-in' } as const;

/** Session, password and language calls (areas B and D, RP-04, RP-05). */
export const signIn = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/user/get_current_user/',
    withoutSecondFactor: true,
    ids: ['R-019'],
    summary: 'Get the signed-in user, the languages and the settings of the customer.',
    access: SIGNED_IN,
    answer: currentUser,
  }),
  currentUserWithImage: endpoint({
    method: 'GET',
    path: '/api/fmt/user/get_current_user_with_image/',
    ids: ['R-021'],
    summary: 'Get the signed-in user with the address of the photo.',
    access: SIGNED_IN,
    answer: currentUser,
  }),
  currentCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/get_current_customer/',
    withoutSecondFactor: true,
    ids: ['R-022'],
    summary: 'Get the customer of the signed-in user.',
    access: SIGNED_IN,
    answer: currentUser,
  }),
  reobtainJwt: endpoint({
    method: 'GET',
    path: '/api/reobtain_jwt/',
    ids: ['R-020'],
    summary:
      'Create a token for the JWT calls, valid for 15 minutes; also set as the cookie jwt-token.',
    access: SIGNED_IN,
    credential: 'session',
    answer: z.object({ token: z.string() }),
  }),
  authenticate: endpoint({
    method: 'POST',
    path: '/api/authenticate',
    ids: ['R-023'],
    summary: 'Sign in an API client with user name or email address and password.',
    refuses: [423],
    access: PUBLIC,
    ratePerMinute: 60,
    body: z.object({
      username: exactText(254).optional(),
      email: exactText(254).optional(),
      password: exactText(1024),
      /** Of an authenticator app, or a recovery code, where the account has a second factor. */
      code: textOf(64).optional(),
    }),
    answer: z.object({ token: z.string(), user }),
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/reset_password/',
    ids: ['R-024'],
    summary:
      'Send an email with a link to set a new password. The answer never shows whether the address exists.',
    access: PUBLIC,
    ratePerMinute: 30,
    body: z.object({ email: exactText(254) }),
    answer: message,
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/api/reset_password_key/',
    ids: ['R-025'],
    summary: 'Set a new password with the token of a reset email.',
    access: PUBLIC,
    ratePerMinute: 30,
    body: tokenAndPassword,
    answer: messageAndStatus,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/api/set_password/',
    ids: ['R-026'],
    summary: 'Set the first password with the token of an invitation.',
    access: PUBLIC,
    ratePerMinute: 30,
    body: tokenAndPassword,
    answer: messageAndStatus,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/user/{id}/change_password/',
    ids: ['R-027'],
    summary:
      'Change your own password and end every other session. Also revokes your API tokens if end_tokens is true.',
    refuses: [423],
    access: SIGNED_IN,
    credential: 'session',
    ratePerMinute: 10,
    params: byId,
    body: z.object({
      old_password: exactText(1024),
      new_password: exactText(1024),
      /** Also revokes the API tokens; they stay by default. */
      end_tokens: z.boolean().optional(),
    }),
    answer: message,
  }),
  changePreferences: endpoint({
    method: 'PUT',
    path: '/api/user/{id}/change_preferences/',
    ids: ['R-039'],
    summary: 'Update your time zone, formats, units, theme and language.',
    access: SIGNED_IN,
    params: byId,
    body: z.object({
      prefs: prefs
        .extend({ time_format: givenClock })
        .partial()
        .default({})
        .meta({ id: 'PrefsBody' }),
      language: exactText(8).optional(),
    }),
    answer: user,
  }),
  userInfo: endpoint({
    method: 'GET',
    path: '/auth/userinfo/',
    withoutSecondFactor: true,
    ids: ['R-028'],
    summary: 'List the single sign-on records of the signed-in user.',
    access: SIGNED_IN,
    answer: z.object({
      extra_vars: z.object({ permissions: z.array(ssoRecord) }),
      sub: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
    }),
  }),
  ssoLogin: endpoint({
    method: 'POST',
    path: '/auth/sso_login/',
    ids: ['R-029'],
    summary: 'Check whether the value of the access-token cookie is a valid session.',
    access: PUBLIC,
    ratePerMinute: 120,
    body: z.object({ cookie: exactText(8192) }),
    answer: z.object({ success: z.boolean() }),
  }),
  createSession: endpoint({
    method: 'POST',
    path: '/auth/session/',
    ids: ['RP-04'],
    summary:
      'Exchange the authorisation code. Sets access-token, jwt-token and the refresh cookie.',
    access: PUBLIC,
    ratePerMinute: 120,
    body: z.object({
      code: exactText(4096),
      code_verifier: exactText(128).min(43),
      redirect_uri: exactText(2048),
    }),
    answer: z.object({ success: z.literal(true) }),
  }),
  refreshSession: endpoint({
    method: 'POST',
    path: '/auth/session/refresh/',
    ids: ['B-P02'],
    summary: 'Renew the access token from the HttpOnly refresh cookie, which is rotated.',
    access: PUBLIC,
    ratePerMinute: 120,
    answer: z.object({ success: z.boolean(), expires_in: z.int() }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/session/',
    ids: ['B-24'],
    summary: 'Revoke the refresh token and clear the cookies of this browser.',
    access: PUBLIC,
    status: 204,
  }),
  languages: endpoint({
    method: 'GET',
    path: '/api/language_configs/',
    ids: ['R-030'],
    summary: 'List the configured languages and the addresses of their texts.',
    access: PUBLIC,
    answer: z.array(language),
  }),
  firstAdministrator: endpoint({
    method: 'POST',
    path: '/api/first_administrator/',
    ids: ['O-03'],
    summary:
      'Create the first customer and administrator of an empty installation; 409 afterwards.',
    access: PUBLIC,
    ratePerMinute: 20,
    body: z.object({
      setup_code: exactText(64),
      customer: textOf(120).min(1),
      first_name: textOf(80).min(1),
      last_name: textOf(80).min(1),
      email: textOf(254).toLowerCase(),
      password: exactText(1024),
    }),
    status: 201,
    answer: z.object({ message: z.string() }),
  }),
} as const;

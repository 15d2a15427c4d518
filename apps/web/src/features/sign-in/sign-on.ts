import type { AnswerOf, contract } from '@roadworthy/contract';
import { InternalError } from '@roadworthy/domain';
import { api } from '../../api/client.ts';
import { accessToken } from '../../session/cookies.ts';
import { safeReturnUrl } from '../../session/routes.ts';
import { enter, load } from '../../session/start.ts';
import { storage } from '../../session/storage.ts';

type AppConfig = AnswerOf<typeof contract.platformInfo.config>;

/** State kept in session storage during the sign-on. */
const PENDING = 'sign-on';

interface Pending {
  readonly state: string;
  readonly verifier: string;
  readonly returnUrl: string;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const randomText = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** The S256 challenge of a PKCE verifier (RFC 7636). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

const redirectUri = () => `${location.origin}/login`;

/**
 * Redirects the browser to the sign-on: authorization code with PKCE (requirement B-P01).
 *
 * @param returnUrl where to go after success
 */
export async function startSignOn(returnUrl: string): Promise<void> {
  const config: AppConfig = await api.platformInfo.config();
  if (config.needs_first_administrator) {
    location.replace('/first-administrator');
    return;
  }
  const pending: Pending = { state: randomText(), verifier: randomText(), returnUrl };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.sign_on.client_id,
    redirect_uri: redirectUri(),
    scope: config.sign_on.scope,
    state: pending.state,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
    ui_locales: document.documentElement.lang,
  });
  const base = config.bases.oauth2.replace(/\/$/, '');
  location.assign(`${base}/oauth2/authorize/?${query}`);
}

function takePending(state: string | null): Pending | null {
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  const pending = text === null ? null : (JSON.parse(text) as Pending);
  return pending !== null && pending.state === state ? pending : null;
}

/**
 * Completes a sign-on that returned with a code: session, customer, permissions, return URL
 * (requirements B-12 to B-15).
 *
 * @returns the URL to open
 * @throws Error if the code does not belong to a sign-on of this tab, or is rejected
 */
export async function finishSignOn(query: URLSearchParams): Promise<string> {
  const code = query.get('code');
  const pending = takePending(query.get('state'));
  if (code === null || pending === null) throw new InternalError('sign_on.other_tab');
  await api.signIn.createSession({
    body: { code, code_verifier: pending.verifier, redirect_uri: redirectUri() },
  });
  return enterApplication(pending.returnUrl);
}

/** Fetches and stores the signed-in user. A failed customer call is retried once (OP-021, B-34). */
async function enterApplication(returnUrl: string): Promise<string> {
  const current = await api.signIn.currentCustomer().catch((error: unknown) => {
    console.warn('The customer could not be read; trying once more.', error);
    return api.signIn.currentCustomer().catch(() => load());
  });
  enter(current);
  return safeReturnUrl(returnUrl);
}

/**
 * With an authentication cookie, checks whether its session is valid (requirements B-09, B-10).
 *
 * @returns the URL to open, or null if a new sign-on is needed
 */
export async function resume(returnUrl: string): Promise<string | null> {
  const cookie = accessToken();
  if (cookie === null) return null;
  const { success } = await api.signIn.ssoLogin({ body: { cookie } });
  if (!success) return null;
  const to = await enterApplication(returnUrl);
  return storage.currentUser.get()?.user.permission.name.toUpperCase() === 'GUEST' ? null : to;
}

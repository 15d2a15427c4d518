import { createHash, randomBytes } from 'node:crypto';
import type { APIResponse, Page } from '@playwright/test';
import { PASSWORD } from './product.ts';

const token = () => randomBytes(32).toString('base64url');

function expectOk(answer: APIResponse): void {
  if (!answer.ok()) throw new Error(`signing in: ${answer.url()} answers ${answer.status()}`);
}

/**
 * Opens a session for a page with the same calls as a browser and its user (authorisation
 * code with PKCE, the form, the session), without the pages in between: they have separate tests
 * and take two seconds each time.
 */
export async function openSession(page: Page, origin: string, email: string): Promise<void> {
  const { request } = page.context();
  const verifier = token();
  const redirectUri = `${origin}/login`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'roadworthy-web',
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    state: token(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await request.get(`${origin}/auth/oauth2/authorize/?${query}`);
  expectOk(form);
  const csrf = /name="csrf" value="([^"]*)"/.exec(await form.text())?.[1] ?? '';
  const headers = { Origin: origin };
  const login = await request.post(form.url(), {
    form: { csrf, username: email, password: PASSWORD },
    headers,
  });
  expectOk(login);
  const code = new URL(login.url()).searchParams.get('code');
  const data = { code, code_verifier: verifier, redirect_uri: redirectUri };
  expectOk(await request.post(`${origin}/auth/session/`, { data, headers }));
}

/** Signs in through the form, from the requested URL. */
export async function signInByForm(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel(/^(User name or e-mail|Nome de utilizador ou e-mail)$/).fill(email);
  await page.getByLabel(/^(Password|Palavra-passe)$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|Entrar)$/ }).click();
}

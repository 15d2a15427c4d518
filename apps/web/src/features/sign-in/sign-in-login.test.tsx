import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCookies } from '../../session/cookies.ts';
import { startTexts } from '../../session/i18n.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { Login } from './login.tsx';
import { mount } from './sign-in-mount.tsx';

const CONFIG = {
  production: false,
  needs_first_administrator: false,
  bases: { oauth2: '/auth' },
  sign_on: { client_id: 'roadworthy-web', scope: 'openid' },
};

let answers: Map<string, unknown>;
let asked: string[];
let left: string[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked = [];
  left = [];
  answers = new Map<string, unknown>([['/api/config/', CONFIG]]);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const body = answers.get(url);
    return body === undefined
      ? new Response(JSON.stringify({ detail: 'no' }), { status: 400 })
      : new Response(JSON.stringify(body));
  });
  const leave = (url: string | URL) => void left.push(String(url));
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  vi.spyOn(window.location, 'replace').mockImplementation(leave);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  clearCookies();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<Login />);
}

function setAccessCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'access-token=h.e30.s; Path=/';
}

describe('login page', () => {
  it('[B-01] [B-02] offers the configured languages', () => {
    open('/login?signed_out=1');
    const language = screen.getByLabelText<HTMLSelectElement>('Language');
    expect([...language.options].map(({ value }) => value)).toEqual(['en', 'pt']);
  });

  it('[B-03] starts in the language selected before, or in English', async () => {
    const shown = () => screen.getByLabelText<HTMLSelectElement>(/./).value;
    localStorage.setItem('language', '"pt"');
    answers.set('/locales/pt.json', {});
    await startTexts();
    open('/login?signed_out=1');
    expect(shown()).toBe('pt');
    cleanup();
    localStorage.clear();
    await startTestTexts();
    open('/login?signed_out=1');
    expect(shown()).toBe('en');
  });

  it('[B-04] [B-06] [B-07] has one button, no form and no link', () => {
    open('/login?signed_out=1');
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[B-05] [B-11] [B-30] without a cookie the sign-on starts at once, and the button shows it', async () => {
    storage.currentUser.set(testUser());
    open('/login?returnUrl=%2Fevents%2Factivity');
    expect(screen.getByRole('button', { name: 'logging in...' })).toBeTruthy();
    // [B-08] the stored user is deleted when the page opens
    expect(storage.currentUser.get()).toBeNull();
    await waitFor(() => expect(left).toHaveLength(1));
    const to = new URL(left[0] ?? '', 'http://localhost');
    expect(to.pathname).toBe('/auth/oauth2/authorize/');
    expect(to.searchParams.get('code_challenge_method')).toBe('S256');
    expect(to.searchParams.get('response_type')).toBe('code');
  });

  it('[B-09] [B-10] with a valid cookie the application opens', async () => {
    setAccessCookie();
    answers.set('/auth/sso_login/', { success: true });
    answers.set('/api/customers/get_current_customer/', testUser());
    open('/login');
    await waitFor(() => expect(left).toEqual(['/home']));
    expect(storage.currentUser.get()?.user.id).toBe(7);
  });

  it('[B-12] [B-15] a finished sign-on stores the customer and goes to the return URL', async () => {
    sessionStorage.setItem(
      'sign-on',
      JSON.stringify({ state: 's', verifier: 'v', returnUrl: '/events/activity' }),
    );
    answers.set('/auth/session/', { success: true });
    answers.set('/api/customers/get_current_customer/', testUser());
    open('/login?code=c&state=s');
    await waitFor(() => expect(left).toEqual(['/events/activity']));
    expect(asked).toContain('/api/customers/get_current_customer/');
  });

  it('[B-34] a failure fetching the customer is logged and does not stop the sign-in', async () => {
    sessionStorage.setItem(
      'sign-on',
      JSON.stringify({ state: 's', verifier: 'v', returnUrl: '/home' }),
    );
    answers.set('/auth/session/', { success: true });
    answers.set('/api/user/get_current_user/', testUser());
    open('/login?code=c&state=s');
    await waitFor(() => expect(left).toEqual(['/home']));
    expect(asked.filter((url) => url.includes('get_current_customer'))).toHaveLength(2);
    expect(console.warn).toHaveBeenCalled();
  });

  it('[B-P01] a code from another tab is not exchanged', async () => {
    open('/login?code=c&state=foreign');
    expect(await screen.findByText('The sign-in was not completed.')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('[B-P07] after a logout the page waits for a click', async () => {
    open('/login?signed_out=1');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(false);
    await new Promise((done) => setTimeout(done, 50));
    expect(left).toEqual([]);
  });
});

describe('screens before sign-in', () => {
  it.each([
    ['[A-07]', '/', 'Sign in'],
    ['[A-12]', '/forgot-password', 'Forgotten password'],
    ['[A-13]', '/reset_password_key?token=x', 'Reset password'],
    ['[A-14]', '/set_password?token=x', 'Set password'],
  ])('%s %s shows its screen', async (_id, address, heading) => {
    window.history.replaceState(null, '', address);
    const element = document.createElement('div');
    document.body.append(element);
    mount(element);
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    if (address === '/') expect(window.location.pathname).toBe('/login');
    element.remove();
  });
});

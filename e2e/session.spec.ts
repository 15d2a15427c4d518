import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeUser } from './own-user.ts';
import { watchCalls } from './page-calls.ts';

/** Changes its password. */
const FORGETFUL = 'forgetful@demo.test';

/** No user is stored; the page may still redirect from the login page to the form. */
const expectNoUser = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => localStorage.getItem('currentUser')).catch(() => 'on its way'))
    .toBeNull();

/** The home screen has started. Before, it may begin a navigation, which would end the next one. */
async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.locator('main h1').first()).toBeVisible();
}

test('[A-09] [B-P01] [C-03] sign in → home → live map → sign out', async ({
  page,
  signInByForm,
}) => {
  await signInByForm('manager@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { name: 'Your fleet, in one place.' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'home');

  await page.getByRole('navigation').getByRole('link', { name: 'Track', exact: true }).click();
  await expect(page).toHaveURL(/\/telematics\/track/);
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  await page.getByRole('button', { name: /Birmingham/ }).click();
  await expect(page.locator('[data-part=vehicle-row]').first()).toBeVisible();

  await page.getByRole('button', { name: /Morgan Manager/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login\?signed_out=1$/);
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('access-token');
});

test('[B-P02] scripts cannot read the refresh cookie, and the access token is renewed', async ({
  page,
  signInByForm,
}) => {
  const calls = watchCalls(page, () => '/home');
  await signInByForm('manager@demo.test');
  await expectHome(page);
  // A call of the home screen without a session would lead back to it.
  await calls.quiet();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'refresh-token')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/auth/session',
  });
  expect(await page.evaluate(() => document.cookie)).not.toContain('refresh-token');
  // The access token's cookie expires: the next start renews it.
  await page.context().clearCookies({ name: 'access-token' });
  await page.goto('/telematics/track');
  await expect(page.locator('[data-part=live]')).toBeVisible();
});

test('[A-42] [A-P02] [A-P03] the requested URL opens after signing in', async ({
  page,
  signInByForm,
}) => {
  await signInByForm('manager@demo.test', '/telematics/track?view=table&search=BD');
  await expect(page).toHaveURL(/\/telematics\/track\?.*view=table/);
  await expect(page.getByRole('searchbox')).toHaveValue('BD');
});

test('[A-24] [A-25] unknown URLs redirect to the home screen or the login page', async ({
  page,
  product,
  signInByForm,
}) => {
  await page.goto(`${product.url}/nowhere`);
  await expect(page).toHaveURL(/\/auth\/sign-on\//);
  await signInByForm('manager@demo.test');
  await expectHome(page);
  await page.goto(`${product.url}/nowhere`);
  await expect(page).toHaveURL(/\/home$/);
});

test('[A-07] [A-08] the empty path redirects through the login page to the sign-on', async ({
  page,
  product,
}) => {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => void seen.push(new URL(frame.url()).pathname));
  await page.goto(`${product.url}/`);
  await expect(page).toHaveURL(/\/auth\/sign-on\//);
  expect(seen).toContain('/login');
  await page.goto(`${product.url}/login?signed_out=1`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('[A-58] [A-59] [A-P01] a module without permission shows this and links home', async ({
  page,
  product,
  signInByForm,
}) => {
  await signInByForm('limited@demo.test');
  await expectHome(page);
  await page.goto(`${product.url}/telematics/geofence`);
  await expect(page.getByRole('heading', { name: 'Unauthorised Module' })).toBeVisible();
  await expect(
    page.getByText(
      'You do not have permission to view this module. Please contact your account manager for details on other modules and functionality.',
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Homescreen' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('[A-10] [B-09] [U-29] a guest cannot open the home screen', async ({
  page,
  product,
  signInByForm,
}) => {
  await signInByForm('guest@demo.test');
  await expect(page.getByText('Guest accounts have no modules.')).toBeVisible();
  // The screen redirects while it loads.
  await page.goto(`${product.url}/home`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/login/);
});

test('[B-21] a user record without its cookie is removed, and the login page opens', async ({
  page,
  product,
  signInByForm,
}) => {
  await signInByForm('manager@demo.test');
  await expectHome(page);
  await page.context().clearCookies();
  // The page redirects to the login page while it is loading.
  await page.goto(`${product.url}/telematics/track`).catch(() => undefined);
  await expect(page).toHaveURL(/\/login|\/auth\/sign-on\//);
  await expectNoUser(page);
});

test('[B-22] a call that answers 401 removes the user and opens the login page', async ({
  page,
  product,
  signInByForm,
  playwright,
}) => {
  await signInByForm('manager@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).not.toBeNull();
  // Another program ends the session; this page keeps its cookies until its next call.
  const elsewhere = await playwright.request.newContext({
    storageState: await page.context().storageState(),
    extraHTTPHeaders: { origin: product.url },
  });
  expect((await elsewhere.delete(`${product.url}/auth/session/`)).status()).toBe(204);
  await elsewhere.dispose();
  // The home screen may have redirected already.
  const track = page.getByRole('link', { name: 'Track', exact: true });
  await track.click({ timeout: 5000 }).catch(() => undefined);
  await expect(page).toHaveURL(/\/login|\/auth\/sign-on\//);
  await expectNoUser(page);
});

test('[A-46] [A-47] [U-04] public pages need no sign-in', async ({ page, product }) => {
  for (const path of ['/qr', '/help', '/safety', '/help/vehicle/1']) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toBe(product.url + path);
  }
});

test('[D-01] the logo of the forgotten password page fades in after 1 second', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${product.url}/forgot-password`);
  const logo = page.locator('[data-part=entry-logo]');
  await expect(logo).toBeAttached();
  // The clock of the animation is set manually: its opacity at a time does not depend on the
  // machine.
  const opacityAt = (ms: number) =>
    logo.evaluate((element, currentTime) => {
      const [animation] = element.getAnimations();
      if (animation === undefined) return 'no animation';
      animation.pause();
      animation.currentTime = currentTime;
      return getComputedStyle(element).opacity;
    }, ms);
  expect(await opacityAt(0)).toBe('0');
  expect(await opacityAt(1000)).toBe('0');
  expect(Number(await opacityAt(1100))).toBeGreaterThan(0);
  expect(await opacityAt(60_000)).toBe('1');
});

test('[D-05] [D-19] [D-P01] forgotten password → mail → new password', async ({
  page,
  product,
}) => {
  await makeUser(product, FORGETFUL);
  await page.goto(`${product.url}/forgot-password`);
  await expectAccessible(page);
  await picture(page, 'forgot-password');
  await page.getByLabel('Email').fill(FORGETFUL);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('we have sent an e-mail with a link');
  // The e-mail of the invitation arrived earlier.
  const findToken = async () =>
    /reset_password_key\?token=([\w-]+)/.exec(await product.mailTo(FORGETFUL))?.[1];
  await expect.poll(findToken).toBeDefined();
  const token = await findToken();

  await page.goto(`${product.url}/reset_password_key?token=${token}`);
  await page.getByLabel('Password', { exact: true }).fill('a-new-password');
  await page.getByLabel('Repeat password').fill('a-new-password');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await page.waitForURL(/\/auth\/sign-on\//);
  await page.getByLabel('User name or e-mail').fill(FORGETFUL);
  await page.getByLabel('Password').fill('a-new-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);

  // [D-16] [D-17] the same link a second time
  await page.goto(`${product.url}/reset_password_key?token=${token}`);
  await page.getByLabel('Password', { exact: true }).fill('another-password');
  await page.getByLabel('Repeat password').fill('another-password');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(
    page.getByText('This password token has been used. Please reset your password again.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Forgotten password' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

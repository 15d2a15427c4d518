import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';

/** A virtual authenticator of Chromium, so that no fingerprint is needed. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[O-P03] [O-P06] [U-02] a user is invited, chooses a password, adds a passkey and signs in with it; the audit log lists everything', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(60_000);
  const panel = page.locator('.side-panel');
  await signIn('admin@demo.test', '/administration');
  await page.getByRole('link', { name: /^Users/ }).click();
  await page.getByRole('button', { name: 'Add new' }).click();
  await panel.getByLabel('First name').fill('Grace');
  await panel.getByLabel('Last name').fill('Hopper');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('E-mail')).toBeFocused();
  await panel.getByLabel('E-mail').fill('grace@demo.test');
  await expectAccessible(page);
  await picture(page, 'user-form');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name, user name or e-mail...' }).fill('grace');
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'users');
  await page.goto('/administration/audit?kind=user');
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check the log' }).click();
  await expect(page.getByText(/The log is intact/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'audit-log');
  await page.goto('/auth/oauth2/logout');

  // The e-mail links to setting a password, and then to the user's account.
  const mail = await product.mailTo('grace@demo.test');
  const [, token = ''] = /set_password\?token=([\w-]+)/.exec(mail) ?? [];
  await page.goto(`/set_password?token=${token}`);
  await page.getByLabel('Password', { exact: true }).fill('a-long-password-1');
  await page.getByLabel('Repeat password').fill('a-long-password-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.goto('/administration/user-preferences/security');
  await page.getByLabel('User name or e-mail').fill('grace@demo.test');
  await page.getByLabel('Password').fill('a-long-password-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.goto('/administration/users');
  await expect(page.getByText('Unauthorised Module')).toBeVisible();
  await addAuthenticator(page);
  await page.goto('/administration/user-preferences/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Laptop');
  await dialog.getByLabel('Password').fill('a-long-password-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Laptop')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabel('Password').fill('a-long-password-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('img', { name: 'Code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'authenticator-app');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectAccessible(page);
  await picture(page, 'account-security');
  await page.goto('/auth/oauth2/logout');

  // The next sign-in needs neither name nor password.
  await page.goto('/home');
  await page
    .getByRole('button', { name: /Sign in|Log in/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

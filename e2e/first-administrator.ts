import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './journey.ts';
import type { Product } from './product.ts';

/** Signs in through the open form. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Creates the first administrator of an empty installation and signs in. */
export async function makeFirstAdministrator(page: Page, product: Product): Promise<void> {
  // The product may answer before what it printed has arrived here.
  const setupCode = () => /Setup code: ([0-9A-F-]+)\s/.exec(product.output())?.[1] ?? '';
  await expect.poll(setupCode).not.toBe('');
  const code = setupCode();
  await page.goto(product.url);
  await expect(page).toHaveURL(/\/first-administrator$/);
  await expectAccessible(page);
  await page.getByLabel('Setup code').fill(code);
  await page.getByLabel('Company').fill('New Haulage');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Email').fill('nora@new.test');
  await page.getByLabel('Password').fill('a-first-password');
  await page.getByRole('button', { name: 'Create' }).click();
  await fillSignIn(page, 'nora@new.test', 'a-first-password');
  await expect(page).toHaveURL(/\/home$/);
}

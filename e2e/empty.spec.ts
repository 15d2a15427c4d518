import { connect } from 'node:net';
import { test as base } from '@playwright/test';
import { encodeTeltonikaLogin } from '@roadworthy/protocols';
import { expect, expectAccessible } from './journey.ts';
import { START_LIMIT_MS, startProduct } from './product.ts';

base(
  '[O-03] [O-21] an empty installation: first administrator, and a device that knocks',
  async ({ page }) => {
    base.setTimeout(START_LIMIT_MS + 120_000);
    const product = await startProduct(['--empty']);
    try {
      const code = /Setup code: ([0-9A-F-]+)/.exec(product.output())?.[1] ?? '';
      expect(code).not.toBe('');
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
      await page.getByLabel('User name or e-mail').fill('nora@new.test');
      await page.getByLabel('Password').fill('a-first-password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/\/home$/);

      await page.goto(`${product.url}/telematics/track`);
      await expect(page.getByText('There are no vehicles in your depots yet.')).toBeVisible();

      const device = connect(product.teltonikaPort, '127.0.0.1');
      device.write(encodeTeltonikaLogin('356307042441999'));
      await page.goto(`${product.url}/administration/trackers`);
      await expect(page.getByRole('cell', { name: '356307042441999' })).toBeVisible();
      await page.getByRole('button', { name: 'Adopt' }).click();
      await expect(page.getByRole('heading', { name: 'Adopt 356307042441999' })).toBeVisible();
      device.destroy();
    } finally {
      await product.stop();
    }
  },
);

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drivenVehicle } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, type SignIn, test } from './journey.ts';
import type { Product } from './product.ts';

const driven = drivenVehicle('TP26 RIP', '356307042448021');

/** Opens the day of a vehicle that drove yesterday, once its trip is there. */
async function openTrips(page: Page, product: Product, signIn: SignIn): Promise<void> {
  const { vehicleId, date } = await driven(product);
  await signIn('manager@demo.test', `/telematics/trip?vehicleId=${vehicleId}&startDate=${date}`);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('.data-table tfoot')).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

test('[M-11] [M-13] [M-P07] trips and stops in a table with totals; a row is shown on the map', async ({
  page,
  product,
  signIn,
}) => {
  await openTrips(page, product, signIn);
  const table = page.getByRole('table', { name: 'Trips/Stops' });
  await expect(table.locator('tfoot')).toContainText(/trips?/);
  await expect(table.locator('tfoot')).toContainText(/[\d.,]+ mi/);
  await expectAccessible(page);
  await picture(page, 'trips');

  const ofTrip = page.waitForResponse((answer) => answer.url().includes('/api/trace/?'));
  await table
    .getByRole('button', { name: /\d\d:\d\d:\d\d/ })
    .first()
    .click();
  expect((await ofTrip).status()).toBe(200);
  await expect(page).toHaveURL(/trip=\d+/);
  await expect(page.locator('.base-map[data-drawn]')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Show all trips' }).click();
  await expect(page).not.toHaveURL(/trip=\d+/);

  await page.getByLabel('Show stops').uncheck();
  await expect(table.locator('.trip-stop')).toHaveCount(0);
});

test('[M-P07] trips are taken away as CSV', async ({ page, product, signIn }) => {
  await openTrips(page, product, signIn);
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).split('\n').length).toBeGreaterThan(2);
});

test('[M-11] on a phone the map comes first, and the page does not scroll sideways', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/telematics/trip');
  await expect(page.locator('.base-map[data-drawn]')).toBeVisible({ timeout: 45_000 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'trips-phone');
});

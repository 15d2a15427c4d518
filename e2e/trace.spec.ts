import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type DrivenVehicle, drivenVehicle } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, type SignIn, test } from './journey.ts';
import type { Product } from './product.ts';

/** The playback position of the slider, ms since 1970 UTC. */
const playedMs = async (page: Page) =>
  Number(await page.getByLabel('Time of the playback').inputValue());

const driven = drivenVehicle('TR26 ACE', '356307042448022');

/** Opens the trace of a vehicle that drove yesterday, and waits until it is drawn. */
async function openTrace(page: Page, product: Product, signIn: SignIn): Promise<DrivenVehicle> {
  const vehicle = await driven(product);
  const { vehicleId, date } = vehicle;
  await signIn('manager@demo.test', `/telematics/trace?vehicleId=${vehicleId}&startDate=${date}`);
  await expect(page.locator('.base-map[data-drawn]')).toBeVisible({ timeout: 45_000 });
  await expect(
    page.getByRole('tab', { name: /Points/ }).locator('[data-part=tab-count]'),
  ).toHaveText('95');
  return vehicle;
}

test('[M-08] [M-P05] a day of a vehicle: its line, stops, events, points and summary', async ({
  page,
  product,
  signIn,
}) => {
  await openTrace(page, product, signIn);
  await expect(page.locator('[data-part=trace-summary]')).toContainText(/Distance[\d.,]+ mi/);
  await expect(page.locator('[data-part=speed-legend]')).toContainText('60+');
  await expect(page.locator('.chart-box[data-drawn=true]')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await picture(page, 'trace');

  await page.getByRole('tab', { name: /Points/ }).click();
  const row = page.locator('[data-part=trace-table] tbody tr:not([data-filler])').nth(6);
  const before = await playedMs(page);
  await row.click();
  await expect.poll(() => playedMs(page)).toBeGreaterThan(before);
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);

  await page.getByRole('tab', { name: /Events/ }).click();
  await page.locator('[data-part=happenings] button').first().click();
  await page.getByRole('tab', { name: /Stops/ }).click();
  await expectAccessible(page);
});

test('[M-P05] the playback runs, pauses and steps, by keyboard too', async ({
  page,
  product,
  signIn,
}) => {
  await openTrace(page, product, signIn);
  await page.getByLabel('Speed of the playback').selectOption('60');
  const start = await playedMs(page);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => playedMs(page), { timeout: 20_000 }).toBeGreaterThan(start + 30_000);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await playedMs(page);
  await page.getByLabel('Time of the playback').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await playedMs(page)).toBeLessThan(paused);
  await page.keyboard.press('Home');
  expect(await playedMs(page)).toBe(start);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('[M-10] "Search" reloads the trace', async ({ page, product, signIn }) => {
  await openTrace(page, product, signIn);
  const again = page.waitForResponse((answer) => answer.url().includes('/api/trace/?'));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  expect((await again).status()).toBe(200);
});

test('[M-09] [M-P05] the trace of one vehicle starts with the last selected one', async ({
  page,
  product,
  signIn,
}) => {
  const { registration } = await openTrace(page, product, signIn);
  await page.locator('.tree-search').fill(registration);
  await page.locator('.tree-vehicle').filter({ hasText: registration }).click();
  await expect(page.locator('[data-part=trace-who]')).toContainText(registration);
  await page.goto('/telematics/trace-vehicle');
  await expect(page.getByPlaceholder('Search a vehicle/asset...')).toHaveValue(registration);
  await expect(page.locator('[data-part=trace-who]')).toContainText(registration);
});

test('[M-P05] downloads the trace as GPX', async ({ page, product, signIn }) => {
  await openTrace(page, product, signIn);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download GPX' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.gpx$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('<trkpt');
});

test('[M-P06] a range of more than 31 days is rejected with the reason', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId } = await openTrace(page, product, signIn);
  await page.goto(
    `/telematics/trace?vehicleId=${vehicleId}&startDate=2026-01-01&endDate=2026-03-01`,
  );
  await expect(page.locator('[data-part=trace-message]')).toContainText('31 days');
  await page.goto(`/telematics/trace?vehicleId=${vehicleId}&startDate=2020-01-05`);
  await expect(page.getByText('The vehicle sent no positions in this period.')).toBeVisible();
  await expectAccessible(page);
});

test('[M-P05] on a phone the map comes first and the rest is a sheet', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/telematics/trace');
  await expect(page.locator('.base-map[data-drawn]')).toBeVisible({ timeout: 45_000 });
  const height = async () =>
    (await page.locator('[data-part=trace-stage]').boundingBox())?.height ?? 0;
  const small = await height();
  expect(small).toBeGreaterThan(180);
  await page.getByRole('button', { name: 'Show or hide the details' }).click();
  await expect.poll(height).toBeGreaterThan(small + 100);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'trace-phone');
});

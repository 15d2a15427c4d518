import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { administratorToken, call } from './calls.ts';
import { sendDrive } from './drive.ts';
import { drivenVehicle } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, type SignIn, test } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';
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
  await expect(table.locator('[data-part=trip-stop]')).toHaveCount(0);
});

test('[M-P07] downloads trips as CSV', async ({ page, product, signIn }) => {
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

test('[M-11] [M-P07] the trips of several vehicles in one table, on the map and in one file', async ({
  page,
  signIn,
  product,
}) => {
  // Yesterday at noon, so that the result depends neither on other tests nor on the time of day.
  const dayMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
  const ids: number[] = [];
  for (const [n, minutes] of [10, 20].entries()) {
    const { vehicleId, socket } = await makeVehicleWithDevice(
      product,
      `SEVERAL ${n + 1}`,
      `35630704244703${n + 1}`,
    );
    ids.push(vehicleId);
    await sendDrive(socket, dayMs, minutes);
    socket.destroy();
  }
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const range = `startDate=${day}`;
  const isDerived = async () => {
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/vehicle/trip/?'));
    await page.reload();
    return (await (await answered).json()).count === 1;
  };
  for (const id of [...ids].reverse()) {
    if (id === ids.at(-1))
      await signIn('manager@demo.test', `/telematics/trip?vehicleId=${id}&${range}`);
    else await page.goto(`/telematics/trip?vehicleId=${id}&${range}`);
    await expect(async () => expect(await isDerived()).toBe(true)).toPass({ timeout: 60_000 });
  }

  await page.getByLabel('Several vehicles').check();
  await page.getByRole('searchbox', { name: 'Filter vehicles' }).fill('SEVERAL');
  await page.getByRole('checkbox', { name: 'SEVERAL 2' }).check();
  const lines = page.waitForResponse((answer) => answer.url().includes('/api/vehicles/trips/'));
  await page.getByRole('button', { name: 'Show trips of 2 vehicles' }).click();
  expect((await lines).headers()['content-type']).toContain('application/x-ndjson');
  await expect(page.getByText('2 of 2 vehicles')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`vehicles=${ids.join('%2C')}`));
  const table = page.getByRole('table', { name: 'Trips/Stops' });
  await expect(table.locator('tbody tr')).toHaveCount(4);
  await expect(table.locator('tfoot')).toContainText('2 trips');
  await expectAccessible(page);
  await picture(page, 'trips-several');

  const ofTrip = page.waitForResponse((answer) => answer.url().includes('/api/trace/?'));
  await table.getByRole('button', { name: 'SEVERAL 2' }).last().click();
  expect((await ofTrip).url()).toContain(`vehicle=${ids[1]}`);
  await expect(page).toHaveURL(/trip=\d+/);
  await expect(page.getByText('On the map: SEVERAL 2')).toBeVisible();

  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.match(/SEVERAL \d/g)).toEqual(['SEVERAL 1', 'SEVERAL 2']);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('2 of 2 vehicles')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'trips-several-phone');

  await page.goBack();
  await expect(page.getByText('1 of 1 vehicle')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/vehicles=/);
  await expect(table).toContainText('1 trip');
});

/** Vehicles that drove yesterday, the first of them twice; waits until the trips are there. */
async function vehiclesWithStop(product: Product): Promise<{ ids: number[]; day: string }> {
  const noonMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
  const ids: number[] = [];
  for (const [n, drives] of [2, 1].entries()) {
    const { vehicleId, socket } = await makeVehicleWithDevice(
      product,
      `STOPPED ${n + 1}`,
      `35630704244704${n + 1}`,
    );
    ids.push(vehicleId);
    for (let drive = 0; drive < drives; drive += 1) {
      await sendDrive(socket, noonMs + drive * 3_600_000, 10);
    }
    socket.destroy();
  }
  const day = new Date(noonMs).toISOString().slice(0, 10);
  const token = await administratorToken(product);
  const trips = async (id: number) => {
    const path = `/api/vehicle/trip/?vehicle=${id}&start=${day}&end=${day}`;
    return (await call<{ count: number }>(product, path, token)).count;
  };
  await expect(async () => expect(await Promise.all(ids.map(trips))).toEqual([2, 1])).toPass({
    timeout: 60_000,
  });
  return { ids, day };
}

test('[M-11] [M-13] [M-P07] the stops of several vehicles, and their trips by e-mail on a schedule', async ({
  page,
  signIn,
  product,
}) => {
  const { ids, day } = await vehiclesWithStop(product);
  await signIn(
    'manager@demo.test',
    `/telematics/trip?vehicleId=${ids[1]}&vehicles=${ids}&startDate=${day}`,
  );
  await expect(page.getByText('2 of 2 vehicles')).toBeVisible();
  const table = page.getByRole('table', { name: 'Trips/Stops' });
  await expect(table.locator('tbody tr')).toHaveCount(6);
  await expect(page.getByText('On the map: STOPPED 2')).toBeVisible();
  const stop = table.locator('tbody tr').filter({ has: page.locator('[data-part=trip-stop]') });
  await expect(stop).toContainText('STOPPED 1');
  await stop.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('On the map: STOPPED 1')).toBeVisible();
  await expect(page.locator('.base-map[data-drawn]')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await picture(page, 'trips-several-stops');
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.match(/STOPPED \d,\w+/g)).toEqual([
    'STOPPED 1,Trip',
    'STOPPED 1,Stop',
    'STOPPED 1,Trip',
    'STOPPED 2,Trip',
  ]);
  await page.getByLabel('Show stops').uncheck();
  await expect(stop).toHaveCount(0);

  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Schedule e-mails' }).click();
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByLabel('Name').fill('Stopped vehicles');
  await expect(form.getByRole('button', { name: /^Vehicles: 2 of/ })).toBeVisible();
  await expect(form.getByLabel('Include stops')).not.toBeChecked();
  await form.getByLabel('Include stops').check();
  await form.getByRole('button', { name: 'Depots: None selected' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Leeds', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(form.getByRole('button', { name: 'Depots: Leeds' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'trips-several-schedule');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Stopped vehicles')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit Stopped vehicles' }).click();
  const edited = page.getByRole('dialog', { name: 'Change schedule' });
  await edited.getByRole('button', { name: /^Vehicles: 2 of/ }).click();
  await expect(page.getByRole('checkbox', { name: 'STOPPED 1', exact: true })).toBeChecked();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'trips-several-schedule-phone');
  await page.keyboard.press('Escape');
  await edited.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove Stopped vehicles' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No scheduled reports yet.')).toBeVisible();
});

import { shown } from './days.ts';
import { drivenVehicle } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

const driven = drivenVehicle('TS26 WRK', '356307042448023');

test('[M-12] [M-14] [M-P09] the week of a vehicle, and the file of it', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId, date } = await driven(product);
  await signIn('manager@demo.test', `/telematics/timesheets?vehicleId=${vehicleId}&week=${date}`);
  const table = page.getByRole('table', { name: 'Days of the week' });
  await expect(table.locator('tbody tr')).toHaveCount(7);
  const day = table.locator('tbody tr').filter({ hasText: shown(date) });
  await expect(async () => {
    await page.reload();
    await expect(day).toContainText('1:30', { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  // The week is selected, not a day of it (M-16).
  await expect(page.getByRole('button', { name: 'Previous day' })).toHaveCount(0);
  await day.locator('.row-button').click();
  await expect(page.getByRole('region', { name: /Breaks on/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'timesheets');
  await page.getByRole('button', { name: 'Driver', exact: true }).click();
  await page.locator('[data-part=driver-list] button').first().click();
  await expect(page.locator('[data-part=report-table] [aria-busy=false]')).toBeVisible();
  await expect(table.locator('tbody tr')).toHaveCount(7);
  await expectAccessible(page);
});

test('[M-24] [M-P11] driver behaviour links to the events behind a row', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId, registration } = await driven(product);
  await signIn('manager@demo.test', '/telematics/safety/abc');
  // Signed in, before anything is loaded again.
  await expect(page.getByRole('heading', { name: 'Driver Behaviour' })).toBeVisible();
  const table = page.getByRole('table', { name: 'League table' });
  const row = table.locator('.row-button').filter({ hasText: registration });
  // The events of the drive appear shortly after its records.
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 40_000 });
  await page.getByText('How the score is calculated').click();
  await expectAccessible(page);
  await picture(page, 'behaviour');
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/events/activity\\?vehicleId=${vehicleId}\\b`));
  await expect(
    page.getByRole('button', { name: new RegExp(registration), pressed: true }),
  ).toBeVisible();
  await expect(page.locator('[data-part=events-list]')).toContainText('Harsh Braking');
});

test('[M-25] [M-P12] Mobileye ADAS', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/telematics/safety/mobileye');
  await expect(page.getByRole('heading', { name: 'Mobileye ADAS' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'mobileye-phone');
});

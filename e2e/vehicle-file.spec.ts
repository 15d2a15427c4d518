import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { PDF } from './pdf.ts';

const NOTE = 'MOT of the journey';

const panel = (page: Page) => page.getByRole('region', { name: 'Add New Vehicle Document' });

/** Fills in the panel for an MOT that passed today, for the first vehicle found. */
async function fillInMot(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add new document' }).click();
  const vehicle = panel(page).getByRole('combobox', { name: /^Vehicle/ });
  await vehicle.fill('BD1');
  const found = page.locator('.vehicle-results [role=option]').first();
  const registration = (await found.locator('strong').textContent()) ?? '';
  await found.click();
  await panel(page)
    .getByRole('combobox', { name: /^Activity type/ })
    .selectOption('MOT');
  await panel(page)
    .getByRole('combobox', { name: /^Status/ })
    .selectOption('Pass');
  await panel(page)
    .getByRole('textbox', { name: /^Description/ })
    .fill(NOTE);
  return registration;
}

test('[G-15] [H-24] [H-58] an MOT is added with its document, listed, and planned again', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vehicle File Activity');
  const registration = await fillInMot(page);

  // Sending requires a confirmed day and a document.
  const send = panel(page).getByRole('button', { name: 'Send' });
  await expect(send).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Yes', exact: true }).click();
  await send.click();
  await expect(panel(page)).toContainText('An image is required to submit this document.');
  await panel(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expectAccessible(page);
  await picture(page, 'vehicle-file-new');
  await send.click();
  await expect(page.getByText('Document created in vehicle file')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: NOTE }).first();
  await expect(row).toContainText(registration);
  await expect(row).toContainText('Pass');
  await expect(row.getByRole('link', { name: /^View/ })).toBeVisible();
  await row.getByRole('button', { name: /^Details of/ }).click();
  const details = page.getByRole('region', { name: 'Vehicle File Details' });
  await expect(details).toContainText('Audit trail');
  await expect(details.locator('.audit-trail > li').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-file-details');

  // It is due again in a year.
  const year = new Date().getUTCFullYear() + 1;
  await page.goto(`/vehicle-file/planner?view=year&at=${year}-01&category=MOT`);
  const chart = page.getByRole('table', { name: `Wall chart of ${year}` });
  await expect(chart).toBeVisible();
  const mark = chart.getByRole('button', { name: new RegExp(`^MOT ${registration}: .*Planned$`) });
  await mark.click();
  const schedule = page.getByRole('region', { name: 'MOT', exact: true });
  await expect(schedule).toContainText(registration);
  await expect(schedule).toContainText('1 year');
  await expectAccessible(page);
  await picture(page, 'planner-year');
});

test('a due item is dragged to another day of its window', async ({ page, signIn }) => {
  await signIn('admin@demo.test', '/vehicle-file/planner');
  const movable = page.locator(
    '[data-part=plan-day]:not([data-other=true]) [data-part=plan-mark][draggable=true]',
  );
  // A month with a movable item; the demo fleet has one soon.
  await expect(async () => {
    if ((await movable.count()) === 0) {
      await page.getByRole('button', { name: 'Next month' }).click();
    }
    await expect(movable.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expectAccessible(page);
  await picture(page, 'planner-month');
  const chip = movable.first();
  const before = (await chip.getAttribute('title')) ?? '';
  await chip.click();
  await page.getByRole('button', { name: 'Plan for another day' }).click();
  const days = page.locator('.month td:not(.in) button:enabled');
  const wanted = days.first();
  const moved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.status() === 200,
  );
  await wanted.click();
  await moved;
  await expect(page.getByText(/^Rescheduled/)).toBeVisible();
  await expect(page.locator(`[data-part=plan-mark][title="${before}"]`)).toHaveCount(0);
  // Restores the initial state.
  await page.getByRole('button', { name: 'Reset to due date' }).click();
  await expect(page.getByRole('button', { name: 'Reset to due date' })).toHaveCount(0);
});

test('[G-29] [G-45] the filter is in the URL; on a phone activities are cards', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
  await expect(page.locator('.vehicle-file-list tbody tr').nth(1)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-file-phone');
  await page.getByRole('button', { name: /Change/ }).click();
  await page.getByRole('checkbox', { name: 'Show all audit trail' }).uncheck();
  await expect(page).toHaveURL(/audit=0/);
  await expectAccessible(page);
  await picture(page, 'vehicle-file-phone-filter');
  await page.goto('/vehicle-file/activity?vehicleId=all&startDate=2001-01-01&endDate=2001-01-02');
  await expect(page.getByText('No Vehicle FIle Activity')).toBeVisible();
  await page.goto('/vehicle-file/planner');
  await expect(page.locator('[data-part=plan-month]')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'planner-phone');
});

test('[G-09] a limited user is redirected to the home screen', async ({ page, signIn }) => {
  await signIn('driver@demo.test', '/vehicle-file/activity');
  await expect(page).toHaveURL(/\/home$/);
  await expect(
    page.getByText('is not available to drivers and limited users').first(),
  ).toBeVisible();
  const refused = await page.request.post('/api/vehicle_activities/', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { vehicle_id: '1' },
  });
  expect(refused.status()).toBe(403);
});

test('a form that is higher than the window scrolls to its buttons', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 667, height: 375 });
  await signIn('admin@demo.test', '/vehicle-file/planner');
  await page.getByRole('button', { name: 'Reminders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reminders' });
  await dialog.getByRole('button', { name: 'Cancel' }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  await picture(page, 'planner-reminders-landscape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';

const MAP = '[data-part=geofence-map][data-ready=true]';

/** Clicks on the map at these points, at human speed. */
async function draw(page: Page, points: readonly (readonly [x: number, y: number])[]) {
  const box = await page.locator(`${MAP} canvas`).first().boundingBox();
  if (box === null) throw new Error('no map');
  for (const [x, y] of points) {
    await page.mouse.move(box.x + x, box.y + y);
    // The drawing library treats two clicks within a quarter of a second as a double click.
    await page.waitForTimeout(300);
    await page.mouse.click(box.x + x, box.y + y);
    await page.waitForTimeout(300);
  }
}

test('[M-17] [M-18] [M-P10] a geofence is drawn, dragged, saved, found, and removed', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/telematics/geofence');
  await expect(page.locator(MAP)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /\d+ geofences/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'geofences');
  await page.getByRole('button', { name: 'New geofence' }).click();
  await expect(page.locator('[data-drawing=true]')).toBeVisible();
  await draw(page, [
    [300, 200],
    [500, 220],
    [480, 400],
    [300, 200],
  ]);
  await page.getByRole('button', { name: 'Enter coordinates instead' }).click();
  const corners = page.getByLabel('Corners', { exact: true });
  await expect(corners).toHaveValue(/^\S+, \S+\n\S+, \S+\n\S+, \S+$/);
  const drawn = await corners.inputValue();
  const box = await page.locator(`${MAP} canvas`).first().boundingBox();
  if (box === null) throw new Error('no map');
  await page.mouse.move(box.x + 480, box.y + 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 520, box.y + 460, { steps: 8 });
  await page.mouse.up();
  await expect(corners).not.toHaveValue(drawn);
  await expectAccessible(page);
  await picture(page, 'geofence-drawn');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Triangle of the journey');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Triangle of the journey' })).toBeVisible();
  await page.getByRole('button', { name: 'All geofences' }).click();
  await page.getByLabel('Search geofences').fill('of the journey');
  await expect(page.getByText('1 geofence', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Triangle/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No geofence matches.')).toBeVisible();
});

test('[M-17] exports and imports geofences; lists visits', async ({ page, signIn }) => {
  await signIn('manager@demo.test', '/telematics/geofence');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^KML/ }).click();
  const file = await (await download).path();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('GeoJSON or KML file').setInputFiles(file);
  await expect(page.getByText(/^\d+ of \d+ can be imported$/)).toBeVisible();
  await page.getByRole('button', { name: /^Import \d+$/ }).click();
  // All of them exist already: each is marked, and none is duplicated.
  await expect(page.getByText('There is a geofence with this name already').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'geofence-import');
  await page.getByRole('button', { name: 'Visits' }).click();
  const visits = page.getByRole('table', { name: 'Visits' }).locator('tbody tr');
  await expect(visits.nth(3)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'geofence-visits');
});

test('[M-19] [M-P10] groups, categories and the list fit a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/telematics/geofence');
  await expect(page.locator(MAP)).toBeVisible();
  for (const tab of ['Groups', 'Categories', 'Visits', 'Geofences']) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await picture(page, `geofence-phone-${tab.toLowerCase()}`);
  }
});

test('[M-P07] a report is sent by e-mail regularly', async ({ page, signIn }) => {
  await signIn('manager@demo.test', '/telematics/geofence?tab=visits');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Schedule e-mails' }).click();
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Visits of the week');
  await expectAccessible(page);
  await picture(page, 'report-schedule');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Geofence visits · PDF · Mondays at 06:00')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Visits of the week' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No scheduled reports yet.')).toBeVisible();
});

import { expect, expectAccessible, picture, test } from './journey.ts';

test('[L-01] [L-02] [L-03] [L-P02] [L-P03] [L-P04] from the first region to a depot, and to a report with its answers and the damages of its vehicle', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehiclecheck/region');
  await expect(page).toHaveURL(/\/vehiclecheck\/region\/\d+$/);
  // Other journeys make regions: this one has depots.
  await page.getByRole('link', { name: 'Midlands' }).click();
  await expect(page.locator('.depot-card a').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-check-region');
  await page.locator('.depot-card a').first().click();
  await expect(page).toHaveURL(/\/vehiclecheck\/depot\/\d+$/);
  const depot = new URL(page.url()).pathname.replace('/vehiclecheck', '');

  await page.goto(`/vehiclecheck${depot}?type=STD`);
  await page.locator('.check-list .row-button').first().click();
  const panel = page.locator('.side-panel');
  await expect(panel.getByRole('heading', { name: 'Questions and answers' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Damages of the vehicle' })).toBeVisible();
  await picture(page, 'vehicle-check-report');
});

import { expect, expectAccessible, picture, test } from './journey.ts';

test('[L-01] [L-02] [L-03] the first region opens, then a selected region and depot, and menu, link and Back leave', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehiclecheck');
  await expect(page).toHaveURL(/\/vehiclecheck\/region\/\d+$/);
  await expect(page.locator('.sidebar [aria-current=page]')).toHaveCount(1);
  // Other tests create regions without depots; this one has depots.
  await page.getByRole('link', { name: 'Midlands' }).click();
  await expect(page.locator('[data-part=depot-card] a').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-check-region');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Vehicle File').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vehicle File Activity');
  await page.goBack();

  await page.locator('[data-part=depot-card] a').first().click();
  await expect(page).toHaveURL(/\/vehiclecheck\/depot\/\d+$/);
  await page.getByRole('link', { name: 'Roadworthy' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/vehiclecheck\/depot\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/vehiclecheck\/region\/\d+$/);
});

test('[L-P02] [L-P03] [L-P04] from a region to a depot, and to a report with its answers and the damage to its vehicle', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehiclecheck/region');
  await page.getByRole('link', { name: 'Midlands' }).click();
  await page.locator('[data-part=depot-card] a').first().click();
  await expect(page).toHaveURL(/\/vehiclecheck\/depot\/\d+$/);
  const depot = new URL(page.url()).pathname.replace('/vehiclecheck', '');

  await page.goto(`/vehiclecheck${depot}?type=STD`);
  await page.locator('[data-part=check-list] .row-button').first().click();
  const panel = page.locator('.side-panel');
  await expect(panel.getByRole('heading', { name: 'Questions and answers' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Damages of the vehicle' })).toBeVisible();
  await picture(page, 'vehicle-check-report');
});

import { drivenVehicle, findDriveEvents, EVENT_ROWS as rows } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

const driven = drivenVehicle('EV26 NTS', '356307042448025');

test('[E-P01] [E-P02] list and map show the same events; a row opens it with its trail', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId, registration } = await driven(product);
  await signIn('manager@demo.test', `/events/activity?vehicleId=${vehicleId}`);
  await findDriveEvents(page);
  const map = page.getByRole('region', { name: 'Map of the events' });
  await expect(map).toHaveAttribute('data-ready', 'true');
  await expect(map).toHaveAttribute('data-events', String(await page.locator(rows).count()));
  await page.locator('.row-button').first().click();
  const details = page.getByRole('region', { name: 'Event details' });
  await expect(details).toContainText(registration);
  await expect(page).toHaveURL(/eventId=\d+/);
  await expectAccessible(page);
  await picture(page, 'events');
  await page.reload();
  await expect(details).toContainText(registration);
  await details.getByRole('link', { name: 'Show trace' }).click();
  await expect(page).toHaveURL(/\/telematics\/trace\?vehicleId=\d+&startDate=\d{4}-\d{2}-\d{2}/);
});

test('[E-13] [E-19] a change of selection searches; an empty one shows an error', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/events/activity');
  await page.getByRole('button', { name: /^Event types/ }).click();
  const searched = page.waitForRequest((request) =>
    /\/api\/events\/\?.*event=4&/.test(request.url()),
  );
  await page.getByRole('button', { name: 'Select all' }).click();
  await searched;
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.locator('.multi-select .field-fault')).toHaveText(
    'Please choose an event type',
  );
});

test('[E-P01] on a phone the selected event replaces the list', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/events/activity?vehicleId=all');
  await page.getByRole('button', { name: /Change/ }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'events-phone');
});

import { drivenVehicle, findDriveEvents, EVENT_ROWS as rows } from './driven-vehicle.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

const driven = drivenVehicle('SF26 REV', '356307042448033');

test('an event is reviewed, undone and dismissed with a reason, by keyboard and on a phone', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId } = await driven(product);
  await signIn('manager@demo.test', `/events/activity?vehicleId=${vehicleId}`);
  await findDriveEvents(page);
  const braking = page.locator(rows).filter({ hasText: 'Harsh Braking' }).first();
  await expect(braking).toContainText('Medium');
  await expect(braking).toContainText('New');
  await braking.locator('.row-button').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Review' });
  await panel.getByRole('button', { name: 'Mark as reviewed' }).focus();
  await page.keyboard.press('Enter');
  await expect(braking).toContainText('Reviewed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(braking).toContainText('New');
  await panel.getByRole('textbox', { name: 'Note' }).fill('Spoke to the driver.');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('list', { name: 'Notes' })).toContainText('Spoke to the driver.');
  await expectAccessible(page);
  await picture(page, 'safety-review');
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.getByRole('combobox', { name: 'Reason' }).selectOption('Duplicate');
  await panel.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel).toContainText('Dismissed');
  await expectAccessible(page);
  await picture(page, 'safety-review-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('combobox', { name: 'State' }).selectOption('Dismissed');
  await expect(page.locator(rows)).toHaveCount(1);
  await expect(page.locator(rows)).toContainText('Dismissed');

  // Both at once: by the boxes of their rows, then by keyboard alone.
  await page.getByRole('combobox', { name: 'State' }).selectOption('');
  const both = page.locator(rows).filter({ hasText: 'Harsh Braking' });
  await expect(both).toHaveCount(2);
  for (const row of await both.all()) await row.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: '2 events selected' });
  await expectAccessible(page);
  await picture(page, 'safety-bulk');
  await bar.getByRole('button', { name: 'Mark as coached' }).click();
  for (const row of await both.all()) await expect(row).toContainText('Coached');
  await page.keyboard.press('z');
  for (const row of await both.all()) await expect(row).not.toContainText('Coached');
  await bar.getByRole('combobox', { name: 'Assigned to' }).selectOption('Morgan Manager');
  for (const row of await both.all()) await expect(row).toContainText('Morgan Manager');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: /^Assigned to me \d/ }).click();
  await expect(page).toHaveURL(/assigned=me/);
  await expect(page.locator(rows)).not.toHaveCount(0);
  await page.getByRole('button', { name: 'False alarms' }).click();
  const dialog = page.getByRole('dialog', { name: 'False alarms, last 90 days' });
  await expect(dialog.getByRole('table', { name: 'By type of event' })).toContainText(
    'Harsh Braking',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

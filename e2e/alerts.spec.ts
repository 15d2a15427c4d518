import { expect, expectAccessible, picture, test } from './journey.ts';
import { openNewRule } from './new-rule.ts';
import { stoppedReport } from './own-device.ts';

const IMEI = '356307042441021';
const REGISTRATION = 'AL26 ERT';
const RULE = 'Everything of one vehicle';

test('[E-P03] create a rule, start a vehicle, see the bell count, mark all as read', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  const { socket, form } = await openNewRule({ page, product, signIn }, REGISTRATION, IMEI);
  await form.getByLabel('Name').fill(RULE);
  await form.getByRole('button', { name: /^Event types/ }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: /^Vehicles/ }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(REGISTRATION);
  await page.getByLabel(REGISTRATION).check();
  await page.keyboard.press('Escape');
  await picture(page, 'alert-rule-form');
  await form.getByRole('button', { name: 'Save' }).click();
  const rule = page.getByRole('row', { name: new RegExp(RULE) });
  await expect(rule).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'alert-rules');
  // Other rules may have alerts, at night also of this vehicle.
  socket.write(stoppedReport(1));
  await page.goto('/events/alerts');
  const alert = page
    .getByRole('table', { name: 'Alerts' })
    .locator('tbody tr')
    .filter({ hasText: REGISTRATION })
    .filter({ hasText: RULE });
  await expect(alert.first()).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  await picture(page, 'alerts');
  const bell = page.getByRole('button', { name: /Alerts, \d+ unread/ });
  await bell.click();
  const panel = page.locator('[data-part=bell-panel]');
  await expect(panel).toContainText(REGISTRATION);
  await picture(page, 'alert-bell');
  await panel.getByRole('link', { name: 'All alerts and rules' }).click();
  await page.getByRole('button', { name: 'Rules' }).click();
  await rule.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(rule).toHaveCount(0);
  socket.destroy();
});

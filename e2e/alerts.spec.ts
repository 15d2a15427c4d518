import { encodeTeltonikaPacket } from '@roadworthy/protocols';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { adoptDevice } from './own-device.ts';

const IMEI = '356307042441021';

/** A report of a vehicle that stands, with the ignition on or off (element 239). */
const report = (ignition: 0 | 1): Uint8Array =>
  encodeTeltonikaPacket([
    {
      timeMs: Date.now(),
      latitudeDeg: 52.4,
      longitudeDeg: -1.4,
      altitudeM: 100,
      angleDeg: 0,
      satellites: 9,
      speedKmh: 0,
      io: [{ id: 239, width: 1, value: ignition }],
    },
  ]);

test('[E-P03] a rule is made, a vehicle is started, the bell counts, and all is read', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  const { socket } = await adoptDevice(product, IMEI);
  socket.write(report(0));
  await signIn('manager@demo.test', '/events/alerts?tab=rules');
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('Everything');
  await form.getByRole('button', { name: /^Event types/ }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.keyboard.press('Escape');
  await picture(page, 'alert-rule-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Everything/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'alert-rules');
  socket.write(report(1));
  const bell = page.getByRole('button', { name: /Alerts, \d+ unread/ });
  await expect(bell).toBeVisible({ timeout: 120_000 });
  await bell.click();
  await picture(page, 'alert-bell');
  await page.getByRole('link', { name: 'All alerts and rules' }).click();
  await expect(
    page.getByRole('table', { name: 'Alerts' }).locator('tbody tr').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'alerts');
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();
  socket.destroy();
});

import { encodeTeltonikaAnswer, encodeTeltonikaCommand } from '@roadworthy/protocols';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';

test('a dispatcher sends a command, sees the answer, and shares the vehicle live', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const { vehicleId, socket } = await makeVehicleWithDevice(product, 'DC26 CMD', '352625691234506');
  const command = encodeTeltonikaCommand('getver');
  socket.on('data', (bytes: Buffer) => {
    if (bytes.includes(command)) socket.write(encodeTeltonikaAnswer('Ver:03.27.07'));
  });
  await signIn('admin@demo.test', `/vehicles/${vehicleId}`);
  await page.getByRole('button', { name: 'Actions' }).first().click();
  await page.getByRole('button', { name: 'Send a command' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Command/ }).selectOption('firmware');
  await expect(dialog.getByText('The device is connected.')).toBeVisible();
  await picture(page, 'device-command');
  await dialog.getByRole('button', { name: 'Send command' }).click();
  await expect(dialog.getByText('Ver:03.27.07')).toBeVisible();
  await expect(dialog.getByText('Confirmed')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Actions' }).first().click();
  await page.getByRole('button', { name: 'Share live' }).click();
  await page.getByLabel('For whom').fill('Customer');
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.locator('code').textContent();
  await picture(page, 'vehicle-share');
  const visitor = await browser.newPage();
  await visitor.goto(new URL(address ?? '', product.url).href);
  await expect(visitor.getByRole('heading', { name: 'DC26 CMD' })).toBeVisible();
  await expectAccessible(visitor);
  await picture(visitor, 'follow');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText(/^Revoked/)).toBeVisible();
  await expect(visitor.getByText('This link no longer works')).toBeVisible();
  await visitor.close();
  socket.destroy();
});

import { driverPhone } from './driver-phone.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

const MANAGER = 'manager@demo.test';
const TEXT = 'The weighbridge at Leeds is closed until Thursday.';

test('[U-20] a message reaches a driver, who confirms and answers it on the phone', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const { phone, driver } = await driverPhone(browser, product);
  const name = `${driver.first_name} ${driver.surname}`;

  // The office writes to the driver, whom it finds by name.
  await signIn(MANAGER, '/driver-messages');
  await page.getByRole('button', { name: 'New message' }).first().click();
  const panel = page.getByRole('region', { name: 'New message' });
  await panel.getByLabel(/^Text/).fill(TEXT);
  await panel.getByText('Asks for a confirmation').click();
  await panel.getByRole('button', { name: /Drivers/ }).click();
  await panel
    .getByRole('searchbox')
    .first()
    .fill(name.split(' ')[1] ?? '');
  await panel.getByRole('row', { name }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: TEXT })).toContainText('0 / 1');
  await picture(page, 'driver-messages');

  const card = phone.getByRole('region', { name: 'My messages' });
  await phone.reload();
  await expect(card).toContainText(/not read/);
  await card.getByRole('link').click();
  const message = phone.locator('[data-part=own-message]').filter({ hasText: TEXT });
  await message.getByRole('button', { name: 'Open' }).click();
  await message.getByRole('button', { name: 'I have read and understood this' }).click();
  await expect(message.getByText(/^Confirmed on/)).toBeVisible();
  await message.getByLabel('Your answer').fill('Is the one at Hull open?');
  await message.getByRole('button', { name: 'Send answer' }).click();
  // In the list: the field has the same text until it is sent.
  await expect(message.locator('ul').getByText('Is the one at Hull open?')).toBeVisible();
  await expectAccessible(phone);
  await picture(phone, 'driver-messages-own-phone');
  await phone.context().close();

  // The office sees the receipt and answers; then it leaves by a link, Back and the menu.
  await page.reload();
  await expect(page.getByRole('row', { name: TEXT })).toContainText('1 / 1');
  await page.getByRole('row', { name: TEXT }).getByRole('button').first().click();
  const receipt = page.locator('[data-part=message-receipt]');
  await expect(receipt).toContainText('Confirmed');
  await receipt.getByLabel(`Answer to ${name}`).fill('Yes, until 18:00.');
  await receipt.getByRole('button', { name: 'Send answer' }).click();
  await expect(receipt.locator('ul').getByText('Yes, until 18:00.')).toBeVisible();
  await expect(receipt.getByLabel(`Answer to ${name}`)).toHaveValue('');
  await receipt.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/drivers\/\d+/);
  await page.getByRole('link', { name: 'Send a message' }).click();
  await expect(panel.getByText(name)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/drivers\/\d+/);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/home/);
});

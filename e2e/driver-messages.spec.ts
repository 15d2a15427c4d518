import { expect, expectAccessible, picture, test } from './journey.ts';
import { openSession } from './sign-in.ts';

const MANAGER = 'manager@demo.test';
const DRIVER = 'driver@demo.test';
const TEXT = 'The weighbridge at Leeds is closed until Thursday.';

test('[U-20] a message reaches a driver, who confirms and answers it on the phone', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    baseURL: product.url,
  });
  const phone = await context.newPage();
  await openSession(phone, product.url, DRIVER);
  await phone.goto('/login');
  await phone.waitForURL('**/home');
  const name = await phone.evaluate(async () => {
    const { driver } = await (await fetch('/api/driver_messages/own/')).json();
    return `${driver.first_name} ${driver.surname}`;
  });

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
  await expect(message.getByText('Is the one at Hull open?')).toBeVisible();
  await expectAccessible(phone);
  await picture(phone, 'driver-messages-own-phone');
  await context.close();

  // The office sees the receipt and answers; then it leaves by a link, Back and the menu.
  await page.reload();
  await expect(page.getByRole('row', { name: TEXT })).toContainText('1 / 1');
  await page.getByRole('row', { name: TEXT }).getByRole('button').first().click();
  const receipt = page.locator('[data-part=message-receipt]');
  await expect(receipt).toContainText('Confirmed');
  await receipt.getByLabel(`Answer to ${name}`).fill('Yes, until 18:00.');
  await receipt.getByRole('button', { name: 'Send answer' }).click();
  await expect(receipt.getByText('Yes, until 18:00.')).toBeVisible();
  await receipt.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/drivers\/\d+/);
  await page.getByRole('link', { name: 'Send a message' }).click();
  await expect(panel.getByText(name)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/drivers\/\d+/);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/home/);
});

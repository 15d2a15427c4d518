import { driverPhone } from './driver-phone.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { PHOTO } from './signature.ts';

const MANAGER = 'manager@demo.test';
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: PHOTO });

test('[U-20] a vehicle is handed over, signed for on the phone with a photograph, and taken back', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const { phone, driver } = await driverPhone(browser, product);
  const name = `${driver.first_name} ${driver.surname}`;

  // The office hands over another vehicle than the driver's own, which the driver keeps.
  await signIn(MANAGER, '/driver-assignments?state=current&ordering=-vehicle');
  const first = page.getByRole('row').filter({ hasNotText: name }).nth(1);
  const registration = (await first.getByRole('button').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Hand over a vehicle' }).first().click();
  const panel = page.getByRole('region', { name: 'Hand over a vehicle' });
  await panel.getByRole('combobox', { name: /^Vehicle/ }).fill(registration);
  await page.getByRole('option', { name: registration }).click();
  await panel.getByRole('button', { name: /Driver/ }).click();
  await panel
    .getByRole('searchbox')
    .first()
    .fill(name.split(' ')[1] ?? '');
  await panel.getByRole('row', { name }).click();
  await panel.getByLabel(/^Fuel or charge/).fill('75');
  await panel.getByLabel('Fuel card').uncheck();
  await panel.getByLabel('Damage').fill('Scratch on the nearside door');
  await panel.locator('input[type=file]').first().setInputFiles(photo('door.png'));
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: registration }).filter({ hasText: name });
  await expect(row.first()).toContainText('Not signed');
  await picture(page, 'driver-assignments');

  await phone.reload();
  const card = phone.getByRole('region', { name: 'My vehicles' });
  await expect(card).toContainText(registration);
  await card.getByRole('link').click();
  const own = phone
    .getByRole('listitem')
    .filter({ has: phone.getByRole('heading', { name: registration }) });
  await expect(own.getByText('Scratch on the nearside door')).toBeVisible();
  await own.locator('input[type=file]').first().setInputFiles(photo('mirror.png'));
  await own.getByLabel(/comment/i).fill('The mirror is cracked, too');
  await expectAccessible(phone);
  await own.getByRole('button', { name: 'Sign' }).click();
  await expect(own.getByText('The mirror is cracked, too')).toBeVisible();
  await expect(own.getByText('Signed', { exact: true })).toBeVisible();
  await expect(own.getByRole('img')).toHaveCount(2);
  await picture(phone, 'driver-assignments-own-phone');
  await phone.context().close();

  // The office sees what the driver says, and takes the vehicle back.
  await page.reload();
  await row.first().getByRole('button').first().click();
  const sheet = page.locator('[data-part=handover]');
  await expect(sheet).toContainText('The mirror is cracked, too');
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take back' });
  await dialog.getByLabel(/^Fuel or charge/).fill('20');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(sheet).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible();

  // Left by a link, Back and the menu.
  await page.locator('.details-facts').getByRole('link', { name: registration }).first().click();
  await expect(page).toHaveURL(/\/vehicles\/\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/\/driver-assignments/);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/home/);
});

test('[U-20] a driver returns a vehicle on the phone, and the office sees it', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const { phone, driver } = await driverPhone(browser, product);
  await signIn(MANAGER, '/driver-assignments?state=current&ordering=vehicle');
  const registration = await page.evaluate(async (to) => {
    const list = '/api/driver_assignments/?state=current&ordering=vehicle';
    const { results } = await (await fetch(list)).json();
    const other = results.find((one: { driver: { id: number } }) => one.driver.id !== to);
    const body = new FormData();
    body.set('vehicle', String(other.vehicle.id));
    body.set('driver', String(to));
    body.set('items', '[]');
    // A cookie alone changes nothing.
    const [, token] = /access-token=([^;]+)/.exec(document.cookie) ?? [];
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch('/api/driver_assignments/', { method: 'POST', body, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return String(other.vehicle.registration);
  }, driver.id);

  await phone.goto('/driver-assignments/own');
  const own = phone
    .getByRole('listitem')
    .filter({ has: phone.getByRole('heading', { name: registration }) });
  await own.getByRole('button', { name: 'Return vehicle' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Return vehicle' });
  await dialog.getByLabel('Damage').fill('Chip in the windscreen');
  await dialog.locator('input[type=file]').first().setInputFiles(photo('chip.png'));
  await dialog.getByLabel(/Sign with your name/).fill('');
  await dialog.getByRole('button', { name: 'Return vehicle' }).click();
  await expect(dialog.getByText('Enter your name', { exact: false })).toBeVisible();
  await dialog.getByLabel(/Sign with your name/).fill('Drew Driver');
  await expectAccessible(phone);
  await picture(phone, 'driver-assignments-return-phone');
  await dialog.getByRole('button', { name: 'Return vehicle' }).click();
  await expect(phone.getByText('Vehicle returned').first()).toBeVisible();
  await expect(own.getByText('Chip in the windscreen')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Return vehicle' })).toBeHidden();
  await phone.context().close();

  await page.goto('/driver-assignments');
  const row = page.getByRole('row').filter({ hasText: registration }).first();
  await expect(row).toContainText('Returned by the driver');
  await row.getByRole('button').first().click();
  const sheet = page.locator('[data-part=handover]').last();
  await expect(sheet).toContainText('Chip in the windscreen');
  await expect(sheet).toContainText('Drew Driver');
});

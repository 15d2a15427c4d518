import type { Page } from '@playwright/test';
import { administratorToken, call } from './calls.ts';
import { driverPhone } from './driver-phone.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import type { Product } from './product.ts';
import { PHOTO } from './signature.ts';

/** The calls of the start and of the own screens. */
const KEPT_ANSWERS = 13;
const NOTICE = /You are offline\. You see what this phone received on \d/;

const keptAnswers = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has('roadworthy-answers'))
      ? (await (await caches.open('roadworthy-answers')).keys()).length
      : 0,
  );

test('[U-20] the own screens of a driver open on the phone without a network', async ({
  browser,
  product,
}) => {
  const { phone } = await driverPhone(browser, product);
  const context = phone.context();
  await expect.poll(() => keptAnswers(phone)).toBeGreaterThanOrEqual(KEPT_ANSWERS);
  await expect(phone.getByText(NOTICE)).toBeHidden();

  // The access has expired too: without a network, it cannot be renewed.
  await context.setOffline(true);
  await context.clearCookies({ name: 'access-token' });
  await phone.goto('/home');
  await expect(phone.getByText(NOTICE)).toBeVisible();
  for (const [card, link, fact] of [
    ['My hours', /hours/i, 'Infringements'],
    ['My messages', /messages/i, 'My messages'],
    ['My documents', /documents/i, 'Driving licence'],
    ['My shifts', /shifts/i, 'My shifts'],
  ] as const) {
    const region = phone.getByRole('region', { name: card });
    await region.getByRole('link', { name: link }).last().click();
    await expect(phone.getByRole('heading', { name: card, level: 1 })).toBeVisible();
    await expect(phone.locator('main').getByText(fact).first()).toBeVisible();
    await expect(phone.locator('main [role=alert]:not(:empty)')).toHaveCount(0);
    await phone.goBack();
  }
  // An own screen opens by its address too, as from a notification.
  await phone.goto('/drivers-hours/own');
  await expect(phone.getByRole('heading', { name: 'My hours' })).toBeVisible();
  await expect(phone.getByText(NOTICE)).toBeVisible();
  await expectAccessible(phone);
  await picture(phone, 'driver-offline-phone');

  // With a network the screens come from the server again, and the user stays signed in.
  await context.setOffline(false);
  await expect(phone.getByText(NOTICE)).toBeHidden();
  await phone.goto('/home');
  await expect(phone.getByRole('region', { name: 'My hours' })).toBeVisible();

  // Nothing of the driver stays on the phone after signing out.
  await phone.getByRole('button', { name: /Drew Driver/ }).click();
  await phone.getByRole('menuitem', { name: 'Logout' }).click();
  await phone.waitForURL('**/login**');
  expect(await keptAnswers(phone)).toBe(0);
  const workers = await phone.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(workers).not.toContain('/');
  await context.close();
});

const TEXT = 'The depot gate closes at 18:00 today.';
const WAITS = 'Will be sent when there is a network';

interface Current {
  readonly results: readonly {
    readonly vehicle: { readonly id: number; readonly registration: string };
    readonly driver: { readonly id: number };
  }[];
}

/** Sends a message to the driver, and hands another vehicle over. Returns its registration. */
async function fromTheOffice(product: Product, token: string, driver: number): Promise<string> {
  const message = { text: TEXT, asks_confirmation: true, drivers: [driver] };
  await call(product, '/api/driver_messages/', token, message);
  const list = '/api/driver_assignments/?state=current&ordering=-vehicle';
  const { results } = await call<Current>(product, list, token);
  const vehicle = results.find((one) => one.driver.id !== driver)?.vehicle;
  if (vehicle === undefined) throw new Error('no other driver has a vehicle');
  const body = new FormData();
  body.set('vehicle', String(vehicle.id));
  body.set('driver', String(driver));
  body.set('items', '[]');
  const headers = { Authorization: `Bearer ${token}` };
  const path = `${product.url}/api/driver_assignments/`;
  const answer = await fetch(path, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(await answer.text());
  return vehicle.registration;
}

/** Whether the phone has kept an answer that contains a text. */
const hasKept = (page: Page, text: string) =>
  page.evaluate(async (part) => {
    if (!(await caches.has('roadworthy-answers'))) return false;
    const cache = await caches.open('roadworthy-answers');
    const all = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    const texts = await Promise.all(all.map((one) => one?.text() ?? ''));
    return texts.some((one) => one.includes(part));
  }, text);

test('[U-20] what a driver confirms and signs without a network arrives once when it returns', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const { phone, driver } = await driverPhone(browser, product);
  const context = phone.context();
  const token = await administratorToken(product);
  const registration = await fromTheOffice(product, token, driver.id);
  await phone.goto('/home');
  await expect.poll(() => hasKept(phone, TEXT)).toBe(true);
  await expect.poll(() => hasKept(phone, registration)).toBe(true);
  await expect.poll(() => keptAnswers(phone)).toBeGreaterThanOrEqual(KEPT_ANSWERS);

  // Opened and confirmed, answered, and signed with a photograph.
  await context.setOffline(true);
  await phone.goto('/driver-messages/own');
  const message = phone.locator('[data-part=own-message]').filter({ hasText: TEXT });
  await message.getByRole('button', { name: 'Open' }).click();
  await message.getByRole('button', { name: 'I have read and understood this' }).click();
  await expect(message.getByText(WAITS)).toBeVisible();
  await message.getByLabel('Your answer').fill('I am there at 17:30.');
  await message.getByRole('button', { name: 'Send answer' }).click();
  const unsent = message.getByRole('list', { name: 'Your answers that are not sent' });
  await expect(unsent.getByText('I am there at 17:30.')).toBeVisible();
  await phone.goto('/driver-assignments/own');
  const own = phone
    .getByRole('listitem')
    .filter({ has: phone.getByRole('heading', { name: registration }) });
  await own
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: PHOTO });
  await own.getByLabel(/comment/i).fill('A scratch on the door');
  await own.getByRole('button', { name: 'Sign' }).click();
  await expect(own.getByText(WAITS)).toBeVisible();

  // After a restart it is still there, and signing out would warn.
  await phone.reload();
  await expect(own.getByText(WAITS)).toBeVisible();
  await expect(phone.getByText(/^4 changes are stored on this phone/)).toBeVisible();
  await expectAccessible(phone);
  await picture(phone, 'driver-unsent-phone');
  await phone.getByRole('button', { name: /Drew Driver/ }).click();
  await phone.getByRole('menuitem', { name: 'Logout' }).click();
  const question = phone.getByRole('dialog', { name: 'Log out with changes that are not sent?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await phone.goto('/driver-messages/own');
  await expect(message.getByText(WAITS).first()).toBeVisible();
  await picture(phone, 'driver-unsent-messages-phone');

  await context.setOffline(false);
  await expect(phone.getByText(/stored on this phone/)).toBeHidden({ timeout: 30_000 });
  await expect(message.getByText(/^Confirmed on/)).toBeVisible();
  await phone.goto('/driver-assignments/own');
  await expect(own.getByText('A scratch on the door')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Sign' })).toBeHidden();
  await context.close();

  // The office has each of them once.
  await signIn('manager@demo.test', '/driver-messages');
  await expect(page.getByRole('row', { name: TEXT })).toContainText('1 / 1');
  await page.getByRole('row', { name: TEXT }).getByRole('button').first().click();
  const receipt = page.locator('[data-part=message-receipt]');
  await expect(receipt).toContainText('Confirmed');
  await expect(receipt.getByText('I am there at 17:30.')).toHaveCount(1);
  await page.goto('/driver-assignments?state=current&ordering=-vehicle');
  const row = page.getByRole('row').filter({ hasText: registration }).first();
  await row.getByRole('button').first().click();
  const sheet = page.locator('[data-part=handover]');
  await expect(sheet).toContainText('A scratch on the door');
  await expect(sheet.getByRole('img')).toHaveCount(1);
});

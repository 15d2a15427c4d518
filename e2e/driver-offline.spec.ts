import type { Page } from '@playwright/test';
import { driverPhone } from './driver-phone.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

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

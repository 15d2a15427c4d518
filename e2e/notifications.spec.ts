import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { openNewRule } from './new-rule.ts';
import { stoppedReport } from './own-device.ts';
import { makeUser } from './own-user.ts';

const SETTINGS = '/administration/user-preferences/notifications';
const IMEI = '356307042441099';
const REGISTRATION = 'NO26 TFY';
const PHONE = { width: 390, height: 844 };

/** No part of the page is wider than the window, once it has followed a change of size. */
const expectFits = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 120)),
      ),
    )
    .toEqual([]);

test('[U-02] a person chooses kinds and channels, quiet hours and a summary, and leaves by link and Back', async ({
  page,
  product,
  signIn,
}) => {
  const email = 'notified@journey.test';
  await makeUser(product, email);
  await signIn(email, '/administration/user-preferences');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await page.getByLabel('Critical alerts: E-mail').check();
  await page.getByLabel('Information: In app').uncheck();
  for (const day of ['Mon', 'Sun']) await page.getByLabel(day).check();
  await page.getByLabel('From').fill('21:30');
  await page.getByLabel('Send e-mails').selectOption('weekly');
  await expectAccessible(page);
  await picture(page, 'notification-settings');
  await page.getByRole('button', { name: 'Save notification settings' }).click();
  await expect(page.getByText('Notification settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Critical alerts: E-mail')).toBeChecked();
  await expect(page.getByLabel('Information: In app')).not.toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('21:30');
  await expect(page.getByLabel('Send e-mails')).toHaveValue('weekly');
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  // The newest mail is at first the invitation of the user.
  await expect
    .poll(() => product.mailTo(email))
    .toContain('Notifications from Roadworthy reach you here.');
  await page.setViewportSize(PHONE);
  await expectFits(page);
  await expectAccessible(page);
  await picture(page, 'notification-settings-phone');
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'User preferences' })
    .click();
  await page.waitForURL((url) => url.pathname === '/administration/user-preferences');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === SETTINGS);
});

test('[U-02] a browser is turned on for notifications, and off again', async ({
  page,
  signIn,
  product,
}) => {
  const email = 'browser@journey.test';
  await makeUser(product, email);
  // A browser without a window has the service worker, but shows no notifications and has no push
  // service to subscribe at.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    let made: PushSubscription | null = null;
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer>;
      const endpoint = 'https://push.invalid/browser';
      made = {
        endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
        unsubscribe: async () => {
          made = null;
          return true;
        },
      } as unknown as PushSubscription;
      return made;
    };
  });
  await signIn(email, SETTINGS);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('Notifications are on in this browser')).toBeVisible();
  await expect(page.getByText(/\(This browser\)/)).toBeVisible();
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toContain('/push-notifications/');
  await page.getByRole('button', { name: /^Turn off notifications in/ }).click();
  await expect(page.getByText(/\(This browser\)/)).toHaveCount(0);
});

test('[E-P03] a rule from a template is previewed, raises an alert, and the centre shows it', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  const { socket, form } = await openNewRule({ page, product, signIn }, REGISTRATION, IMEI);
  await form.getByLabel('Template').selectOption({ label: 'Movement out of hours' });
  await expect(form.getByLabel('Name')).toHaveValue('Movement out of hours');
  const summary = form.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('It applies to all vehicles.');
  await expect(summary).toContainText(/Would have raised (no|\d+) alerts? in the last 7 days/);
  await form.getByLabel('Name').fill('Ignition of one vehicle');
  await form.getByLabel('From').fill('00:00');
  await form.getByLabel('Until').fill('00:00');
  await form.getByRole('button', { name: /^Vehicles/ }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(REGISTRATION);
  await page.getByLabel(REGISTRATION).check();
  await page.keyboard.press('Escape');
  await form.getByLabel('Severity').selectOption('critical');
  await expect(summary).toContainText('Raises a critical alert for');
  await expectAccessible(page);
  await picture(page, 'alert-rule-preview');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Ignition of one vehicle/ })).toBeVisible();
  socket.write(stoppedReport(1));
  const bell = page.getByRole('button', { name: /^Alerts, \d+ unread/ });
  // At night a rule of the demo fleet raises a warning of this vehicle too.
  const ofRule = new RegExp(`Critical.*${REGISTRATION}`);
  const line = page.getByRole('link', { name: ofRule });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(line.first()).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  await page.getByLabel('Kind').selectOption('critical');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'notification-centre');
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: ofRule })).toBeVisible();
  await picture(page, 'notification-bell');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expectFits(page);
  await picture(page, 'notification-centre-phone');
  await page.getByRole('button', { name: new RegExp(`^Mark as read: .*${REGISTRATION}`) }).click();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await line.first().click();
  await page.waitForURL((url) => url.pathname === '/events/activity');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/notifications');
  socket.destroy();
});

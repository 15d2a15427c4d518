import type { Locator, Page } from '@playwright/test';
import { cutOff } from './cut-off.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { openSession } from './sign-in.ts';

const MANAGER = 'manager@demo.test';

const today = (page: Page) => page.getByRole('region', { name: 'Today' });
/** The rows of the list; the planner has campaigns in a table of their own. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('table')
    .and(page.locator(':not([aria-label="Recall and service campaigns"])'))
    .locator('tbody tr');

/** The card with this label, in singular or plural, and its figure. */
async function cardOf(page: Page, label: RegExp): Promise<{ card: Locator; count: number }> {
  const card = today(page).getByRole('link', { name: label });
  await expect(card).toBeVisible();
  const figure = await card.locator('strong').innerText();
  return { card, count: Number(figure.replaceAll(',', '')) };
}

test('a manager follows the figures of today to lists of the same length', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn(MANAGER);
  for (const [label, address] of [
    [/Overdue items?/, /\/vehicle-file\/planner\?.*due=overdue/],
    [/Items? due in 7 days/, /\/vehicle-file\/planner\?.*due=week/],
    [/Open defects?/, /\/defects\?.*state=open/],
    [/Dangerous defects?/, /\/defects\?.*severity=dangerous/],
    [/Missing checks? today/, /\/vehiclecheck\/region\?.*fleet=missing/],
    [/Vehicles? off the road/, /\/vor-dashboard\/vor\?.*counted=off_road/],
  ] as const) {
    // Vehicles drive meanwhile: a figure that has changed is read again, with its list.
    await expect(async () => {
      if (!page.url().endsWith('/home')) await page.goto('/home');
      const { card, count } = await cardOf(page, label);
      await card.click();
      await expect(page).toHaveURL(address);
      const main = page.getByRole('main');
      if (count === 0) await expect(main.getByRole('status')).not.toHaveCount(0);
      else await expect(rows(page)).toHaveCount(count, { timeout: 5000 });
    }).toPass();
    await page.goBack();
    await expect(page).toHaveURL(/\/home$/);
  }
});

test('a bar and a second figure open lists of the same length', async ({ page, signIn }) => {
  await signIn(MANAGER);
  const over = today(page).getByRole('link', { name: / over 7 days$/ });
  const count = Number((await over.innerText()).split(' ')[0]);
  await over.click();
  await expect(page).toHaveURL(/counted=over_7_days/);
  if (count > 0) await expect(rows(page)).toHaveCount(count);
  await page.goBack();

  const bar = today(page)
    .getByRole('list', { name: 'Defects a day' })
    .getByRole('link', { name: /Reported: / })
    .last();
  const reported = Number((await bar.getAttribute('aria-label'))?.split(': ')[1]);
  await bar.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/defects\?start_date=/);
  await expect(rows(page)).toHaveCount(reported);
  await page.goBack();

  const checks = today(page).getByRole('list', { name: 'Walkaround checks a day' });
  const day = checks.getByRole('link').last();
  const made = (await day.getAttribute('aria-label'))?.split(': ')[1];
  await day.click();
  await expect(page).toHaveURL(/fleet=checks/);
  await expect(page.getByRole('status').filter({ hasText: `: ${made} checks,` })).toBeVisible();
  await expectAccessible(page);
});

test('the figures lead to tracking, checks, investigations and alerts, and back by the rail', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn(MANAGER);
  for (const [label, path] of [
    [/Vehicles? offline/, '/telematics/track'],
    [/Missing checks? today/, '/vehiclecheck/region'],
    [/Documents? under investigation/, '/vehicle-file/activity'],
    [/Unread alerts?/, '/events/alerts'],
  ] as const) {
    const { card } = await cardOf(page, label);
    await card.click();
    await page.waitForURL(({ pathname }) => pathname.startsWith(path));
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Home' })
      .click();
    await expect(page).toHaveURL(/\/home$/);
  }
});

test('home is accessible with its figures, and fits a phone', async ({ page, signIn }) => {
  await signIn(MANAGER);
  await expect(today(page).getByRole('link').first()).toBeVisible();
  await expect(today(page).getByRole('figure')).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);
});

test('[C-01] a driver sees the assigned vehicle, its check, defects and messages, and what to report', async ({
  page,
  signIn,
  browser,
  product,
}) => {
  await signIn('driver@demo.test');
  const own = page.getByRole('region', { name: 'My vehicle', exact: true });
  await expect(own).toBeVisible();
  await expect(page.getByText('Items due in 7 days')).toHaveCount(0);
  const link = own.getByRole('link').first();
  const registration = (await link.textContent()) ?? '';
  const id = Number(/\d+$/.exec((await link.getAttribute('href')) ?? '')?.[0]);

  // The office sends a text to the vehicle.
  const office = await browser.newContext({ baseURL: product.url });
  const desk = await office.newPage();
  await openSession(desk, product.url, MANAGER);
  const token = (await office.cookies()).find(({ name }) => name === 'access-token')?.value;
  const sent = await office.request.post(`/api/vehicle/message/?vehicle=${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { message: 'Bring the trailer back to Daventry' },
  });
  expect(sent.status(), await sent.text()).toBe(202);
  await office.close();
  await page.reload();
  const messages = page.getByRole('region', {
    name: 'Texts to the device in the vehicle, last 7 days',
  });
  await expect(messages.getByText('Bring the trailer back to Daventry')).toBeVisible();

  for (const size of [
    { width: 1440, height: 900 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    expect(await cutOff(page)).toEqual([]);
  }
  await picture(page, 'home-driver-phone');

  await own.getByRole('link', { name: 'Report an accident' }).click();
  await expect(page).toHaveURL(/\/help\/report_accident\?qrid=/);
  await page.goBack();
  // Without the module Defect, a defect is reported in the check too.
  await expect(own.getByRole('link', { name: 'Report a defect in a check' })).toHaveAttribute(
    'href',
    /^\/check\?qrid=/,
  );
  await own.getByRole('link', { name: 'Start the walkaround check' }).click();
  await expect(page).toHaveURL(/\/check/);
  await expect(page.getByText(registration).first()).toBeVisible();
  await page.goBack();
  await own.getByRole('link', { name: registration }).click();
  await expect(page.getByRole('heading', { level: 1, name: registration })).toBeVisible();
});

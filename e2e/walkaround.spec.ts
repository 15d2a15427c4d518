import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { PASSWORD } from './product.ts';
import { PHOTO, sign } from './signature.ts';

const PHONE = { width: 390, height: 844 };
const FINDING = 'Tread of the journey below the limit';

/** Everything in order, but for the tyres. */
async function answerAll(phone: Page): Promise<void> {
  const taps = phone.locator('[data-part=walk-result][data-result=ok]');
  await expect(taps.first()).toBeVisible();
  const count = await taps.count();
  for (let n = 0; n < count; n += 1) await taps.nth(n).click();
  const tyres = phone
    .locator('[data-part=walk-item]')
    .filter({ hasText: 'Tyres and wheel fixing' });
  await tyres.locator('[data-part=walk-result][data-result=defect]').click();
  await tyres.getByRole('radio', { name: /^Dangerous/ }).check();
  await expect(tyres.getByText('Do not drive this vehicle.')).toBeVisible();
  await tyres.getByRole('textbox').fill(FINDING);
  await tyres
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'tyre.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(tyres.getByRole('img', { name: 'Photo 1' })).toBeVisible();
}

/** Has the defect assessed, repaired and signed off, so that the vehicle is back. */
async function putRight(request: APIRequestContext, origin: string, id: number): Promise<void> {
  const path = `/defect/api/defects/${id}/`;
  for (const step of ['verify', 'assign', 'repair', 'sign_off']) {
    const { version } = (await (await request.get(path)).json()) as { version: number };
    const done = await request.post(`${path}steps/`, {
      headers: { origin },
      multipart: {
        step,
        version: String(version),
        note: 'Tyre renewed',
        ...(step === 'assign' ? { repairer: 'Own workshop' } : {}),
        ...(step === 'repair' ? { job_number: 'J-7' } : {}),
      },
    });
    expect(done.status(), await done.text()).toBeLessThan(300);
  }
}

test('[S-03] [OP-098] [N-P02] a driver checks a vehicle in a dead spot; the depot sees the defect, and the vehicle is off the road', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  const phone = await context.newPage();
  await phone.goto(`${product.url}/check`);
  await phone.getByRole('link', { name: 'Sign in' }).click();
  await phone.getByLabel('User name or e-mail').fill('driver@demo.test');
  await phone.getByLabel('Password').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  const vehicles = phone.getByRole('list', { name: 'Vehicles' });
  await expect(vehicles.getByRole('button').first()).toBeVisible();
  await expectAccessible(phone);
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready));
  await vehicles.getByRole('button').first().click();
  // Until the check is kept, the heading is that of the choice.
  await expect(phone.getByRole('button', { name: 'Next' })).toBeVisible();
  const registration = (await phone.getByRole('heading', { level: 1 }).textContent()) ?? '';

  // From here on there is no network; the phone restarts in the middle.
  await context.setOffline(true);
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1, name: registration })).toBeVisible();
  await answerAll(phone);
  await expectAccessible(phone);
  await picture(phone, 'walkaround-items');
  await phone.reload();
  await expect(phone.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await phone.getByRole('button', { name: 'Next' }).click();
  await phone.getByLabel(/^Odometer/).fill('48210');
  await sign(phone);
  await expectAccessible(phone);
  await picture(phone, 'walkaround-finish');
  // A second tab shows the same check; a tap in each, and two in one, send one.
  const left = await context.newPage();
  await left.goto(`${product.url}/check`);
  await expect(left.getByRole('button', { name: 'Sign off and send' })).toBeVisible();
  await phone.getByRole('button', { name: 'Sign off and send' }).dblclick();
  await expect(phone.getByText('On this phone', { exact: true })).toBeVisible();
  await picture(phone, 'walkaround-waiting');
  await left.getByLabel(/^Odometer/).fill('99');
  await expect(left.getByText(/^This check was sent or replaced in another window/)).toBeVisible();
  await left.getByRole('button', { name: 'Show it' }).click();
  await expect(left.locator('[data-part=walk-report]')).toHaveCount(1);
  await left.close();
  await phone.close();

  await context.setOffline(false);
  const later = await context.newPage();
  const arrived = later.waitForResponse(
    (answer) =>
      answer.url().endsWith('/walkaround/') &&
      answer.request().method() === 'POST' &&
      answer.status() === 201,
  );
  await later.goto(`${product.url}/check`);
  const made = (await (await arrived).json()) as { id: number; takes_off_road: boolean };
  expect(made.takes_off_road).toBe(true);
  await expect(later.getByText(/DRV-\d{6}/)).toHaveCount(1);
  await context.close();

  await signIn('manager@demo.test', '/vor-dashboard/vor');
  await expect(page.getByText(registration).filter({ visible: true }).first()).toBeVisible();
  const read = await page.request.get(`/vehicle-check/api/driver_checks/${made.id}/`);
  const check = (await read.json()) as { defect: number; photos: string[]; odometer: number };
  expect(check.photos).toHaveLength(1);
  // The driver reads miles, of 1609 m each.
  expect(check.odometer).toBe(48_210 * 1609);
  await putRight(page.request, new URL(product.url).origin, check.defect);
});

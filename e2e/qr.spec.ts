import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { PHOTO, sign } from './signature.ts';

const PHONE = { width: 360, height: 740 };

/** A visitor's phone, without a session. */
async function stranger(browser: Browser): Promise<{ context: BrowserContext; phone: Page }> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  return { context, phone: await context.newPage() };
}

/** The URLs on the printed label of the first vehicle. */
async function printed(page: Page): Promise<{ documents: string; help: string }> {
  await page.getByRole('button', { name: 'QR labels' }).click();
  const dialog = page.getByRole('dialog');
  const link = (name: string) => dialog.getByRole('link', { name });
  await expect(link("the vehicle's documents")).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'qr-label-dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect((await download).suggestedFilename()).toMatch(/^qr-labels_.+\.pdf$/);
  const hrefOf = async (name: string) => (await link(name).getAttribute('href')) ?? '';
  const addresses = {
    documents: await hrefOf("the vehicle's documents"),
    help: await hrefOf('help, breakdown and accident'),
  };
  await dialog.getByRole('button', { name: 'Close' }).click();
  return addresses;
}

/** The phone restarts on the current step: the input is restored on that step. */
async function reloadAt(phone: Page, step: number): Promise<void> {
  const heading = phone.getByRole('heading', { level: 2 });
  await expect(heading).toContainText(`Step ${step} of 5`);
  await phone.reload();
  await expect(heading).toContainText(`Step ${step} of 5`);
}

/** Waits for the service worker of each offline page: help page and documents have one each. */
async function expectWorkers(phone: Page): Promise<void> {
  await expect
    .poll(() =>
      phone.evaluate(async () => {
        const all = await navigator.serviceWorker.getRegistrations();
        return all.length > 1 && all.every(({ active }) => active?.state === 'activated');
      }),
    )
    .toBe(true);
}

/** Waits until this many responses are cached. */
async function expectKept(phone: Page, count: number): Promise<void> {
  const kept = () =>
    phone.evaluate(async () => {
      const cache = await caches.open('roadworthy-answers');
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await kept()).length).toBeGreaterThanOrEqual(count);
}

/** Selects the place of the accident on the map, online. */
async function chooseOnMap(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Choose on the map' }).click();
  const map = phone.getByRole('region', { name: 'Map: tap where it happened' });
  await map.locator('canvas').click({ position: { x: 150, y: 160 } });
  await expect(phone.getByText('Position chosen on the map')).toBeVisible();
  await expect(map.locator('.maplibregl-marker')).toBeVisible();
}

async function fillIn(phone: Page): Promise<void> {
  await phone.getByLabel(/^Your name/).fill('Ann Driver');
  await phone.getByLabel(/^Your phone/).fill('07700 900000');
  await phone.getByLabel(/^What happened/).fill('A van pulled out of a side road.');
  await phone.getByLabel('Someone was injured').check();
  await phone.getByRole('button', { name: 'Next' }).click();
  await reloadAt(phone, 2);
  await phone.getByRole('button', { name: 'Choose on the map' }).click();
  await expect(
    phone.getByText('The map needs a network connection. Enter the place below.'),
  ).toBeVisible();
  await picture(phone, 'accident-place');
  await phone.getByLabel(/^Address/).fill('A45, Daventry');
  await phone.getByRole('button', { name: 'Next' }).click();
  await reloadAt(phone, 3);
  await phone.getByLabel(/^Party Name/).fill('Petra Party');
  await phone.getByLabel(/^Witness Name/).fill('Will Witness');
  await expectAccessible(phone);
  await picture(phone, 'accident-people');
  await phone.getByRole('button', { name: 'Next' }).click();
  await reloadAt(phone, 4);
  await expect(phone.getByRole('heading', { name: 'Photographs of the scene' })).toBeVisible();
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'scene.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(phone.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await phone.getByRole('button', { name: 'Next' }).click();
}

test('[K-17] [K-P03] [K-P04] a visitor scans the code, finds documents and help, and reports an accident from a dead spot', async ({
  page,
  browser,
  signIn,
  product,
}) => {
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vehicle File Activity');
  const addresses = await printed(page);
  expect(addresses.documents).toMatch(/\/qr\?qrid=[\w-]{22}$/);

  const { context, phone } = await stranger(browser);
  await phone.goto(addresses.documents);
  await expect(phone.getByRole('heading', { name: 'Vehicle Documents' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'MOT Report' })).toBeVisible();
  await expectAccessible(phone);
  await picture(phone, 'qr-landing');
  await phone.getByRole('button', { name: 'PT' }).click();
  await expect(phone.getByRole('heading', { name: 'Documentos do veículo' })).toBeVisible();
  await phone.getByRole('button', { name: 'EN' }).click();
  expect(await context.cookies()).toEqual([]);

  await phone.getByRole('link', { name: 'Help, breakdown or accident' }).click();
  await expect(phone.getByRole('link', { name: /^Call breakdown/ })).toHaveAttribute(
    'href',
    /^tel:/,
  );
  await phone.getByText('What do I do first after an accident?').click();
  await expectAccessible(phone);
  await picture(phone, 'help-page');

  await phone.getByRole('link', { name: 'Report an accident' }).click();
  await expect(phone.getByRole('heading', { level: 2 })).toContainText('Step 1 of 5');
  await expectAccessible(phone);
  await picture(phone, 'accident-what');
  // From here on the phone is offline: the pages are cached.
  await phone.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await phone.reload();
  await fillIn(phone);
  await reloadAt(phone, 5);
  await sign(phone);
  await picture(phone, 'accident-sign');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'Saved on this phone' })).toBeVisible();
  await picture(phone, 'accident-waiting');
  await phone.close();
  await context.setOffline(false);

  // Another public page sends the pending report.
  const later = await context.newPage();
  const arrived = later.waitForResponse(
    (answer) =>
      answer.url().endsWith('/accident_reporting/') && answer.request().method() === 'POST',
  );
  await later.goto(addresses.help);
  expect((await arrived).status()).toBe(201);
  await later.getByRole('link', { name: 'Report an accident' }).click();
  await expect(later.getByText(/^ACC-\d{6}$/)).toBeVisible();
  const reference = (await later.getByText(/^ACC-\d{6}$/).textContent()) ?? '';
  await picture(later, 'accident-arrived');
  await context.close();

  expect(await product.mailTo(reference)).toContain('Ann Driver');
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'A van pulled out of a side road.' });
  await expect(row.first()).toBeVisible();
});

test('[K-25] the public pages open offline, and the map once online', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vehicle File Activity');
  const addresses = await printed(page);
  const { context, phone } = await stranger(browser);
  await phone.goto(addresses.help);
  await expect(phone.getByRole('link', { name: /^Call breakdown/ })).toBeVisible();
  await expectKept(phone, 3);
  await phone.goto(addresses.documents);
  await expect(phone.getByRole('heading', { name: 'MOT Report' })).toBeVisible();
  await expectWorkers(phone);
  await expectKept(phone, 6);

  await context.setOffline(true);
  await phone.goto(addresses.help);
  await expect(phone.getByRole('link', { name: /^Call breakdown/ })).toBeVisible();
  await expect(
    phone.getByText('No network. This is the last version loaded on this phone.'),
  ).toBeVisible();
  await picture(phone, 'help-page-offline');
  await phone.goto(addresses.documents);
  await expect(phone.getByRole('heading', { name: 'MOT Report' })).toBeVisible();
  await phone.goto(addresses.help);
  await context.setOffline(false);

  await phone.getByRole('link', { name: 'Report an accident' }).click();
  await phone.getByLabel(/^Your name/).fill('Ann Driver');
  await phone.getByLabel(/^What happened/).fill('A van pulled out of a side road.');
  await phone.getByRole('button', { name: 'Next' }).click();
  await context.setOffline(true);
  await phone.getByRole('button', { name: 'Choose on the map' }).click();
  await expect(
    phone.getByText('The map needs a network connection. Enter the place below.'),
  ).toBeVisible();
  await context.setOffline(false);
  await phone.getByRole('button', { name: 'Try again' }).click();
  await phone.reload();
  await chooseOnMap(phone);
  await context.close();
});

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { oncePerProduct } from './calls.ts';
import { sendRecords } from './drive.ts';
import { expect, expectAccessible, picture, type SignIn, test } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';
import { makeUser } from './own-user.ts';
import type { Product } from './product.ts';

const REGISTRATION = 'TK26 NOW';
/** AVL elements: ignition, and the odometer, m. */
const IGNITION = 239;
const ODOMETER = 16;
const REPORT_EVERY_MS = 1000;

/** A vehicle at the depot Leeds whose device is connected. */
const connected = oncePerProduct((product) =>
  makeVehicleWithDevice(product, REGISTRATION, '356307042448024'),
);

/** Reports that the vehicle of this file drives north, this many metres from its depot. */
const report = (socket: Socket, distanceM: number) =>
  sendRecords(socket, [
    {
      timeMs: Date.now(),
      latitudeDeg: 53.79 + distanceM / 111_195,
      longitudeDeg: -1.54,
      altitudeM: 60,
      angleDeg: 0,
      satellites: 12,
      speedKmh: 50,
      io: [
        { id: IGNITION, width: 1, value: 1 },
        { id: ODOMETER, width: 4, value: 80_000_000 + Math.round(distanceM) },
      ],
    },
  ]);

/** Opens the live map with the vehicle of this file, and returns its row of the list. */
async function openTrack(page: Page, product: Product, signIn: SignIn): Promise<Locator> {
  const { socket } = await connected(product);
  await report(socket, 0);
  await signIn('manager@demo.test', '/telematics/track');
  await page.getByRole('button', { name: /^Leeds/ }).click();
  return page.locator('[data-part=vehicle-row]').filter({ hasText: REGISTRATION });
}

test('[M-01] [M-04] [M-P01] the fleet is on the map, grouped, with its details', async ({
  page,
  product,
  signIn,
}) => {
  const row = await openTrack(page, product, signIn);
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  await expect(page.locator('[data-part=group-row]').filter({ hasText: 'Daventry' })).toBeVisible();
  await row.click();
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await expect(details).toContainText('Odometer');
  await expect(details).toContainText('49,710 mi');
  await expect(page).toHaveURL(/vehicle=\d+/);
  await expectAccessible(page);
  await picture(page, 'track');
  await page.reload();
  await expect(details).toBeVisible();
});

test('[M-03] positions are pushed: a vehicle moves without polling', async ({
  page,
  product,
  signIn,
}) => {
  const { socket } = await connected(product);
  let distanceM = 0;
  let isOver = false;
  const driving = (async () => {
    while (!isOver) {
      await report(socket, distanceM);
      distanceM += 14;
      await sleep(REPORT_EVERY_MS);
    }
  })();
  try {
    const search = encodeURIComponent(REGISTRATION);
    await signIn(
      'manager@demo.test',
      `/telematics/track?view=table&states=moving&search=${search}`,
    );
    const first = page.locator('[data-part=fleet-table] tbody tr').first();
    await expect(first).toContainText(REGISTRATION);
    await expect(first).toContainText('Moving');
    const before = await first.locator('td').last().textContent();
    await expect(first.locator('td').last()).not.toHaveText(before ?? '');
    await picture(page, 'track-table');
  } finally {
    isOver = true;
    await driving;
  }
});

test('[M-02] [M-P02] [P-097] one vehicle is found and followed', async ({
  page,
  product,
  signIn,
}) => {
  await report((await connected(product)).socket, 0);
  await signIn('manager@demo.test', '/telematics/track-vehicle');
  await page.getByPlaceholder('Search a vehicle/asset...').fill(REGISTRATION.slice(0, 4));
  await page.getByRole('option', { name: new RegExp(REGISTRATION) }).click();
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await expect(details).toContainText(REGISTRATION);
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(page).toHaveURL(/follow=1/);
});

test('[U-P03] other customers and sibling depots are not visible', async ({ page, signIn }) => {
  await signIn('admin@other.test', '/telematics/track');
  await expect(page.locator('[data-part=group-row]')).toHaveCount(1);
  await expect(page.locator('[data-part=group-row]')).toContainText('York');
});

test('a phone shows the map first and the card below', async ({ page, product, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const row = await openTrack(page, product, signIn);
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  await row.click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toBeInViewport();
  const overflow = await page.evaluate(
    () => document.querySelector('[data-part=live]')?.scrollWidth ?? 0,
  );
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'track-phone');
});

for (const [name, width, height] of [
  ['magnified to 200 %', 720, 450],
  ['on a phone in landscape', 844, 390],
] as const) {
  test(`[M-P01] the card of a vehicle stays within the window ${name}`, async ({
    page,
    product,
    signIn,
  }) => {
    await (await openTrack(page, product, signIn)).click();
    await page.setViewportSize({ width, height });
    const details = page.getByRole('region', { name: 'Vehicle details' });
    await expect(details).toBeInViewport({ ratio: 1 });
    const last = details.locator('[data-part=details-actions] > *').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await details.getByRole('button', { name: 'Close details' }).click();
    await expect(details).toHaveCount(0);
  });
}

test('[A-05] [R-031] [R-032] the language changes and persists', async ({
  page,
  product,
  signIn,
}) => {
  await makeUser(product, 'polyglot@demo.test');
  await signIn('polyglot@demo.test');
  // Before, the sign-in page has a separate language selection.
  await expect(page.getByRole('heading', { name: 'Your fleet, in one place.' })).toBeVisible();
  const texts = page.waitForResponse((answer) => answer.url().endsWith('/locales/pt.json'));
  await page.getByLabel('Language').selectOption('pt');
  expect((await texts).ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'A sua frota, num só lugar.' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A sua frota, num só lugar.' })).toBeVisible();
});

test('[O-02] [O-15] [R-039] preferences are stored on the server', async ({
  page,
  product,
  signIn,
}) => {
  const { vehicleId, socket } = await connected(product);
  await report(socket, 0);
  await makeUser(product, 'metric@demo.test');
  await signIn('metric@demo.test');
  await page.getByRole('button', { name: /Jo Journey/ }).click();
  await page.getByRole('menuitem', { name: 'User preferences' }).click();
  await expectAccessible(page);
  await page.getByLabel('Distance').selectOption('KMS');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Update successful')).toBeVisible();
  await page.goto(`/telematics/track?vehicle=${vehicleId}`);
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await expect(details).toContainText('80,000 km');
});

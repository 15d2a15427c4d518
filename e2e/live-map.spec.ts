import type { Locator, Page } from '@playwright/test';
import { oncePerProduct } from './calls.ts';
import { sendRecords } from './drive.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';
import type { Product } from './product.ts';

/** A yard in the sea, far from the vehicles of the demo fleet and of other tests. */
const YARD = { latitudeDeg: 54.5, longitudeDeg: 1.5 };
const REGISTRATIONS = ['LM26 AAA', 'LM26 BBB', 'LM26 CCC'];
const FIRST_IMEI = 356_307_042_449_100;
const AT_YARD = `at=${YARD.latitudeDeg},${YARD.longitudeDeg},12`;

/** Three vehicles that stand at one place. */
const yard = oncePerProduct(async (product: Product): Promise<number[]> => {
  const ids: number[] = [];
  for (const [index, registration] of REGISTRATIONS.entries()) {
    const { vehicleId, socket } = await makeVehicleWithDevice(
      product,
      registration,
      String(FIRST_IMEI + index),
    );
    await sendRecords(socket, [
      {
        timeMs: Date.now(),
        ...YARD,
        altitudeM: 5,
        angleDeg: 0,
        satellites: 12,
        speedKmh: 0,
        io: [{ id: 239, width: 1, value: 0 }],
      },
    ]);
    socket.destroy();
    ids.push(vehicleId);
  }
  return ids;
});

const details = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openAtYard(page: Page): Promise<Locator> {
  const map = page.locator('.fleet-map[data-ready=true]');
  await expect(map).toBeVisible();
  return map;
}

/** The spider has no size of its own; its vehicles have. */
const spiderOf = (page: Page) => page.getByRole('region', { name: '3 vehicles here: 3 Stopped' });
const isOpen = (spider: Locator) =>
  expect(spider.getByRole('button').first()).toBeVisible({ timeout: 1000 });

/** Presses Enter on the map until the cluster at its centre is open: its first drawing takes a moment. */
async function openSpider(page: Page): Promise<Locator> {
  const spider = spiderOf(page);
  await expect(async () => {
    await page.locator('.maplibregl-canvas').focus();
    await page.keyboard.press('Enter');
    await isOpen(spider);
  }).toPass();
  return spider;
}

for (const [name, width, height] of [
  ['desk', 1440, 900],
  ['phone', 390, 844],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } });

    test('[M-P01] vehicles at one place open as a spider; one is selected by keyboard', async ({
      page,
      product,
      signIn,
    }) => {
      await yard(product);
      await signIn('manager@demo.test', `/telematics/track?${AT_YARD}`);
      await openAtYard(page);
      const spider = await openSpider(page);
      await expect(spider.getByRole('button')).toHaveCount(3);
      await expectAccessible(page);
      await picture(page, `live-map-spider-${name}`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(details(page)).toContainText('LM26 BBB');
      await expect(spider).toHaveCount(0);
      await expect(details(page)).toBeInViewport({ ratio: 1 });
      await picture(page, `live-map-selected-${name}`);
    });

    test('the cluster at one place opens by a press too', async ({ page, product, signIn }) => {
      await yard(product);
      await signIn('manager@demo.test', `/telematics/track?${AT_YARD}`);
      const map = await openAtYard(page);
      const spider = spiderOf(page);
      await expect(async () => {
        const box = await map.boundingBox();
        await map.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
        await isOpen(spider);
      }).toPass();
      await page.keyboard.press('Escape');
      await expect(spider).toHaveCount(0);
    });

    test('[M-P01] the search moves through its matches and shows one on the map', async ({
      page,
      product,
      signIn,
    }) => {
      const [, , last] = await yard(product);
      await signIn('manager@demo.test', '/telematics/track');
      const search = page.getByRole('searchbox', { name: 'Search vehicles or drivers' });
      await search.fill('LM26');
      await expect(page.locator('[data-part=vehicle-row]')).toHaveCount(3);
      await search.press('ArrowUp');
      await search.press('Enter');
      await expect(page).toHaveURL(new RegExp(`vehicle=${last}`));
      await expect(details(page)).toContainText('LM26 CCC');
      // The map has moved to the yard.
      await expect(page).toHaveURL(/at=54\.\d+(%2C|,)1\.\d+/);
    });

    test('the nearest vehicles to coordinates, and one of them on the map', async ({
      page,
      product,
      signIn,
    }) => {
      await yard(product);
      await signIn('manager@demo.test', '/telematics/track');
      await tool(page, 'Nearest vehicles').click();
      const panel = page.getByRole('region', { name: 'Nearest vehicles' });
      await panel.getByRole('searchbox').fill('54.6, 1.5');
      await panel.getByRole('button', { name: /Coordinates/ }).click();
      const rows = panel.getByRole('list', { name: 'Nearest to 54.6, 1.5' }).getByRole('button');
      await expect(rows.first()).toContainText('6.91 mi');
      await expect(rows.first()).toContainText('LM26');
      await expectAccessible(page);
      await picture(page, `live-map-nearest-${name}`);
      await rows.first().click();
      await expect(details(page)).toContainText('LM26');
    });

    test('a line is measured by pressing and by keyboard; Escape ends it', async ({
      page,
      signIn,
    }) => {
      await signIn('manager@demo.test', `/telematics/track?${AT_YARD}`);
      const map = await openAtYard(page);
      await tool(page, 'Measure').click();
      const panel = page.getByRole('region', { name: 'Measure' });
      await map.click({ position: { x: 120, y: 150 } });
      await map.click({ position: { x: 220, y: 150 } });
      await expect(panel.getByRole('status')).toHaveText(/^\d\.\d\d mi$/);
      const before = await panel.getByRole('status').textContent();
      await page.locator('.maplibregl-canvas').focus();
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('status')).not.toHaveText(before ?? '');
      await panel.getByRole('button', { name: 'Undo' }).click();
      await expect(panel.getByRole('status')).toHaveText(before ?? '');
      await expectAccessible(page);
      await picture(page, `live-map-measure-${name}`);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
    });

    test('layers are switched on and stay on; the screen is left by menu, link and Back', async ({
      page,
      product,
      signIn,
    }) => {
      const [first] = await yard(product);
      await signIn('manager@demo.test', `/telematics/track?vehicle=${first}`);
      await openAtYard(page);
      await expect(details(page)).toContainText('LM26 AAA');
      await details(page).getByRole('link', { name: 'Trace' }).click();
      await expect(page).toHaveURL(/\/telematics\/trace\?/);
      await page.goBack();
      await expect(details(page)).toContainText('LM26 AAA');
      await details(page).getByRole('button', { name: 'Close details' }).click();
      await tool(page, 'Layers').click();
      await page.getByLabel('Geofences').check();
      await page.getByLabel('Depots').check();
      await expectAccessible(page);
      await picture(page, `live-map-layers-${name}`);
      await page.reload();
      await openAtYard(page);
      await tool(page, 'Layers').click();
      await expect(page.getByLabel('Geofences')).toBeChecked();
      await expect(page.getByLabel('Depots')).toBeChecked();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu' }).first().click();
      await page.locator('nav a[href="/telematics/geofence"]').first().click();
      await expect(page).toHaveURL(/\/telematics\/geofence/);
    });
  });
}

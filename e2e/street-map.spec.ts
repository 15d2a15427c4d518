import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { streetArchive, TOWN_CENTRE } from '../apps/server/test/street-archive.ts';
import { expect, expectAccessible, picture } from './journey.ts';
import { type Product, START_LIMIT_MS, startProduct } from './product.ts';
import { openSession } from './sign-in.ts';

// A product of its own: its folder of maps is empty at first, then it has a street map of a small town.

interface Own {
  readonly product: Product;
  readonly maps: string;
}

const test = base.extend<object, { own: Own }>({
  own: [
    async ({ browserName: _name }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-streets-'));
      chmodSync(dataDir, 0o755);
      const product = await startProduct([], {
        DATA_DIR: dataDir,
        EVALUATION_HISTORY_DAYS: '0',
        MAP_SATELLITE_URL: 'http://localhost:9/{z}/{x}/{y}.png',
        MAP_SATELLITE_ATTRIBUTION: 'Images of nobody',
      });
      await use({ product, maps: join(dataDir, 'maps') });
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_LIMIT_MS + 60_000 },
  ],
});

test.beforeEach(() => test.slow());

const [LONGITUDE, LATITUDE] = TOWN_CENTRE;
const TRACK = `/telematics/track?at=${LATITUDE},${LONGITUDE},15`;
/** Colour of major roads (street-style.ts). */
const STREETS = { light: '#fdebb8', dark: '#6b5d39' };

/** Puts the street map of the town into the folder of the maps, as `npm run map` does. */
function installTown({ maps }: Own): void {
  mkdirSync(maps, { recursive: true });
  const { bytes } = streetArchive(undefined, undefined, 15, { 'roadworthy:area': 'testingham' });
  // The server never reads a half-written map.
  writeFileSync(join(maps, 'town.part'), bytes);
  renameSync(join(maps, 'town.part'), join(maps, 'town.pmtiles'));
}

async function open(page: Page, { product }: Own, path: string, email = 'admin@demo.test') {
  await openSession(page, product.url, email);
  await page.goto(`${product.url}/login?returnUrl=${encodeURIComponent(path)}`);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** How many pixels of a map have a colour. */
async function pixels(page: Page, map: string, colour: string): Promise<number> {
  const shot = await page.locator(map).screenshot();
  return page.evaluate(
    async ([source, wanted]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
      let count = 0;
      for (let n = 0; n < data.length; n += 4) {
        if (data[n] === r && data[n + 1] === g && data[n + 2] === b) count += 1;
      }
      return count;
    },
    [`data:image/png;base64,${shot.toString('base64')}`, colour] as const,
  );
}

const expectStreets = (page: Page, map: string, scheme: keyof typeof STREETS) =>
  expect.poll(() => pixels(page, map, STREETS[scheme]), { timeout: 45_000 }).toBeGreaterThan(100);

test('[K-P05] an administrator sees that the built-in map is used, installs a street map, and sees it', async ({
  page,
  own,
}) => {
  rmSync(own.maps, { recursive: true, force: true });
  await open(page, own, '/administration');
  await page.getByRole('link', { name: 'Map and addresses' }).click();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Map')).toContainText('Built-in map');
  await expect(part('Map')).toContainText('npm run map -- --area great-britain');
  await expect(part('Addresses')).toContainText('Not configured');
  await expect(part('Satellite images')).toContainText('Images of nobody');
  await expectAccessible(page);
  await picture(page, 'maps-built-in');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await part('Map').getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'npm run map -- --area great-britain',
  );

  installTown(own);
  writeFileSync(join(own.maps, 'broken.pmtiles'), 'not a map');
  await page.reload();
  await expect(part('Map')).toContainText('Testingham');
  await expect(part('Map')).toContainText('In use');
  await expect(part('Map')).toContainText('This file is not a PMTiles archive of version 3.');
  await expectAccessible(page);
  await picture(page, 'maps-archives');

  // Leave by the menu, Back, and a link.
  await page.locator('.header [aria-controls=side-menu]').click();
  await page.locator('.side-menu').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(part('Map')).toContainText('Testingham');
  await page.goBack();
  await expect(page).toHaveURL(/\/administration$/);
  rmSync(join(own.maps, 'broken.pmtiles'));
});

test('the screen in Portuguese and dark fits a phone; a manager does not see it', async ({
  page,
  own,
}) => {
  installTown(own);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('language', '"pt"'));
  await open(page, own, '/administration/maps');
  await expect(page.getByRole('heading', { name: 'Mapa e endereços' })).toBeVisible();
  await expect(page.getByText('Em uso')).toBeVisible();
  await expectAccessible(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await picture(page, 'maps-phone-dark-pt');
  await page.context().clearCookies();
  await open(page, own, '/administration/maps', 'manager@demo.test');
  await expect(page.getByRole('heading', { name: 'Mapa e endereços' })).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the live map shows streets: ${scheme}`, async ({ page, own }) => {
    installTown(own);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const parts: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/maps/archives/')) parts.push(answer.status());
    });
    await open(page, own, TRACK);
    await expectStreets(page, '.fleet-map', scheme);
    expect(new Set(parts)).toEqual(new Set([206]));
    await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText(
      'OpenStreetMap contributors',
    );
    await picture(page, `streets-${scheme}`);
    await page.goto(`${own.product.url}${TRACK.replace(/,15$/, ',13.2')}`);
    await expectStreets(page, '.fleet-map', scheme);
    await picture(page, `streets-wide-${scheme}`);
    await expectAccessible(page);
  });
}

test('satellite images replace the areas of the map until they are switched off', async ({
  page,
  own,
}) => {
  installTown(own);
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  // One white pixel stands for each image of the provider.
  const white = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.route('http://localhost:9/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      body: white,
      contentType: 'image/png',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await open(page, own, TRACK);
  await expectStreets(page, '.fleet-map', 'light');
  const button = page.getByRole('button', { name: 'Satellite' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(asked).toEqual([]);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('Images of nobody');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expectStreets(page, '.fleet-map', 'light');
});

test('[M-P10] a geofence is drawn on streets', async ({ page, own }) => {
  installTown(own);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The search hides the geofences of the demo fleet, which would cover the streets.
  await open(page, own, '/telematics/geofence?search=Testingham', 'manager@demo.test');
  await expect(page.locator('[data-part=geofence-map][data-ready=true]')).toBeVisible();
  await page.getByRole('button', { name: 'New geofence' }).click();
  await expect(page.locator('[data-drawing=true]')).toBeVisible();
  await page.getByRole('button', { name: 'Enter coordinates instead' }).click();
  const corners = [
    [52.2585, -1.1655],
    [52.2625, -1.1655],
    [52.2625, -1.1575],
  ];
  await page
    .getByLabel('Corners', { exact: true })
    .fill(corners.map((corner) => corner.join(', ')).join('\n'));
  await page.getByLabel('Name', { exact: true }).fill('Yard of Testingham');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Yard of Testingham' })).toBeVisible();
  await expectStreets(page, '[data-part=geofence-map]', 'light');
  await picture(page, 'streets-geofence');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
});

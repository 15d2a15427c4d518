import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const section = (page: Page, name: string) =>
  sections(page).getByRole('link', { name, exact: true });

/** Opens each section, and checks it at both widths. */
async function walkSections(page: Page, names: readonly string[], picturePrefix: string) {
  await expect(sections(page).getByRole('link')).toHaveText([...names]);
  for (const name of names) {
    await section(page, name).click();
    await expect(section(page, name)).toHaveAttribute('aria-current', 'page');
    // The table of a section may have the same name.
    const region = page.getByRole('region', { name, exact: true }).first();
    await expect(region).toBeVisible();
    await expect(page.locator('.data-table.waiting')).toHaveCount(0);
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
      // The content scrolls below the header, never the document.
      const { scrollWidth, scrollHeight } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      expect(scrollWidth, `${name} at ${size.width}`).toBeLessThanOrEqual(size.width);
      expect(scrollHeight, `${name} at ${size.width}`).toBeLessThanOrEqual(size.height);
      await picture(page, `${picturePrefix}-${name.replaceAll(' ', '-')}-${size.width}`);
    }
    await page.setViewportSize(DESK);
  }
}

test('[A-P03] from a list to the pages of a depot, a vehicle and a driver, through each section, and back', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn('admin@demo.test', '/administration/vehicles');
  await page.locator('.resource-list tbody a[href^="/depots/"]').first().click();
  await expect(page).toHaveURL(/\/depots\/\d+$/);
  await walkSections(
    page,
    ['Overview', 'Vehicles', 'Drivers', 'Documents and schedule', 'Defects', 'Users', 'History'],
    'page-depot',
  );

  await section(page, 'Drivers').click();
  await expect(page).toHaveURL(/section=drivers$/);
  // The address keeps the section.
  await page.reload();
  await expect(section(page, 'Drivers')).toHaveAttribute('aria-current', 'page');
  const row = page.getByRole('row').filter({ has: page.locator('a[href^="/vehicles/"]') });
  const vehicle = row.first().locator('a[href^="/vehicles/"]');
  const registration = await vehicle.innerText();
  await vehicle.click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: registration })).toBeVisible();
  await walkSections(
    page,
    [
      'Overview',
      'Trips',
      'Sensors',
      'Fuel',
      'Events and clips',
      'Documents and schedule',
      'Trailers',
      'Services',
      'Official data',
      'Tyres',
      'Brake tests',
      'Defects',
      'Faults',
      'Recalls and campaigns',
      'Work orders',
      'Costs',
      'Devices',
      'History',
    ],
    'page-vehicle',
  );

  await page.locator('main a[href^="/drivers/"]').first().click();
  await expect(page).toHaveURL(/\/drivers\/\d+$/);
  await expect(page.getByRole('link', { name: registration }).first()).toBeVisible();
  await walkSections(
    page,
    [
      'Overview',
      'File',
      'Trips',
      'Hours',
      'Events and clips',
      'Behaviour',
      'Coaching',
      'Checks',
      'History',
    ],
    'page-driver',
  );
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: registration })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/depots\/\d+\?section=drivers$/);
});

test('[A-P03] the actions of a vehicle lead to its screens, and Back returns', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn('admin@demo.test', '/administration/vehicles');
  const list = await page.request.get('/api/vehicles/?pageSize=1');
  const { results } = (await list.json()) as { results: { id: number; registration: string }[] };
  const { id = 0, registration = '' } = results[0] ?? {};
  await page.goto(`/vehicles/${id}`);
  const heading = page.getByRole('heading', { level: 1, name: registration });
  await expect(heading).toBeVisible();
  for (const [action, address] of [
    ['Open in live map', `/telematics/track?vehicle=${id}`],
    ['Trace', `/telematics/trace?vehicleId=${id}`],
    ['New document', `/vehicle-file/activity?vehicleId=${id}`],
    ['Report a defect', `/defects?vehicle=${id}&open=new`],
    ['Take off the road', `/vor-dashboard/vor?vehicle=${id}&open=new`],
    ['Edit', `/administration/vehicles?open=${id}`],
  ] as const) {
    // The menu of the other actions is at the end of the page.
    const link = page.locator('main, .popover').getByRole('link', { name: action, exact: true });
    if (!(await link.first().isVisible())) {
      await page.getByRole('button', { name: 'Actions' }).click();
    }
    await link.first().click();
    await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(address));
    if (address.endsWith('open=new')) {
      // The form begins with the vehicle, and is unchanged: it closes without a question.
      const form = page.locator('.resource-form');
      await expect(form.getByRole('combobox', { name: /^Registration/ })).toHaveValue(registration);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(form).toHaveCount(0);
    }
    await page.goBack();
    await expect(heading).toBeVisible();
  }
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.locator('.header [aria-controls=side-menu]').click();
  await page.locator('.side-menu.open a[href="/home"]').click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(heading).toBeVisible();
});

test('a page that does not exist or is not visible says so, and leads home', async ({
  page,
  signIn,
}) => {
  const addresses = ['/vehicles/99999999', '/drivers/none', '/depots/99999999'];
  for (const [at, address] of addresses.entries()) {
    if (at === 0) await signIn('admin@demo.test', address);
    else await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

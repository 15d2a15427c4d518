import type { Page } from '@playwright/test';
import { DESTINATIONS } from '../apps/web/src/ui/destinations.ts';
import { cutOff } from './cut-off.ts';
import { expect, expectAccessible, test } from './journey.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const ADMINISTRATOR = 'admin@demo.test';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const heading = (page: Page) => page.locator('main h1').first();

/** Expects the screen of a path, with the focus in it. */
async function expectScreen(page: Page, path: string): Promise<void> {
  // Sections add a place to their address, such as the first region.
  await page.waitForURL(({ pathname }) => pathname.startsWith(path), { waitUntil: 'commit' });
  await expect(heading(page)).toBeAttached();
  await expect(page.locator('main')).toBeFocused();
}

/** The places of an element and the content that overlap, in px. */
const overlap = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')?.getBoundingClientRect();
    const bars = document.querySelectorAll('.shell > nav:not(#side-menu), .header');
    return [...bars].map((bar) => {
      const { left, right, top, bottom } = bar.getBoundingClientRect();
      if (main === undefined) return null;
      const width = Math.min(right, main.right) - Math.max(left, main.left);
      const height = Math.min(bottom, main.bottom) - Math.max(top, main.top);
      return width > 0.5 && height > 0.5 ? bar.className : null;
    });
  });

// Fewer map frames; the tested parts do not move.
test.use({ contextOptions: { reducedMotion: 'reduce' }, deviceScaleFactor: 0.5 });
test.beforeEach(() => test.slow());

test('[A-26] [A-28] [A-40] the rail leads to each destination, and highlights it', async ({
  page,
  signIn,
}) => {
  await signIn(ADMINISTRATOR, '/unauthorised');
  const links = navigation(page).getByRole('link');
  await expect(links.first()).toBeVisible();
  const parts = { trackVehicle: 'track', traceVehicle: 'trace', couplings: 'vehicleFile' };
  for (const { key, path } of DESTINATIONS) {
    const main = DESTINATIONS.find((one) => one.key === parts[key as keyof typeof parts]);
    // The second screen of a destination is listed while its first one is open.
    if (main !== undefined) await navigation(page).locator(`a[href="${main.path}"]`).click();
    const link = navigation(page).locator(`a[href="${path}"]`);
    await link.click();
    await expectScreen(page, path === '/vehiclecheck/region' ? '/vehiclecheck' : path);
    await expect(link).toHaveAttribute('aria-current', /page|true/);
    expect(await overlap(page), path).toEqual([null, null]);
    await page.evaluate(() => history.back());
    await expect(link).not.toHaveAttribute('aria-current', 'page');
  }
  await page.goto('/vehicle-file/planner');
  await expect(navigation(page).locator('a[href="/vehicle-file/activity"]')).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('the rail collapses to icons with tooltips, and stays so after a reload', async ({
  page,
  signIn,
}) => {
  await signIn(ADMINISTRATOR, '/unauthorised');
  const rail = navigation(page);
  await rail.getByRole('button', { name: 'Collapse navigation' }).click();
  await page.reload();
  await expect(rail.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  const link = rail.getByRole('link', { name: 'Defects' });
  const label = link.locator('span');
  await page.mouse.move(700, 500);
  expect((await label.boundingBox())?.width).toBeLessThanOrEqual(1);
  await link.hover();
  expect((await label.boundingBox())?.width).toBeGreaterThan(20);
  await page.mouse.move(700, 500);
  await link.focus();
  // Programmatic focus shows no ring; the keyboard does.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect((await label.boundingBox())?.width).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  expect((await label.boundingBox())?.width).toBeLessThanOrEqual(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expectScreen(page, '/defects');
  await rail.getByRole('button', { name: 'Expand navigation' }).click();
  await page.reload();
  await expect(rail.getByRole('button', { name: 'Collapse navigation' })).toBeVisible();
});

test('[A-49] [A-50] a phone has a bottom bar; More opens the menu with each entry', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(ADMINISTRATOR, '/unauthorised');
  const links = navigation(page).getByRole('link');
  await expect(links).toHaveCount(4);
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  for (const path of paths) {
    await navigation(page).locator(`a[href="${path}"]`).click();
    await expectScreen(page, path);
    expect(await overlap(page), path).toEqual([null, null]);
    expect(await cutOff(page), path).toEqual([]);
  }
  for (const { path } of DESTINATIONS) {
    await page.evaluate(() => history.pushState(null, '', '/unauthorised'));
    await expect(page.getByRole('heading', { name: 'Unauthorised Module' })).toBeVisible();
    await navigation(page).getByRole('button', { name: 'More' }).click();
    await page.locator(`#side-menu a[href="${path}"]`).click();
    await expectScreen(page, path === '/vehiclecheck/region' ? '/vehiclecheck' : path);
  }
  await navigation(page).getByRole('button', { name: 'More' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(navigation(page).getByRole('button', { name: 'More' })).toBeFocused();
});

test('[A-50] [G-09] rail and bottom bar have only what a driver may open', async ({
  page,
  signIn,
}) => {
  await signIn('driver@demo.test', '/unauthorised');
  await expect(navigation(page).getByRole('link').first()).toBeVisible();
  const allowed = await page
    .locator('#side-menu a[href]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const shown = () =>
    navigation(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const path of await shown()) expect(allowed).toContain(path);
  expect(await shown()).not.toContain('/administration');
  expect(await shown()).not.toContain('/vehicle-file/activity');
  await expect(page.locator('#side-menu [aria-disabled=true]').first()).toBeAttached();
  await page.setViewportSize(PHONE);
  await expect(navigation(page).getByRole('button', { name: 'More' })).toBeVisible();
  for (const path of await shown()) expect(allowed).toContain(path);
});

test('[A-24] an unknown address leads home, which says so and leads back', async ({
  page,
  signIn,
}) => {
  await signIn(ADMINISTRATOR, '/defects');
  await expect(heading(page)).toHaveText('Defects');
  await page.goto('/no/such/page?vehicle=5');
  const notice = page.getByRole('alert').filter({ hasText: 'Page not found' });
  await expect(notice).toContainText('/no/such/page?vehicle=5');
  expect(new URL(page.url()).pathname).toBe('/home');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Go back' }).click();
  await page.waitForURL('**/defects');
  await page.goto('/vehiclecheck/depot/none');
  await notice.getByRole('button', { name: 'Stay on Home' }).click();
  await expect(notice).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('[A-25] without sign-in an unknown address leads to the sign-in', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.waitForURL(/\/(login|auth\/sign-on)/);
});

test('breadcrumbs lead up from the administration and the vehicle check', async ({
  page,
  signIn,
}) => {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await signIn(ADMINISTRATOR, '/administration/trackers');
  await expect(crumbs.locator('[aria-current=page]')).toHaveText('Trackers');
  await crumbs.getByRole('link', { name: 'Administration' }).focus();
  await page.keyboard.press('Enter');
  await expectScreen(page, '/administration');
  await expect(crumbs).toHaveCount(0);
  await page.getByRole('link', { name: /^Depots and regions/ }).click();
  await expect(crumbs.getByRole('link')).toHaveText(['Administration']);

  await page.goto('/vehiclecheck/region');
  await page.locator('[data-part=depot-card] a').first().click();
  await page.waitForURL(/vehiclecheck\/depot/);
  await expect(crumbs.getByRole('link')).toHaveCount(2);
  await crumbs.getByRole('link').nth(1).click();
  await page.waitForURL(/vehiclecheck\/region\/\d/);

  await page.setViewportSize(PHONE);
  await page.goto('/administration/user-preferences/security');
  // A phone shows only the page above.
  await expect(crumbs.getByRole('link')).toHaveText(['User preferences']);
  await crumbs.getByRole('link').click();
  await expect(page).toHaveURL(/user-preferences$/);
});

test('nothing overlaps at a zoom of 400 %, and print shows the screen alone', async ({
  page,
  signIn,
}) => {
  await signIn(ADMINISTRATOR, '/administration');
  for (const size of [
    { width: 320, height: 256 },
    { width: 320, height: 640 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await expect(heading(page)).toBeVisible();
    expect((await overlap(page)).filter(Boolean)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
  }
  await page.setViewportSize(WIDE);
  await page.keyboard.press('Tab');
  await page.emulateMedia({ media: 'print' });
  await expect(navigation(page)).toBeHidden();
  await expect(page.locator('.header')).toBeHidden();
  await expect(heading(page)).toBeVisible();
});

test('the keyboard reaches the content past header and rail first', async ({ page, signIn }) => {
  await signIn(ADMINISTRATOR, '/administration');
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Find a setting' })).toBeFocused();
});

test('help opens the documentation of the screen, at both widths', async ({ page, signIn }) => {
  await page.setViewportSize(WIDE);
  await signIn('manager@demo.test', '/vehicle-file/planner');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Help for this screen' }).click();
  const help = await opened;
  await expect(help).toHaveURL(/\/docs\/vehicle-file\.html#forward-planner/);
  const contents = help.getByRole('navigation', { name: 'Contents' });
  await expect(help.getByRole('heading', { name: /^Forward planner/ })).toBeInViewport();
  await expectAccessible(help);
  await contents.getByRole('link', { name: 'VOR dashboard' }).click();
  await expect(help.getByRole('heading', { level: 1, name: 'VOR dashboard' })).toBeVisible();
  await help.setViewportSize(PHONE);
  await help.getByRole('link', { name: 'Contents' }).click();
  await expect(contents.getByRole('link', { name: 'Home' })).toBeInViewport();
  expect(await cutOff(help)).toEqual([]);
  await expectAccessible(help);
  await help.getByRole('link', { name: 'Roadworthy' }).click();
  await expect(help).toHaveURL(/\/home$/);

  await help.getByRole('button', { name: /Morgan Manager/ }).click();
  const fromPhone = help.waitForEvent('popup');
  await help.getByRole('menuitem', { name: 'Help for this screen' }).click();
  await expect(await fromPhone).toHaveURL(/\/docs\/home\.html$/);
});

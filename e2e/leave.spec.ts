import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DESTINATIONS, SECTION_ROOTS } from '../apps/web/src/shell/destinations.ts';
import { expect, test } from './journey.ts';
import { productFolder } from './product.ts';

/*
 * Every address of the application: it shows something, nothing of it
 * is cut off, and it is left by the menu, by a link and by Back.
 */

const ROUTES = join(productFolder(), 'apps/web/src/shell/routes');
/** Wide screens, a tablet, a phone; the last is 1440 × 900 at a zoom of 200 %. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
  { width: 720, height: 450 },
] as const;

/** The addresses that the router knows, read from its routes; those with an id open from their lists. */
function addresses(): string[] {
  const sources = readdirSync(ROUTES).map((name) => readFileSync(join(ROUTES, name), 'utf8'));
  const found = sources.flatMap((source) =>
    [...source.matchAll(/'(\/[a-z][\w/-]*)'/g)].map(([, path]) => path ?? ''),
  );
  const known = [...DESTINATIONS.map(({ path }) => path), ...SECTION_ROOTS, '/unauthorised'];
  return [...new Set([...known, ...found])].sort();
}

/** Opens an address without loading the application again, as a link does. */
async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await shows(page);
}

/** The screen is there: it has its heading, or says why there is nothing. */
async function shows(page: Page): Promise<void> {
  await expect(page.locator('main h1, main [role=alert]').first()).toBeAttached();
  await expect(page.locator('main')).not.toHaveText('');
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Where an address has led, once it has led no further for a while. */
async function settled(page: Page): Promise<string> {
  let path = '';
  let same = 0;
  await expect(async () => {
    const before = path;
    path = pathOf(page);
    same = path === before ? same + 1 : 0;
    expect(same).toBeGreaterThanOrEqual(4);
  }).toPass({ intervals: [100] });
  return path;
}

async function goBackTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.back());
  await expect.poll(() => pathOf(page)).toBe(path);
  await shows(page);
}

/** Leaves the screen that is shown by the menu, by a link and by Back. */
async function leave(page: Page, path: string): Promise<void> {
  const target = path === '/home' ? '/administration' : '/home';
  await page.locator('.header [aria-controls=side-menu]').click();
  await page.locator(`.side-menu.open a[href="${target}"]`).click();
  await expect.poll(() => pathOf(page)).not.toBe(path);
  await shows(page);
  await goBackTo(page, path);
  if (path !== '/home') {
    await page.locator('.header-logo').click();
    await expect.poll(() => pathOf(page)).toBe('/home');
    await shows(page);
    await goBackTo(page, path);
  }
}

/** What is cut off at the window's sides, in words. */
const cutOff = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const room = document.documentElement.clientWidth;
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > room) found.push(`the page is ${scrollWidth} wide`);
    /** Whether it can be brought into view, or is not meant to be seen. */
    const isReachable = (control: Element) => {
      for (let one: Element | null = control; one !== null; one = one.parentElement) {
        if (one.matches('[inert], .visually-hidden, .skip-link, .maplibregl-map')) return true;
        if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
      }
      return false;
    };
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea')) {
      const { left, right, width, height } = control.getBoundingClientRect();
      const isShown = width > 1 && height > 1 && control.checkVisibility();
      if (!isShown || (left >= -1 && right <= room + 1) || isReachable(control)) continue;
      found.push(`${control.outerHTML.slice(0, 120)} from ${left} to ${right}`);
    }
    return found;
  });

/** Notes calls that were refused or did not arrive; a screen that is left may drop its own. */
function watchCalls(page: Page, at: () => string): string[] {
  const failed: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${at()}: ${answer.status()} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!/ABORTED/.test(why)) failed.push(`${at()}: ${why} ${request.url()}`);
  });
  return failed;
}

const PEOPLE = [{ email: 'admin@demo.test' }] as const;

for (const { email } of PEOPLE) {
  test(`every address is left by menu, link and Back, and nothing is cut off: ${email}`, async ({
    page,
    signIn,
  }) => {
    test.slow();
    let address = '/home';
    const failed = watchCalls(page, () => address);
    await signIn(email);
    await shows(page);
    const wrong: string[] = [];
    const seen = new Set<string>();
    const all = addresses();
    expect(all.length).toBeGreaterThan(40);
    for (address of all) {
      await open(page, address);
      const path = await settled(page);
      // Another address leads to the same screen: once is enough.
      if (seen.has(path)) continue;
      seen.add(path);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const cut = await cutOff(page);
        wrong.push(...cut.map((one) => `${path} at ${size.width}: ${one}`));
      }
      await page.setViewportSize(SIZES[0]);
      await leave(page, path);
    }
    expect(failed).toEqual([]);
    expect(wrong).toEqual([]);
  });
}

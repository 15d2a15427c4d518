import type { Page } from '@playwright/test';
import { SIGN_IN_NAMES } from '../apps/server/src/modules/services/demo/demo-catalogue.ts';
import { cutOff } from './cut-off.ts';
import { expect, test } from './journey.ts';
import { type Calls, watchCalls } from './page-calls.ts';
import { openSession } from './sign-in.ts';

/*
 * Every URL of the application as every user of the demo fleet: it shows content, nothing is cut
 * off, and the menu, a link and Back leave it.
 */

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 700 };
/** Wide screens, a tablet, a phone; the last is 1440 × 900 at a zoom of 200 %. */
const SIZES = [
  WIDE,
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  PHONE,
  { width: 720, height: 450 },
  // 1280 px at a zoom of 400 % (WCAG 1.4.10).
  { width: 320, height: 568 },
];

/** The router that the page exposes. */
interface Router {
  readonly routesByPath: Readonly<Record<string, unknown>>;
  readonly state: { readonly status: string; readonly location: { readonly pathname: string } };
}
declare const __TSR_ROUTER__: Router;

const GUEST = 'guest@demo.test';
/** The users of the demo fleet with a home screen. */
const USERS = SIGN_IN_NAMES.filter((email) => email !== GUEST);

/** They have the screens of the first user with other data: only what they show is checked again. */
const OTHER_ADMINISTRATORS: readonly string[] = ['admin@other.test', 'global@demo.test'];

/** A small screen available to every user, from which the others are opened. */
const START = '/unauthorised';

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A path without its numbers and ids, which identifies a screen. */
const shapeOf = (path: string) => path.replace(/\/[\w-]*\d[\w-]*/g, '/#');

/** Waits until redirects end and the screen has a heading or an error. */
async function shows(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    // The login page has no router.
    const router = typeof __TSR_ROUTER__ === 'undefined' ? null : __TSR_ROUTER__.state;
    const isLed =
      router === null ||
      (router.status === 'idle' && router.location.pathname === location.pathname);
    const main = document.querySelector('main');
    return isLed && main?.querySelector('h1, [role=alert]') && main.innerText.trim() !== '';
  });
  return pathOf(page);
}

/** Opens a URL within the application, as a link does; returns the final path. */
async function open(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => history.pushState(null, '', to), address);
  return shows(page);
}

/** Goes back to this path. */
async function goBack(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit' });
}

/** Goes back, and expects the screen of this path. */
async function backTo(page: Page, path: string): Promise<void> {
  await goBack(page, path);
  expect(await shows(page)).toBe(path);
}

/** Leaves the current screen by the menu, by a link and by Back, like a person in a hurry. */
async function leave(page: Page, path: string, before: string): Promise<void> {
  const leaves = async () => {
    await page.waitForURL((url) => url.pathname !== path, { waitUntil: 'commit' });
    await goBack(page, path);
  };
  const entry = path.startsWith('/administration') ? '/home' : '/administration';
  await page.locator('.header [aria-controls=side-menu]').click();
  await page.locator(`.side-menu.open a[href="${entry}"]`).click();
  await leaves();
  if (path !== '/home') {
    await page.locator('.header-logo').click();
    await leaves();
  }
  await backTo(page, before);
}

/** URLs within the application to which the current screen links. */
const links = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
      .filter(({ origin, target }) => origin === location.origin && target === '')
      .map(({ pathname }) => pathname),
  );

/** Whether a path matches a route. */
function isRouted(path: string, known: readonly string[]): boolean {
  return known.some((route) => {
    const pattern = route.replace(/\$$/, '.+').replace(/\$\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
}

/** Signs in and opens the first screen. */
async function begin(page: Page, calls: Calls, origin: string, email: string): Promise<void> {
  await openSession(page, origin, email);
  // The login page stores the user and redirects to the home screen.
  await page.goto('/login');
  await page.waitForURL('**/home', { waitUntil: 'load' });
  // A page that is still starting may begin a navigation, which would end the next one.
  await shows(page);
  await page.goto(START, { waitUntil: 'commit' });
  await calls.quiet();
  await shows(page);
}

// Fewer map frames; the tested parts do not move.
test.use({ contextOptions: { reducedMotion: 'reduce' }, deviceScaleFactor: 0.5 });

for (const email of USERS) {
  test(`menu, link and Back leave every URL, and nothing is cut off: ${email}`, async ({
    page,
    product,
  }) => {
    // A hundred screens in seven sizes; a bound for what hangs, on a machine that does something else, too.
    test.setTimeout(900_000);
    page.setDefaultTimeout(30_000);
    let address: string = START;
    const calls = watchCalls(page, () => address);
    await begin(page, calls, product.url, email);
    const known = await page.evaluate(() => Object.keys(__TSR_ROUTER__.routesByPath));
    const queue = known.filter((path) => !path.includes('$'));
    expect(queue.length).toBeGreaterThan(40);
    // The first user, an administrator, sees every screen; the others see fewer or the same.
    const sizes = email === USERS[0] ? SIZES : [WIDE, PHONE];
    const isSameAsFirst = OTHER_ADMINISTRATORS.includes(email);
    const wrong: string[] = [];
    const seen = new Set<string>();
    let before = START;
    for (address of queue) {
      if (address === START) before = await open(page, '/administration');
      else if (pathOf(page) !== START) before = await open(page, START);
      calls.forget();
      await open(page, address);
      await calls.quiet();
      // Some screens redirect only after rendering.
      const path = await shows(page);
      // Several URLs lead to the same screen: test it once.
      if (seen.has(shapeOf(path)) || path === before) continue;
      seen.add(shapeOf(path));
      const shapes = new Set(queue.map(shapeOf));
      for (const link of await links(page)) {
        if (shapes.has(shapeOf(link)) || !isRouted(link, known)) continue;
        shapes.add(shapeOf(link));
        queue.push(link);
      }
      for (const size of sizes) {
        await page.setViewportSize(size);
        const cut = await cutOff(page);
        wrong.push(...cut.map((one) => `${path} at ${size.width}: ${one}`));
      }
      await page.setViewportSize(WIDE);
      if (!isSameAsFirst) await leave(page, path, before);
      else await backTo(page, before);
    }
    expect(calls.failed).toEqual([]);
    expect(wrong).toEqual([]);
  });
}

test(`a guest sees the own preferences only; links and Back leave: ${GUEST}`, async ({
  page,
  product,
}) => {
  test.slow();
  page.setDefaultTimeout(30_000);
  let address: string = START;
  const calls = watchCalls(page, () => address);
  const atLogin = page.getByText('Guest accounts have no modules.');
  const begin = async () => {
    await page.goto('/login');
    await atLogin.waitFor();
    await page.goto(START, { waitUntil: 'commit' });
    await shows(page);
  };
  await openSession(page, product.url, GUEST);
  await begin();
  const known = await page.evaluate(() => Object.keys(__TSR_ROUTER__.routesByPath));
  const seen = new Set<string>();
  for (address of known.filter((path) => !path.includes('$') && path !== '/home')) {
    await open(page, address);
    await calls.quiet();
    seen.add(await shows(page));
  }
  const preferences = '/administration/user-preferences';
  expect([...seen].sort()).toEqual([preferences, `${preferences}/security`, START]);
  // The menu leads from the first screen to the preferences; Back returns.
  await open(page, START);
  await page.locator('.header [aria-controls=side-menu]').click();
  await page.locator('.side-menu.open a[href^="/administration"]').first().click();
  await page.waitForURL((url) => url.pathname === preferences, { waitUntil: 'commit' });
  await shows(page);
  await backTo(page, START);
  // The links to the home screen lead to the login page, which removes the stored user (B-08).
  for (const link of ['main a[href="/home"]', '.header-logo']) {
    await page.locator(link).click();
    await atLogin.waitFor();
    expect(pathOf(page)).toBe('/login');
    await page.goBack();
    expect(await shows(page)).toBe(START);
    await begin();
  }
  expect(calls.failed).toEqual([]);
});

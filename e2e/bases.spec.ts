import { test as base, expect, type Page } from '@playwright/test';
import { picture } from './journey.ts';
import { type Product, START_LIMIT_MS, startProduct } from './product.ts';
import { type SecondOrigin, secondOrigin } from './second-origin.ts';
import { signInByForm } from './sign-in.ts';

/** Video is decoded in software on a slow machine. */
const PICTURE_LIMIT_MS = 90_000;
/** API paths; two of them stay at the origin of the page. */
const CALL = /^\/(api|auth|defect|safety-inspection|vehicle-check|video-evidence)\//;
const OWN = /^\/(auth\/session|api\/config)\//;

let product: Product;
let other: SecondOrigin;
const test = base;

test.beforeAll(async () => {
  test.setTimeout(START_LIMIT_MS + 60_000);
  other = await secondOrigin();
  product = await startProduct([], {
    EVALUATION_HISTORY_DAYS: '0',
    MAIN_BASE: `${other.url}/main`,
    AUTHENTICATION_BASE: `${other.url}/auth`,
    SAFETY_INSPECTION_BASE: `${other.url}/inspection/safety-inspection`,
    DEFECT_BASE: `${other.url}/defects/defect`,
    VEHICLE_CHECK_BASE: `${other.url}/check/vehicle-check`,
    VIDEO_EVIDENCE_BASE: `${other.url}/video/video-evidence`,
    VIDEO_HOST_BASE: `${other.url}/pieces`,
  });
  other.leadTo(Number(new URL(product.url).port));
});
test.afterAll(async () => {
  await product?.stop();
  await other?.close();
});

/** Collects forbidden requests to the page's origin and console errors. */
function watch(page: Page): { readonly strays: string[]; readonly faults: string[] } {
  const found = { strays: [] as string[], faults: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === product.url && CALL.test(pathname) && !OWN.test(pathname)) {
      found.strays.push(`${request.method()} ${pathname}`);
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error') found.faults.push(message.text());
  });
  page.on('pageerror', (error) => found.faults.push(error.message));
  return found;
}

const wasAsked = (start: string) => other.asked.some((one) => one.startsWith(start));

/** Opens the live dialog of the first vehicle whose camera streams, once that camera is connected. */
async function openLive(page: Page): Promise<void> {
  const cookies = await page.context().cookies(product.url);
  const token = cookies.find(({ name }) => name === 'access-token')?.value ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.get(`${product.url}/api/active_devices/`, { headers });
  const { results } = (await answer.json()) as {
    results: { vehicle: number; live_mode: string }[];
  };
  const device = results.find(({ live_mode }) => live_mode === 'stream');
  const sessions = `${product.url}/video-evidence/api/live_sessions/`;
  const begin = () => page.request.post(sessions, { headers, data: { vehicle: device?.vehicle } });
  let session = await begin();
  await expect
    .poll(
      async () => {
        if (session.status() === 409) session = await begin();
        return session.status();
      },
      { timeout: PICTURE_LIMIT_MS },
    )
    .toBe(201);
  const { id } = (await session.json()) as { id: number };
  await page.request.delete(`${sessions}${id}/`, { headers });
  await page.goto(`${product.url}/telematics/track?vehicle=${device?.vehicle}`);
  await page.getByRole('button', { name: 'Live Video' }).click();
}

test('[W-15] [W-17] [W-21] sign-in, lists, pictures and live streams work at a second origin', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const found = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInByForm(page, `${product.url}/home`, 'manager@demo.test');
  await expect(page).toHaveURL(`${product.url}/home`);
  const logo = page.locator('img[data-part=customer-logo]');
  await expect(logo).toHaveAttribute('src', new RegExp(`^${other.url}/main/api/logos/`));
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(600);
  await page.goto(`${product.url}/telematics/track`);

  // The list, and the stream of positions.
  await expect(page.locator('[data-part=group-row]')).toHaveCount(8);
  await expect.poll(() => wasAsked('main /api/track/live/')).toBe(true);
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();

  // A still, and video over the socket.
  await openLive(page);
  const options = { timeout: PICTURE_LIMIT_MS };
  const again = page.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      // A camera that has just started may send its first frame late.
      if (await again.isVisible()) await again.click();
      return page.locator('[data-part=watch-stage][data-playing=true]').isVisible();
    }, options)
    .toBe(true);
  expect(other.asked.filter((one) => /^video .*\/socket\/$/.test(one))).not.toEqual([]);
  await page.getByLabel('Video mode').selectOption({ label: 'Still images' });
  await expect.poll(() => wasAsked('pieces /api/live_source/'), options).toBe(true);
  // If the server cannot encode JPEGs, a still is a video with one frame.
  const still = page.locator(
    '[data-part=camera-cell][data-main=true] :is(img, video)[src^="blob:"]',
  );
  await expect(still.first()).toBeVisible(options);
  await page.getByLabel('Video mode').selectOption({ label: 'In segments' });
  await expect
    .poll(
      () =>
        page.evaluate(() =>
          Math.max(0, ...[...document.querySelectorAll('video')].map((one) => one.currentTime)),
        ),
      options,
    )
    .toBeGreaterThan(0.5);
  await picture(page, 'second-origin');
  await page.getByRole('button', { name: 'Stop Live Video' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  expect(found).toEqual({ strays: [], faults: [] });
});

test('[W-18] [W-19] [W-20] records and their reports come from a second origin', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const found = watch(page);
  await signInByForm(page, `${product.url}/vehicle-file`, 'manager@demo.test');
  const view = (what: RegExp) => page.getByRole('button', { name: what }).first();
  for (const [what, start] of [
    [/^View the defect report/i, 'defects /defect/api/'],
    [/^View the (safety )?inspection/i, 'inspection /safety-inspection/api/'],
    [/^View the (driver )?check/i, 'check /vehicle-check/api/'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await view(what).click();
    await saved;
    expect([start, wasAsked(start)]).toEqual([start, true]);
  }
  // A document needs the session, but cookies are not sent to another origin: it uses the token.
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: /^View the document/ })
    .first()
    .click();
  await (await opened).waitForURL(/^blob:/);
  expect(found).toEqual({ strays: [], faults: [] });
});

test('[W-16] [B-P07] a sign-out at a second origin is confirmed and leads back', async ({
  page,
}) => {
  await signInByForm(page, `${product.url}/home`, 'manager@demo.test');
  await expect(page).toHaveURL(`${product.url}/home`);
  await page.getByRole('button', { name: /Morgan Manager/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/login\?signed_out=1$/);
  expect(wasAsked('auth /auth/oauth2/logout/')).toBe(true);
});

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readClockStrip } from '@roadworthy/simulator';
import { chromium, type Page } from 'playwright-core';
import { PASSWORD, type Product, productFolder, startProduct } from '../e2e/product.ts';
import { timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const FIRST_PICTURE_LIMIT_MS = 1500;
const BEHIND_LIMIT_MS = 700;
const DRIFT_LIMIT_MS = 200;
const OPENINGS = 12;
/** Cameras are opened in turn. */
const LEAST_VEHICLES = 2;
/** The camera is told to stop 15 s after its last viewer: by then the next opening starts it again. */
const COLD_AFTER_MS = 17_000;
/** How long the picture is compared with the clock; `VIDEO_LIVE_MINUTES=10` for the whole floor. */
const WATCHED_MS = Number(process.env.VIDEO_LIVE_MINUTES ?? '1') * 60_000;
/** The player finds its distance in the first seconds. */
const SETTLING_MS = 8000;
/** Ends of the run that are compared with each other. */
const END_SHARE = 0.2;
const GIVE_UP_MS = 30_000;
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** A picture as it was shown: the row of its clock, and when. */
interface Shown {
  readonly shownMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly row: readonly number[];
}

async function chromiumPath(): Promise<string> {
  const script = pathToFileURL(join(productFolder(), 'scripts/chromium.mjs')).href;
  const { ensureChromium }: { ensureChromium: () => string } = await import(script);
  return ensureChromium();
}

async function signIn(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/telematics/track`);
  await page.getByLabel('User name or e-mail').fill('manager@demo.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.fleet-map[data-ready=true]').waitFor({ timeout: 60_000 });
}

/** The vehicles that stream, once the simulated devices have connected. */
async function streamingVehicles(page: Page): Promise<number[]> {
  for (let tries = 0; tries < 30; tries += 1) {
    const vehicles = await streaming(page);
    if (vehicles.length >= LEAST_VEHICLES) return vehicles;
    await sleep(2000);
  }
  throw new Error('The cameras of the evaluation fleet did not connect.');
}

/** Vehicles whose cameras stream and whose devices were heard of lately. */
async function streaming(page: Page): Promise<number[]> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'access-token')?.value ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.get('/api/active_devices/', { headers });
  const { results }: { results: { vehicle: number; live_mode: string; last_seen: string }[] } =
    await answer.json();
  const sinceMs = Date.now() - 300_000;
  return results
    .filter((one) => one.live_mode === 'stream' && Date.parse(one.last_seen) > sinceMs)
    .map(({ vehicle }) => vehicle);
}

/** Notes in the page when something was clicked last, and when its first picture was shown. */
const NOTE_PICTURES = `{
  globalThis.live = { clickMs: 0, firstMs: 0 };
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('click', () => Object.assign(live, { clickMs: now(), firstMs: 0 }), true);
  const seen = new WeakSet();
  const look = () => {
    for (const video of document.querySelectorAll('.camera-cell.is-main video')) {
      if (seen.has(video)) continue;
      seen.add(video);
      video.requestVideoFrameCallback((_now, { expectedDisplayTime }) => {
        live.firstMs ||= performance.timeOrigin + expectedDisplayTime;
      });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}`;

/** The next picture of the main camera as it is shown, as far as its clock stands in it. */
const NEXT_PICTURE = `new Promise((resolve, reject) => {
  const video = [...document.querySelectorAll('.camera-cell.is-main video')].find(
    ({ readyState }) => readyState >= 2,
  );
  if (video === undefined) return reject(new Error('there is no picture'));
  setTimeout(() => reject(new Error('the picture stands')), 20000);
  video.requestVideoFrameCallback((_now, { expectedDisplayTime }) => {
    const { videoWidth: widthPx, videoHeight: heightPx } = video;
    const canvas = new OffscreenCanvas(widthPx, 1);
    const context = canvas.getContext('2d');
    // The middle of the clock's strip (packages/simulator, camera/clock-strip.ts).
    const at = Math.round(heightPx - (16 * widthPx) / 640);
    context.drawImage(video, 0, at, widthPx, 1, 0, 0, widthPx, 1);
    const { data } = context.getImageData(0, 0, widthPx, 1);
    const row = Array.from({ length: widthPx }, (_, x) => data[x * 4 + 1]);
    resolve({ shownMs: performance.timeOrigin + expectedDisplayTime, widthPx, heightPx, row });
  });
})`;

async function open(page: Page, product: Product, vehicle: number): Promise<void> {
  await page.goto(`${product.url}/telematics/track?vehicle=${vehicle}`);
  const button = page.getByRole('button', { name: 'Live Video' });
  await button.waitFor({ timeout: 60_000 });
  await page.locator('.fleet-map[data-ready=true]').waitFor({ timeout: 60_000 });
  await sleep(1500);
  await button.click();
}

/** From the click to the first picture on screen, ms. */
async function firstPicture(page: Page, product: Product, vehicle: number): Promise<number> {
  await open(page, product, vehicle);
  const limit = Date.now() + GIVE_UP_MS;
  while (Date.now() < limit) {
    const { clickMs, firstMs } = await page.evaluate<{ clickMs: number; firstMs: number }>('live');
    if (firstMs > 0) return firstMs - clickMs;
    await sleep(50);
  }
  return GIVE_UP_MS;
}

const stop = (page: Page) => page.getByRole('button', { name: 'Stop Live Video' }).click();

/** How far behind its burnt-in clock a picture was shown, ms; null where the clock cannot be read. */
function behindMs({ shownMs, widthPx, heightPx, row: pixels }: Shown): number | null {
  const luma = new Uint8Array(widthPx * heightPx);
  luma.set(pixels, Math.round(heightPx - (16 * widthPx) / 640) * widthPx);
  const taken = readClockStrip(luma, widthPx, heightPx);
  return taken === null ? null : shownMs - taken;
}

/** Delays of pictures over the time, some ten a second. */
async function delays(page: Page): Promise<number[]> {
  await sleep(SETTLING_MS);
  const found: number[] = [];
  const endMs = Date.now() + WATCHED_MS;
  let pictures = 0;
  while (Date.now() < endMs) {
    const delay = behindMs(await page.evaluate<Shown>(NEXT_PICTURE));
    pictures += 1;
    if (delay !== null) found.push(delay);
    await sleep(60);
  }
  if (found.length < pictures / 2) throw new Error('The burnt-in clock cannot be read.');
  return found;
}

/**
 * Live video of the product with its evaluation fleet in a real Chromium: from the click to the first
 * picture, each time of a camera that nobody watched, and how far behind its burnt-in clock a picture is
 * shown, on the same machine.
 */
export async function benchVideoLive(): Promise<BenchRow[]> {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1000, height: 700 },
    });
    const page = await context.newPage();
    await page.addInitScript(NOTE_PICTURES);
    await signIn(page, product);
    const vehicles = await streamingVehicles(page);
    const closedAtMs = new Map<number, number>();
    const times: number[] = [];
    for (let n = -1; n < OPENINGS; n += 1) {
      const vehicle = vehicles[(n + vehicles.length) % vehicles.length] ?? 0;
      await sleep(Math.max(0, (closedAtMs.get(vehicle) ?? 0) + COLD_AFTER_MS - Date.now()));
      const tookMs = await firstPicture(page, product, vehicle);
      // The first one loads the player, and is not counted.
      if (n >= 0) times.push(tookMs);
      await stop(page);
      closedAtMs.set(vehicle, Date.now());
    }
    await open(page, product, vehicles[0] ?? 0);
    const behind = await delays(page);
    await stop(page);
    const ends = Math.floor(behind.length * END_SHARE);
    const drift = timeAt(behind.slice(-ends), 0.5) - timeAt(behind.slice(0, ends), 0.5);
    console.error(
      `first picture: ${times.map((time) => Math.round(time)).join(' ')} ms; behind: median ${Math.round(timeAt(behind, 0.5))} ms of ${behind.length}`,
    );
    const what = 'live video in a browser';
    return [
      row(
        `${what}, click to first picture, p95`,
        timeAt(times, 0.95),
        'ms',
        FIRST_PICTURE_LIMIT_MS,
      ),
      row(`${what}, behind the burnt-in clock, p95`, timeAt(behind, 0.95), 'ms', BEHIND_LIMIT_MS),
      row(`${what}, drift over ${WATCHED_MS / 60_000} min`, Math.abs(drift), 'ms', DRIFT_LIMIT_MS),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

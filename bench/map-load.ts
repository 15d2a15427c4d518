import type { BrowserContextOptions } from 'playwright-core';
import { startProduct } from '../e2e/product.ts';
import { openChromium, signInAt } from './browser.ts';
import { type BenchRow, row } from './track.ts';

const ROUNDS = 5;
const BLOCKING_LIMIT_MS = 200;
/** A task blocks for the time that it takes beyond this, as Chromium's "total blocking time" counts. */
const SHORT_TASK_MS = 50;
const SCREEN = { width: 1280, height: 800 };

type StorageState = NonNullable<BrowserContextOptions['storageState']>;

/** What the functions that run in the page find there. */
interface PageScope {
  longTasks: { startMs: number; durationMs: number }[];
  PerformanceObserver: new (
    seen: (list: { getEntries(): { startTime: number; duration: number }[] }) => void,
  ) => { observe(what: object): void };
}

function watchLongTasks(): void {
  const scope = globalThis as unknown as PageScope;
  scope.longTasks = [];
  new scope.PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      scope.longTasks.push({ startMs: startTime, durationMs: duration });
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** From the start of the navigation to the map with its data, in a new browser without a cache, ms. */
async function blockingMs(url: string, storageState: StorageState) {
  const browser = await openChromium();
  try {
    const context = await browser.newContext({ viewport: SCREEN, storageState });
    const page = await context.newPage();
    await page.addInitScript(watchLongTasks);
    await page.goto(`${url}/telematics/track`);
    await page.locator('.fleet-map[data-ready=true]').waitFor({ timeout: 60_000 });
    const readyMs = await page.evaluate(() => performance.now());
    // The observer reports a task after its end.
    await page.waitForTimeout(300);
    const tasks = await page.evaluate(() => (globalThis as unknown as PageScope).longTasks);
    return tasks
      .filter(({ startMs }) => startMs <= readyMs)
      .reduce((sum, { durationMs }) => sum + Math.max(0, durationMs - SHORT_TASK_MS), 0);
  } finally {
    await browser.close();
  }
}

/** Signs a manager of the demo fleet in once; each round takes the session over. */
async function signedIn(url: string): Promise<StorageState> {
  const browser = await openChromium();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signInAt(page, `${url}/home`, 'manager@demo.test');
    await page.locator('.header').waitFor();
    return await context.storageState();
  } finally {
    await browser.close();
  }
}

/** How long the live map of the demo fleet blocks the main thread while it loads, median. */
export async function benchMapLoad(): Promise<BenchRow[]> {
  const product = await startProduct();
  try {
    const storageState = await signedIn(product.url);
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      times.push(await blockingMs(product.url, storageState));
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    return [row('live map, main thread blocked while it loads', median, 'ms', BLOCKING_LIMIT_MS)];
  } finally {
    await product.stop();
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTrace, type TracePoint, toApiDateTime } from '@roadworthy/domain';
import type { Page } from 'playwright-core';
import { type Product, startProduct } from '../e2e/product.ts';
import { openChromium, signInAt } from './browser.ts';
import { type BenchRow, row } from './track.ts';

/** As many as the server sends at most. */
const POINTS = 50_000;
const EVENTS = 500;
const STEP_S = 10;
const DRAWN_LIMIT_MS = 500;
const STALL_LIMIT_MS = 100;
const ROUNDS = 5;

/** A month of a lorry that wanders through England, slower and faster, and never twice alike. */
function trail(seed: number): TracePoint[] {
  const startMs = Date.parse('2026-10-01T00:00:00Z');
  let [latitudeDeg, longitudeDeg, headingDeg] = [52.5, -1.5, seed];
  return Array.from({ length: POINTS }, (_, n) => {
    headingDeg += Math.sin(n / 37 + seed) * 9 + Math.sin(n / 911) * 4;
    // Far from the middle of the country it turns back.
    if (Math.abs(latitudeDeg - 52.5) > 1.5 || Math.abs(longitudeDeg + 1.5) > 2) {
      const [north, east] = [52.5 - latitudeDeg, -1.5 - longitudeDeg];
      headingDeg = (Math.atan2(east, north) * 180) / Math.PI;
    }
    const speedKmh = 50 + 40 * Math.sin(n / 23 + seed) + 8 * Math.sin(n / 3);
    const stepDeg = (Math.max(speedKmh, 0) * STEP_S) / 3600 / 111;
    latitudeDeg += stepDeg * Math.cos((headingDeg * Math.PI) / 180);
    longitudeDeg += stepDeg * 1.6 * Math.sin((headingDeg * Math.PI) / 180);
    return {
      timeMs: startMs + n * STEP_S * 1000,
      latitudeDeg,
      longitudeDeg,
      headingDeg: ((Math.round(headingDeg) % 360) + 360) % 360,
      speedKmh: Math.max(speedKmh, 0),
      ignition: true,
    };
  });
}

function answerOf(seed: number): string {
  const points = trail(seed);
  const every = POINTS / EVENTS;
  const some = points.filter((_, n) => n % every === 0);
  const vehicle = { id: 1, registration: 'BE26 NCH' };
  return JSON.stringify({
    vehicle,
    points: [],
    columns: encodeTrace(points),
    events: some.map(({ timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh }, n) => ({
      id: n + 1,
      vehicle,
      event: { name: 'Harsh Braking', eventCode: [41, 43, 50, 56, 75][n % 5] },
      timestamp: toApiDateTime(timeMs),
      ended_at: null,
      lat: latitudeDeg,
      long: longitudeDeg,
      dir: headingDeg,
      speed: speedKmh,
      address: null,
      driver: null,
      has_video: false,
      source: 'device',
      value: null,
      geofence: null,
    })),
    stops: [],
    summary: { distance: 1e6, driving_time: 1e5, idle_time: 0, stops: 0, max_speed: 98 },
  });
}

/** What the page notes: when the data of a trail was there, and the longest time between frames. */
interface Notes {
  dataMs: number;
  drawnMs: number;
  longestFrameMs: number;
}

/** What the functions that run in the page find there. */
interface PageScope {
  notes: Notes;
  requestAnimationFrame(paint: (now: number) => void): void;
  MutationObserver: new (
    changed: () => void,
  ) => { observe(element: unknown, what: object): void; disconnect(): void };
}

/** Notes the moment when the body of a trace is read, before the application sees it. */
function watchFetch(): void {
  const scope = globalThis as unknown as PageScope;
  scope.notes = { dataMs: 0, drawnMs: 0, longestFrameMs: 0 };
  const responses = Response.prototype as { json(): Promise<unknown> };
  const read = responses.json;
  responses.json = async function json(this: Response) {
    const body = await read.call(this);
    if (this.url.includes('/api/trace/?')) scope.notes.dataMs = performance.now();
    return body;
  };
}

async function openTrace(page: Page, product: Product): Promise<void> {
  await page.addInitScript(watchFetch);
  let seed = 0;
  await page.route(/\/api\/trace\/\?/, async (route) => {
    seed += 1;
    await route.fulfill({ contentType: 'application/json', body: answerOf(seed) });
  });
  await signInAt(page, `${product.url}/telematics/trace`, 'manager@demo.test');
  await page.locator(`.base-map[data-drawn="${POINTS}"]`).waitFor({ timeout: 60_000 });
}

/** From a trail's data to the frame that shows it, ms; the trail is another one each time. */
async function drawnAfter(page: Page): Promise<number> {
  await page.locator('.base-map').evaluate((map, wanted) => {
    const { notes, MutationObserver: Observer } = globalThis as unknown as PageScope;
    notes.dataMs = 0;
    notes.drawnMs = 0;
    const observer = new Observer(() => {
      if (notes.dataMs === 0 || map.getAttribute('data-drawn') !== wanted) return;
      notes.drawnMs = performance.now();
      observer.disconnect();
    });
    observer.observe(map, { attributes: true });
  }, String(POINTS));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForFunction(
    () => (globalThis as unknown as PageScope).notes.drawnMs > 0,
    undefined,
    { timeout: 60_000 },
  );
  return page.evaluate(() => {
    const { notes } = globalThis as unknown as PageScope;
    return notes.drawnMs - notes.dataMs;
  });
}

/** Drags the map to and fro; the longest time between two frames meanwhile, ms. */
async function longestStall(page: Page): Promise<number> {
  await page.evaluate(() => {
    const scope = globalThis as unknown as PageScope;
    scope.notes.longestFrameMs = 0;
    let last = performance.now();
    scope.requestAnimationFrame(function frame(now) {
      scope.notes.longestFrameMs = Math.max(scope.notes.longestFrameMs, now - last);
      last = now;
      scope.requestAnimationFrame(frame);
    });
  });
  const box = await page.locator('.base-map').boundingBox();
  if (box === null) throw new Error('The map is not there.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  for (let n = 1; n <= 120; n += 1) {
    const way = Math.sin(n / 19) * 260;
    await page.mouse.move(middle.x + way, middle.y + way / 3);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  return page.evaluate(() => (globalThis as unknown as PageScope).notes.longestFrameMs);
}

/**
 * The product with its demo fleet, but nobody drives and no camera films: what is measured
 * here is the browser, and both cores are its own. A first start makes the fleet.
 */
async function startStandingFleet(dataDir: string): Promise<Product> {
  const first = await startProduct([], { DATA_DIR: dataDir, EVALUATION_HISTORY_DAYS: '0' });
  await first.stop();
  return startProduct([], { DATA_DIR: dataDir, EVALUATION_FLEET: 'false' });
}

/**
 * A trace with 50,000 points on the map of a real Chromium, which draws without a graphics card:
 * from its data to the frame that shows it, and how smoothly it is dragged then.
 */
export async function benchTraceMap(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-bench-'));
  const product = await startStandingFleet(dataDir);
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await openTrace(page, product);
    const times: number[] = [];
    // The first one warms up, and is not counted.
    for (let n = 0; n <= ROUNDS; n += 1) {
      const tookMs = await drawnAfter(page);
      if (n > 0) times.push(tookMs);
      await page.waitForTimeout(1000);
    }
    const stalls: number[] = [];
    for (let n = 0; n < 3; n += 1) stalls.push(await longestStall(page));
    const median = (values: number[]) =>
      values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    return [
      row('a trace with 50,000 points drawn after its data', median(times), 'ms', DRAWN_LIMIT_MS),
      row('longest stall while it is dragged', median(stalls), 'ms', STALL_LIMIT_MS),
    ];
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

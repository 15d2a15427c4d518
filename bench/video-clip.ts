import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { type Product, startProduct } from '../e2e/product.ts';
import { openChromium, signInAt } from './browser.ts';
import { timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const PLAYS_LIMIT_MS = 1000;
const OPENINGS = 10;
const CLIP_S = 30;
/** Thirty seconds of film come at the speed at which they were filmed. */
const READY_LIMIT_MS = 240_000;
const GIVE_UP_MS = 20_000;

interface Stretch {
  readonly camera: number;
  readonly start: string;
  readonly end: string;
}

/** Calls the product as the signed-in person. */
async function callsOf(page: Page) {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'access-token')?.value ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: async <T>(path: string) => (await page.request.get(path, { headers })).json() as T,
    post: async <T>(path: string, data: object) =>
      (await page.request.post(path, { headers, data })).json() as T,
  };
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Asks a simulated camera for a stretch of its last hours; returns the vehicle's clip, on its way. */
async function requestClip({ get, post }: Calls): Promise<number> {
  const now = Date.now();
  const { results } = await get<{ results: { vehicle: number }[] }>('/api/active_devices/');
  for (const { vehicle } of results) {
    const range = `vehicle=${vehicle}&start=${iso(now - 6 * 3_600_000)}&end=${iso(now)}`;
    const { device, on_device } = await get<{ device: string; on_device: Stretch[] }>(
      `/video-evidence/api/recordings/?${range}`,
    );
    const span = on_device.find(
      ({ camera, start, end }) => camera === 1 && Date.parse(end) - Date.parse(start) > 600_000,
    );
    if (device !== 'done' || span === undefined) continue;
    const { id } = await post<{ id: number }>('/video-evidence/api/video_requests/', {
      vehicle,
      start: iso(Date.parse(span.start) + 120_000),
      duration: CLIP_S,
      cameras: [1, 2],
    });
    return id;
  }
  throw new Error('No camera of the demo fleet has recorded.');
}

async function readyClip(calls: Calls): Promise<number> {
  const id = await requestClip(calls);
  const limit = Date.now() + READY_LIMIT_MS;
  while (Date.now() < limit) {
    const { state, error } = await calls.get<{ state: string; error: string | null }>(
      `/video-evidence/api/video_requests/${id}/`,
    );
    if (state === 'ready') return id;
    if (state === 'failed') throw new Error(`The clip failed: ${error}`);
    await sleep(1000);
  }
  throw new Error('The clip did not come in time.');
}

/** What each page runs, in the browser's own language: notes when the first film moved on. */
const WATCH_FILMS = `
globalThis.playedAtMs = 0;
document.addEventListener('playing', ({ target }) => {
  target.requestVideoFrameCallback(function moved(_now, { mediaTime }) {
    if (mediaTime > 0) globalThis.playedAtMs ||= Date.now();
    else target.requestVideoFrameCallback(moved);
  });
}, true);
`;

/** When the first bytes of a film reach the browser, ms since 1970; the network is asked each time. */
function firstBytes(session: CDPSession): { reset: () => void; atMs: () => number } {
  const films = new Set<string>();
  let firstMs = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/files/')) films.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId }) => {
    if (films.has(requestId)) firstMs ||= Date.now();
  });
  return {
    reset: () => {
      firstMs = 0;
    },
    atMs: () => firstMs,
  };
}

async function openClip(
  page: Page,
  product: Product,
  id: number,
  bytes: ReturnType<typeof firstBytes>,
): Promise<number> {
  await page.goto('about:blank');
  bytes.reset();
  await page.goto(`${product.url}/video/historic?clipId=${id}`);
  const limit = Date.now() + GIVE_UP_MS;
  while (Date.now() < limit) {
    const playedMs = await page.evaluate(
      () => (globalThis as unknown as { playedAtMs: number }).playedAtMs,
    );
    if (playedMs > 0 && bytes.atMs() > 0) return Math.max(0, playedMs - bytes.atMs());
    await sleep(20);
  }
  return GIVE_UP_MS;
}

/**
 * A recorded clip of two simulated cameras in a real Chromium, with the map of its trail beside it:
 * from the first bytes of a film to the first picture that has moved on.
 */
export async function benchVideoClip(): Promise<BenchRow[]> {
  const product = await startProduct();
  const browser = await openChromium();
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.addInitScript(WATCH_FILMS);
    await signInAt(page, '/video/historic', 'manager@demo.test');
    await page.locator('[data-part=historic-head]').waitFor({ timeout: 60_000 });
    const id = await readyClip(await callsOf(page));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const bytes = firstBytes(session);
    const times: number[] = [];
    // The first one loads the player, and is not counted.
    for (let n = 0; n <= OPENINGS; n += 1) {
      const tookMs = await openClip(page, product, id, bytes);
      if (n > 0) times.push(tookMs);
    }
    return [
      row(
        'a recorded clip plays after its first bytes, p95',
        timeAt(times, 0.95),
        'ms',
        PLAYS_LIMIT_MS,
      ),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

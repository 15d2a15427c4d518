import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readClockStrip } from '@roadworthy/simulator';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { makeCustomer, makeVehicle } from '../apps/server/test/fleet.ts';
import { makeUser } from '../apps/server/test/people.ts';
import { productFolder } from '../e2e/product.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const FIRST_PICTURE_LIMIT_MS = 1500;
const BEHIND_LIMIT_MS = 700;
const DRIFT_LIMIT_MS = 200;
const OPENINGS = 20;
/** Delay until the camera stops after its viewer; short, so that each opening starts it again. */
const PACE = { lingerMs: 300, tickMs: 100 } as const;
const BETWEEN_OPENINGS_MS = 1500;
/** How long the picture is compared with the clock; `VIDEO_LIVE_MINUTES=10` for the whole floor. */
const WATCHED_MS = Number(process.env.VIDEO_LIVE_MINUTES ?? '1') * 60_000;
/** The player finds its distance in the first seconds. */
const SETTLING_MS = 15_000;
/** Ends of the run that are compared with each other. */
const END_SHARE = 0.2;
const GIVE_UP_MS = 20_000;
const NUMBER = '13912345678';
const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-background-networking'];

/** A picture as it was shown: the row of its clock, and when. */
interface Shown {
  readonly shownMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly row: readonly number[];
}

/** The page: the product's own socket and player behind a button, and nothing else. */
const PAGE = `
import { LiveFeed } from './apps/web/src/features/video-live/media/live-feed.ts';
import { LiveSocket } from './apps/web/src/features/video-live/media/live-socket.ts';

const SESSIONS = '/video-evidence/api/live_sessions/';
const now = () => performance.timeOrigin + performance.now();
const nothing = () => undefined;
const live = (globalThis.live = { clickMs: 0, firstMs: 0 });
const ask = (path, method, body) =>
  fetch(path, {
    method,
    headers: {
      Authorization: 'Bearer ' + live.token,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

document.querySelector('button').onclick = async () => {
  live.clickMs = now();
  live.firstMs = 0;
  live.video = document.createElement('video');
  live.video.requestVideoFrameCallback((_now, { expectedDisplayTime }) => {
    live.firstMs = performance.timeOrigin + expectedDisplayTime;
  });
  document.querySelector('main').replaceChildren(live.video);
  const feed = new LiveFeed(live.video, nothing);
  const session = await (await ask(SESSIONS, 'POST', { vehicle: live.vehicle })).json();
  const url = location.origin.replace('http', 'ws') + SESSIONS + session.id + '/socket/';
  const choice = { cameras: [1], main: null, sound: null };
  const listener = { frame: (frame) => feed.take(frame) };
  for (const name of ['link', 'camera', 'position', 'lost', 'end', 'failed']) listener[name] = nothing;
  const socket = new LiveSocket(async () => ({ url, ticket: session.ticket }), choice, listener);
  live.close = async () => {
    socket.close();
    feed.close();
    await ask(SESSIONS + session.id + '/', 'DELETE');
  };
};
`;

/** The next displayed frame, with its burnt-in clock. */
const NEXT_PICTURE = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the picture stands')), 20000);
  const { video } = live;
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

async function chromiumPath(): Promise<string> {
  const script = pathToFileURL(join(productFolder(), 'scripts/chromium.mjs')).href;
  const { ensureChromium }: { ensureChromium: () => string } = await import(script);
  return ensureChromium();
}

/** Builds the page into a folder that the server serves. */
async function buildPage(folder: string): Promise<void> {
  mkdirSync(join(folder, 'assets'));
  await build({
    stdin: { contents: PAGE, resolveDir: productFolder(), loader: 'ts' },
    outfile: join(folder, 'assets/page.js'),
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
  });
  const html = `<!doctype html><title>Live</title><button>Watch</button><main></main>
    <script type="module" src="/assets/page.js"></script>`;
  writeFileSync(join(folder, 'index.html'), html);
}

/** A vehicle with a camera and somebody who may watch it; the camera runs in a process of its own. */
async function makeFleet({ db, pool, jt808Port }: ApiServer) {
  const place = await makeCustomer(db, 'Bench');
  const vehicle = await makeVehicle(db, place, { number: NUMBER, protocol: 'jt808' });
  await pool.query(
    `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode)
     values ($1, $2, 1, 'Front', 'jt1078', 'stream')`,
    [place.customerId, vehicle.trackerId],
  );
  const userId = await makeUser(db, place.customerId, 'bench@live.test', {}, ['videos']);
  const path = fileURLToPath(new URL('video-camera.js', import.meta.url));
  const camera: ChildProcess = fork(path, [String(jt808Port), NUMBER], { execArgv: [] });
  await new Promise((done) => camera.once('message', done));
  return { vehicleId: vehicle.vehicleId, userId, camera };
}

/** From the click to the first picture on screen, ms. */
async function firstPicture(page: Page): Promise<number> {
  await page.getByRole('button').click();
  const limit = Date.now() + GIVE_UP_MS;
  while (Date.now() < limit) {
    const [clickMs, firstMs] = await page.evaluate<[number, number]>(
      '[live.clickMs, live.firstMs]',
    );
    if (firstMs > 0) return firstMs - clickMs;
    await sleep(50);
  }
  return GIVE_UP_MS;
}

async function closeLive(page: Page): Promise<void> {
  await page.evaluate('live.close()');
  await sleep(BETWEEN_OPENINGS_MS);
}

/** How far behind its burnt-in clock a picture was shown, ms; null where the clock cannot be read. */
function behindMs({ shownMs, widthPx, heightPx, row: pixels }: Shown): number | null {
  const luma = new Uint8Array(widthPx * heightPx);
  luma.set(pixels, Math.round(heightPx - (16 * widthPx) / 640) * widthPx);
  const taken = readClockStrip(luma, widthPx, heightPx);
  return taken === null ? null : shownMs - taken;
}

/** Delays of pictures over the time, some ten a second. */
async function delays(page: Page): Promise<number[]> {
  await firstPicture(page);
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

function rows(times: readonly number[], behind: readonly number[]): BenchRow[] {
  const ends = Math.floor(behind.length * END_SHARE);
  const drift = timeAt(behind.slice(-ends), 0.5) - timeAt(behind.slice(0, ends), 0.5);
  console.error(
    `first picture: median ${Math.round(timeAt(times, 0.5))} ms of ${times.length}; behind: median ${Math.round(timeAt(behind, 0.5))} ms of ${behind.length}`,
  );
  const what = 'live video in a browser';
  return [
    row(`${what}, click to first picture, p95`, timeAt(times, 0.95), 'ms', FIRST_PICTURE_LIMIT_MS),
    row(`${what}, behind the burnt-in clock, p95`, timeAt(behind, 0.95), 'ms', BEHIND_LIMIT_MS),
    row(`${what}, drift over ${WATCHED_MS / 60_000} min`, Math.abs(drift), 'ms', DRIFT_LIMIT_MS),
  ];
}

async function measure(server: ApiServer): Promise<BenchRow[]> {
  const { vehicleId, userId, camera } = await makeFleet(server);
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
    await page.goto(`${server.url}/`);
    const token = await server.issue(userId);
    await page.evaluate(`Object.assign(live, ${JSON.stringify({ vehicle: vehicleId, token })})`);
    const times: number[] = [];
    // The first one loads the decoder, and is not counted.
    for (let n = -1; n < OPENINGS; n += 1) {
      const tookMs = await firstPicture(page);
      if (n >= 0) times.push(tookMs);
      await closeLive(page);
    }
    const behind = await delays(page);
    await closeLive(page);
    return rows(times, behind);
  } finally {
    await browser.close();
    camera.disconnect();
  }
}

/**
 * Live video of a simulated camera in a real Chromium, all on this machine: from the click to the first
 * picture, each time of a camera that nobody watched, and how far behind its burnt-in clock a picture is
 * shown. The page is the product's player without its maps, which software would have to draw here.
 */
export async function benchVideoLive(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-bench-live-'));
  try {
    await buildPage(folder);
    return await withApiServer(measure, { webRoot: folder, pace: PACE });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

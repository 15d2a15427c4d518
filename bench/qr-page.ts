import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { productFolder } from '../e2e/product.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { openChromium } from './browser.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const ROUNDS = 7;
const FIRST_PAINT_LIMIT_MS = 1000;
/** KB of JavaScript, as they are sent. */
const LIMITS_KB = { qr: 60, help: 90, accident: 90, check: 90 } as const;
/** A cheap phone on a weak network: what Chromium's tools call "Slow 4G", and a quarter of this processor. */
const SLOW_PHONE = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.44 * 1_000_000) / 8,
  uploadThroughput: (0.675 * 1_000_000) / 8,
} as const;
const SLOWER_PROCESSOR = 4;
const PHONE = { width: 360, height: 740 };

/** What opening a page took. */
interface Opened {
  readonly firstPaintMs: number;
  readonly scriptBytes: number;
}

/** Builds what people are served: a start for development builds the pages for development. */
function buildPages(): string {
  const folder = productFolder();
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error('The web app could not be built.');
  return join(folder, 'apps/web/dist');
}

/** The code of a vehicle whose help page has a telephone number. */
async function preparedCode({ pool }: ApiServer): Promise<string> {
  await makeBenchFleet(pool, 10);
  await pool.query(
    `insert into help_pages (customer_id, break_down_phone) select id, '0808 157 0192' from customers`,
  );
  const { rows } = await pool.query<{ code: string }>('select code from vehicle_codes limit 1');
  return rows[0]?.code ?? '';
}

/** Opens a page on the slow phone, with nothing in its cache. */
async function open(browser: Browser, address: string, ready: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_PHONE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  let scriptBytes = 0;
  const scripts = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(address);
  await page.locator(ready).first().waitFor({ timeout: 60_000 });
  const bytesWhenReady = scriptBytes;
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  return { firstPaintMs, scriptBytes: bytesWhenReady };
}

async function measure(browser: Browser, address: string, ready: string): Promise<Opened> {
  const opened: Opened[] = [];
  for (let n = 0; n < ROUNDS; n += 1) opened.push(await open(browser, address, ready));
  const paints = opened.map(({ firstPaintMs }) => firstPaintMs).sort((a, b) => a - b);
  return {
    firstPaintMs: paints[Math.floor(paints.length / 2)] ?? Number.NaN,
    scriptBytes: Math.max(...opened.map(({ scriptBytes }) => scriptBytes)),
  };
}

async function measurePages(browser: Browser, server: ApiServer): Promise<BenchRow[]> {
  const code = await preparedCode(server);
  const pages = [
    ['QR page', LIMITS_KB.qr, `/qr?qrid=${code}`, 'article'],
    ['help page', LIMITS_KB.help, `/help/vehicle/${code}`, 'a[href^="tel:"]'],
    [
      'accident report',
      LIMITS_KB.accident,
      `/help/report_accident?qrid=${code}`,
      '[data-part=accident-form]',
    ],
    ['walkaround check', LIMITS_KB.check, '/check', '[data-part=walk-main] a.button'],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [name, limitKb, path, ready] of pages) {
    const { firstPaintMs, scriptBytes } = await measure(browser, server.url + path, ready);
    rows.push(row(`${name}, JavaScript`, scriptBytes / 1024, 'KB', limitKb));
    rows.push(row(`${name}, first paint, slow phone`, firstPaintMs, 'ms', FIRST_PAINT_LIMIT_MS));
  }
  return rows;
}

/** The pages for phones, on a slow one: what they load, and when something is seen. */
export async function benchQrPage(): Promise<BenchRow[]> {
  const webRoot = buildPages();
  const browser = await openChromium();
  try {
    return await withApiServer((server) => measurePages(browser, server), { webRoot, pace: {} });
  } finally {
    await browser.close();
  }
}

import type pg from 'pg';
import type { Page } from 'playwright-core';
import { hashPassword } from '../apps/server/src/modules/core/sign-in/sign-in-passwords.ts';
import { PASSWORD, startProduct } from '../e2e/product.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { openChromium, signInAt } from './browser.ts';
import { fillTables } from './list-rows.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const EMAIL = 'bench@bench.test';
const ROWS = 100_000;
const DEBOUNCE_MS = 150;
const ANSWER_LIMIT_MS = 100;
const NODES_LIMIT = 2000;
const WARM_UPS = 3;
const ROUNDS = 12;

/** A hundred thousand of everything that can be picked, of one customer. Returns its administrator. */
async function fill(pool: pg.Pool): Promise<number> {
  const many = `from generate_series(1, ${ROWS}) n`;
  await pool.query(`insert into customers (name) values ('Bench')`);
  await fillTables(pool, [
    `insert into regions (customer_id, name) select 1, 'Region ' || md5(n::text) ${many}`,
    `insert into depots (customer_id, region_id, name) select 1, n, 'Depot ' || md5(n::text) ${many}`,
    `insert into drivers (customer_id, first_name, surname)
       select 1, 'First' || md5(n::text), 'Surname' || n ${many}`,
    `insert into vehicles (customer_id, registration, type)
       select 1, upper(left(md5(n::text), 4)) || ' ' || lpad(n::text, 6, '0'), 'VAN' ${many}`,
    `insert into vehicle_depots (customer_id, vehicle_id, depot_id) select 1, n, n ${many}`,
    `insert into trackers (customer_id, number, protocol, vehicle_id)
       select 1, (350000000000000 + n * 7919::bigint)::text, 'teltonika', n ${many}`,
    `insert into schedule_types (customer_id, name, category, interval)
       select 1, 'Type ' || md5(n::text), 'Category ' || n % 50, '6m' ${many}`,
    `insert into repairers (customer_id, name) select 1, 'Repairer ' || md5(n::text) ${many}`,
  ]);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role, password_hash)
     values (1, 'bench', '${EMAIL}', 'Bench', 'Admin', 'ADMIN', $1) returning id`,
    [await hashPassword(PASSWORD)],
  );
  const userId = rows[0]?.id ?? 0;
  await pool.query(`insert into user_modules values ($1, 'Vehicle File')`, [userId]);
  return userId;
}

/** What the pickers ask for, and texts that find most of the rows, many, few and none. */
const LISTS = [
  ['regions', '/api/regions_multiselect_list/?ordering=name', ['a', 'ab', 'abc', 'zzz']],
  [
    'depots',
    '/api/vehicles_groups_for_user_list/?ordering=name&brief=true',
    ['a', 'ab', 'abc', 'zzz'],
  ],
  ['drivers', '/api/drivers_list/?ordering=first_name', ['a', 'ab', 'abc', 'zzz']],
  ['vehicles', '/api/administration/vehicles/?ordering=-registration', ['A', 'AB', 'ABC', 'ZZZ']],
  ['trackers', '/api/administration/trackers_list/?ordering=-tracker', ['3', '35', '123', 'zzz']],
  ['schedule types', '/api/schedule_types/?ordering=name', ['a', 'ab', 'abc', 'zzz']],
] as const;

async function answerTimes(server: ApiServer, token: string): Promise<BenchRow[]> {
  const reader = openReader(token);
  const found: BenchRow[] = [];
  for (const [name, path, searches] of LISTS) {
    const times: number[] = [];
    let slowest = { ms: 0, search: '' };
    for (let n = -WARM_UPS; n < ROUNDS; n += 1) {
      for (const search of ['', ...searches]) {
        const address = `${server.url}${path}&pageSize=50&page=1&search=${search}`;
        const { ms, status } = await reader.read(address);
        if (status !== 200) throw new Error(`The answer to ${address} is ${status}.`);
        if (n < 0) continue;
        times.push(ms);
        if (ms > slowest.ms) slowest = { ms, search };
      }
    }
    console.log(`slowest of ${name}: "${slowest.search}" ${slowest.ms.toFixed(0)} ms`);
    const what = `a page of 100,000 ${name}, without a search and with four, p95`;
    found.push(row(what, timeAt(times, 0.95), 'ms', ANSWER_LIMIT_MS));
  }
  await reader.close();
  return found;
}

/** What the functions that run in the page find there. */
interface PageScope {
  document: {
    querySelectorAll(what: string): ArrayLike<PageElement>;
  };
  HTMLInputElement: { prototype: object };
  Event: new (name: string, options: object) => object;
  requestAnimationFrame(paint: () => void): void;
}
interface PageElement {
  readonly textContent: string | null;
  querySelector(what: string): PageElement | null;
  querySelectorAll(what: string): ArrayLike<PageElement>;
  getAttribute(name: string): string | null;
  dispatchEvent(event: object): void;
}

/** From the last key to the frame that shows rows of the search, in the picker with this place, ms. */
async function shownAfter(page: Page, picker: number, text: string): Promise<number> {
  return page.evaluate(
    async ([index, term]) => {
      const scope = globalThis as unknown as PageScope;
      const root = scope.document.querySelectorAll('.picker')[index as number];
      const input = root?.querySelector('input');
      if (root == null || input == null) throw new Error('There is no such picker.');
      const value = Object.getOwnPropertyDescriptor(scope.HTMLInputElement.prototype, 'value');
      const startedMs = performance.now();
      value?.set?.call(input, term);
      input.dispatchEvent(new scope.Event('input', { bubbles: true }));
      let hasLoaded = false;
      const isThere = () => {
        const rows = Array.from(root.querySelectorAll('tr[aria-selected]'));
        const isBusy = root.querySelector('.picker-list')?.getAttribute('aria-busy') === 'true';
        hasLoaded ||= isBusy;
        const has = (one: PageElement) =>
          one.textContent?.toLowerCase().includes(String(term).toLowerCase());
        // A list that came whole loads nothing.
        return !isBusy && rows.length > 0 && (hasLoaded || rows.every(has));
      };
      while (!isThere()) {
        if (performance.now() - startedMs > 20_000) throw new Error(`Nothing shows ${term}.`);
        await new Promise<void>((done) => scope.requestAnimationFrame(done));
      }
      return performance.now() - startedMs;
    },
    [picker, text] as const,
  );
}

/** In the order of the page that shows them. */
const SHOWN = [
  ['regions', ['abc', 'def', 'bcd', 'cde']],
  ['depots', ['abc', 'def', 'bcd', 'cde']],
  ['vehicles', ['ABC', 'DEF', 'BCD', 'CDE']],
  ['trackers', ['123', '456', '234', '345']],
  ['schedule types', ['abc', 'def', 'bcd', 'cde']],
  ['drivers', ['abc', 'def', 'bcd', 'cde']],
  ['vehicle of a driver', ['ABC', 'DEF', 'BCD', 'CDE']],
  ['repairers', ['abc', 'def', 'bcd', 'cde']],
] as const;

/** The whole product over the same database. */
async function inBrowser({ db }: ApiServer): Promise<BenchRow[]> {
  const product = await startProduct(['--empty'], { DATABASE_URL: db.url });
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signInAt(page, `${product.url}/administration/widgets`, EMAIL);
    await page
      .locator('.picker')
      .nth(SHOWN.length - 1)
      .waitFor({ timeout: 60_000 });
    const found: BenchRow[] = [];
    let nodes = 0;
    for (const [index, [name, texts]] of SHOWN.entries()) {
      await page.locator('.picker').nth(index).locator('[aria-busy=false]').first().waitFor();
      const times: number[] = [];
      for (const [n, text] of [...texts, ...texts, ...texts].entries()) {
        const tookMs = await shownAfter(page, index, text);
        // The first ones warm up, and are not counted.
        if (n >= 2 * texts.length) times.push(tookMs - DEBOUNCE_MS);
      }
      const what = `a search shown in the picker of 100,000 ${name}, after its debounce, median`;
      found.push(row(what, timeAt(times, 0.5), 'ms', ANSWER_LIMIT_MS));
      const count = await page.locator('.picker').nth(index).locator('*').count();
      nodes = Math.max(nodes, count);
    }
    return [...found, row('elements of the largest picker', nodes, 'elements', NODES_LIMIT)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/**
 * The lists that the pickers read, of a hundred thousand rows each, over HTTP; and the pickers
 * themselves in a real Chromium over the same lists: from the end of the debounce to the frame that
 * shows what was searched.
 *
 * @param parts `answers` or `browser` alone
 */
export async function benchPickers(parts: readonly string[]): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await fill(server.pool));
    const isAsked = (part: string) => parts.length === 0 || parts.includes(part);
    return [
      ...(isAsked('answers') ? await answerTimes(server, token) : []),
      ...(isAsked('browser') ? await inBrowser(server) : []),
    ];
  });
}

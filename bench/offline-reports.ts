import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { migrate, startPostgres } from '../apps/server/src/platform/db/index.ts';
import { productFolder, startProduct } from '../e2e/product.ts';
import { PHOTO, sign } from '../e2e/signature.ts';
import { openChromium, signInAt } from './browser.ts';
import { withScratch } from './scratch.ts';
import { type BenchRow, row } from './track.ts';

/** Accident reports, and as many walkaround checks. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 50);
const PHONE = { width: 390, height: 844 };
const ARRIVAL_LIMIT_MS = 60_000;
const POLL_MS = 250;
/** Maximum wait for the loss of an answer: a service worker can hide a request from the benchmark. */
const LOST_LIMIT_MS = 10_000;

/** Where the network is cut: before a step of the form, or after the server took what was sent. */
type Cut = number | 'photograph answered' | 'report answered';
const ACCIDENT_CUTS: readonly Cut[] = [1, 2, 3, 4, 5, 'photograph answered', 'report answered'];
const CHECK_CUTS: readonly Cut[] = [1, 2, 3, 'photograph answered', 'report answered'];

/** A phone whose network is cut once. */
class Phone {
  /** Resolves when the answer is lost; the network must not come back before. */
  #lost: Promise<void> = Promise.resolve();

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly cut: Cut,
  ) {}

  /** Tells that a step begins; cuts the network and restarts the page where it is the one. */
  async step(step: number): Promise<void> {
    if (step !== this.cut) return;
    await this.page.evaluate(async () => {
      const scope = globalThis as unknown as {
        navigator: { serviceWorker: { ready: Promise<unknown> } };
      };
      await scope.navigator.serviceWorker.ready;
    });
    await this.context.setOffline(true);
    await this.page.reload();
  }

  /** Loses the answer to a call that the server has carried out, and the network with it. */
  async loseAnswerOf(path: string): Promise<void> {
    let isLost = false;
    let done: () => void = () => undefined;
    this.#lost = new Promise((resolve) => {
      done = resolve;
    });
    await this.page.route(path, async (route: Route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await this.context.setOffline(true);
      await route.abort();
      done();
    });
  }

  /** The phone goes off and comes on again with a network; waits until nothing is left to send. */
  async comesBack(address: string, arrived: () => Promise<boolean>): Promise<void> {
    await Promise.race([this.#lost, sleep(LOST_LIMIT_MS)]);
    await this.page.close();
    await this.context.setOffline(false);
    const page = await this.context.newPage();
    await page.goto(address);
    const limitMs = Date.now() + ARRIVAL_LIMIT_MS;
    while (!(await arrived()) && Date.now() < limitMs) await page.waitForTimeout(POLL_MS);
    // What would arrive twice has the time to.
    await page.waitForTimeout(1000);
    await this.context.close();
  }
}

async function openPhone(browser: Browser, cut: Cut): Promise<Phone> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  return new Phone(context, await context.newPage(), cut);
}

async function loseAnswers(phone: Phone, cut: Cut, path: string): Promise<void> {
  if (cut === 'report answered') await phone.loseAnswerOf(`**${path}`);
  if (cut === 'photograph answered') await phone.loseAnswerOf(`**${path}photos/`);
}

/** Fills in and sends an accident report of one photograph. */
async function reportAccident(phone: Phone, cut: Cut, help: string, name: string): Promise<void> {
  const { page } = phone;
  const next = () => page.getByRole('button', { name: 'Next' }).click();
  const atStep = async (step: number) => {
    await page.getByText(`Step ${step} of 5`).waitFor();
    await phone.step(step);
    await page.getByText(`Step ${step} of 5`).waitFor();
  };
  await page.goto(help);
  await page.getByRole('link', { name: 'Report an accident' }).click();
  await atStep(1);
  await page.getByLabel(/^Your name/).fill('Ann Driver');
  await page.getByLabel(/^Your phone/).fill('07700 900000');
  await page.getByLabel(/^What happened/).fill(name);
  await next();
  await atStep(2);
  await page.getByLabel(/^Address/).fill('A45, Daventry');
  await next();
  await atStep(3);
  await page.getByLabel(/^Party Name/).fill('Petra Party');
  await next();
  await atStep(4);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'scene.png', mimeType: 'image/png', buffer: PHOTO });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await next();
  await atStep(5);
  await sign(page);
  await loseAnswers(phone, cut, '/accident_reporting/');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor();
}

/** Fills in and sends a walkaround check with one defect and its photograph. */
async function checkVehicle(phone: Phone, cut: Cut, name: string): Promise<void> {
  const { page } = phone;
  const vehicle = page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first();
  await vehicle.waitFor();
  await phone.step(1);
  await vehicle.click();
  const next = page.getByRole('button', { name: 'Next' });
  await next.waitFor();
  await phone.step(2);
  const taps = page.locator('[data-part=walk-result][data-result=ok]');
  await taps.first().waitFor();
  for (let n = 0; n < (await taps.count()); n += 1) await taps.nth(n).click();
  const tyres = page.locator('[data-part=walk-item]').filter({ hasText: 'Tyres and wheel fixing' });
  await tyres.locator('[data-part=walk-result][data-result=defect]').click();
  await tyres.getByRole('radio', { name: /^Minor/ }).check();
  await tyres.getByRole('textbox').fill(name);
  await tyres
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'tyre.png', mimeType: 'image/png', buffer: PHOTO });
  await tyres.getByRole('img', { name: 'Photo 1' }).waitFor();
  await next.click();
  const odometer = page.getByLabel(/^Odometer/);
  await odometer.waitFor();
  await phone.step(3);
  await odometer.fill('48210');
  await sign(page);
  await loseAnswers(phone, cut, '/walkaround/');
  await page.getByRole('button', { name: 'Sign off and send' }).click();
  await page.getByText('On this phone', { exact: true }).waitFor();
}

/** Reports of a text and the photographs that hang on them. */
type Count = (name: string) => Promise<{ reports: number; photographs: number }>;

const counting =
  (pool: pg.Pool, sql: string): Count =>
  async (name) => {
    const { rows } = await pool.query<{ reports: number; photographs: number }>(sql, [name]);
    return rows[0] ?? { reports: 0, photographs: 0 };
  };

const ACCIDENTS = `select count(distinct r.id)::int as reports, count(p.id)::int as photographs
  from accident_reports r left join accident_photographs p on p.report_id = r.id
  where r.description = $1`;
const CHECKS = `select count(distinct d.id)::int as reports, count(p.id)::int as photographs
  from defect_records d left join record_photographs p on p.defect_record_id = d.id
  where d.items::text like '%' || $1 || '%'`;

/** What became of the reports of one kind. */
interface Outcome {
  once: number;
  withPhotograph: number;
}

async function rounds(
  kind: string,
  cuts: readonly Cut[],
  count: Count,
  report: (cut: Cut, name: string, arrived: () => Promise<boolean>) => Promise<void>,
): Promise<Outcome> {
  const outcome = { once: 0, withPhotograph: 0 };
  for (let n = 0; n < ROUNDS; n += 1) {
    const name = `${kind} ${String(n + 1).padStart(3, '0')}`;
    const cut = cuts[n % cuts.length] ?? 1;
    try {
      await report(cut, name, async () => (await count(name)).reports > 0);
    } catch (error) {
      console.error(`${name}, network cut at ${cut}: ${(error as Error).message}`);
    }
    const { reports, photographs } = await count(name);
    if (reports === 1) outcome.once += 1;
    if (photographs === 1) outcome.withPhotograph += 1;
    if (reports !== 1 || photographs !== 1) {
      console.error(
        `${name}, network cut at ${cut}: ${reports} reports, ${photographs} photographs`,
      );
    }
  }
  return outcome;
}

/** A vehicle accepts 20 reports a day. */
const REPORTS_PER_VEHICLE = 10;

/** Help pages of vehicles of the demo fleet, as many as all rounds need. */
async function helpAddresses(pool: pg.Pool, url: string): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    'select c.code from vehicle_codes c join vehicles v on v.id = c.vehicle_id order by v.id limit $1',
    [Math.ceil(ROUNDS / REPORTS_PER_VEHICLE)],
  );
  return rows.map(({ code }) => `${url}/help/vehicle/${code}`);
}

async function measure(pool: pg.Pool, browser: Browser, url: string): Promise<BenchRow[]> {
  const helpPages = await helpAddresses(pool, url);
  let reported = 0;
  const accidents = await rounds(
    'Accident without a network',
    ACCIDENT_CUTS,
    counting(pool, ACCIDENTS),
    async (cut, name, arrived) => {
      const phone = await openPhone(browser, cut);
      const help = helpPages[Math.floor(reported / REPORTS_PER_VEHICLE)] ?? url;
      reported += 1;
      await reportAccident(phone, cut, help, name);
      await phone.comesBack(help, arrived);
    },
  );
  const check = `${url}/check`;
  const checks = await rounds(
    'Tread without a network',
    CHECK_CUTS,
    counting(pool, CHECKS),
    async (cut, name, arrived) => {
      const phone = await openPhone(browser, cut);
      await signInAt(phone.page, `${url}/login?returnUrl=/check`, 'driver@demo.test');
      await checkVehicle(phone, cut, name);
      await phone.comesBack(check, arrived);
    },
  );
  const failed = (what: string, good: number) =>
    row(`${what}, not exactly once, of ${ROUNDS}`, ROUNDS - good, 'reports', 0.5);
  return [
    failed('accident reports', accidents.once),
    failed('photographs of accident reports', accidents.withPhotograph),
    failed('walkaround checks', checks.once),
    failed('photographs of walkaround checks', checks.withPhotograph),
  ];
}

/**
 * Accident reports and walkaround checks whose network is cut at each step in turn, or as the answer to
 * what was sent is on its way: each must arrive exactly once, with its photograph.
 */
export async function benchOfflineReports(): Promise<BenchRow[]> {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: productFolder() });
  if (built.status !== 0) throw new Error('The web app could not be built.');
  return withScratch(async (folder) => {
    const postgres = await startPostgres({ folder: join(folder, 'postgres') });
    const pool = new pg.Pool({ connectionString: postgres.url });
    // Clients that are idle while the database stops.
    pool.on('error', () => undefined);
    const browser = await openChromium();
    try {
      await migrate(postgres.url);
      const product = await startProduct([], { DATABASE_URL: postgres.url });
      try {
        return await measure(pool, browser, product.url);
      } finally {
        await product.stop();
      }
    } finally {
      await browser.close();
      await pool.end();
      await postgres.stop();
    }
  });
}

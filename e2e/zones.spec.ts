import { readFile } from 'node:fs/promises';
import { sendDrive } from './drive.ts';
import { test as base, expect } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';
import { PDF } from './pdf.ts';
import { type Product, START_LIMIT_MS, startProduct } from './product.ts';

/*
 * Days are cut in the person's zone, whatever the zone of the server's machine: a drive over midnight,
 * and a document of today.
 */

/** A server in a zone that is none of the persons'. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _name }, use) => {
      const product = await startProduct([], { TZ: 'Asia/Kolkata' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS + 60_000 },
  ],
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minutes driven before and after midnight. */
const BEFORE = 20;
const AFTER = 15;

/** The date of a moment in a zone, as 2026-07-15. */
const dateIn = (timeMs: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(timeMs);

/** A date as the screens show it: 2026-07-15 as 15/07/26. */
const shown = (date: string) => date.slice(2).split('-').reverse().join('/');

/** The moment at which a date begins in a zone, ms since 1970 UTC. */
function midnightOf(date: string, timeZone: string): number {
  let timeMs = Date.parse(`${date}T00:00:00Z`) - DAY_MS;
  while (dateIn(timeMs, timeZone) < date) timeMs += 15 * MINUTE_MS;
  return timeMs;
}

/** The last 15 July that is over, when London keeps summer time. */
function lastSummerDay(): string {
  const year = new Date().getUTCFullYear();
  const date = `${year}-07-15`;
  return Date.parse(date) < Date.now() - 2 * DAY_MS ? date : `${year - 1}-07-15`;
}

const CASES = [
  { zone: 'Pacific/Auckland', registration: 'AU26 NZL', imei: '356307042447011', date: undefined },
  {
    zone: 'America/Los_Angeles',
    registration: 'LA26 USA',
    imei: '356307042447012',
    date: undefined,
  },
  {
    zone: 'Europe/London',
    registration: 'BS26 SUM',
    imei: '356307042447013',
    date: lastSummerDay(),
  },
] as const;

for (const { zone, registration, imei, date } of CASES) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(`[M-14] [M-P09] a drive over midnight is on both days of ${zone}`, async ({
      page,
      product,
      signIn,
    }) => {
      const second = date ?? dateIn(Date.now() - DAY_MS, zone);
      const midnightMs = midnightOf(second, zone);
      const first = dateIn(midnightMs - 1, zone);
      const { vehicleId, socket } = await makeVehicleWithDevice(product, registration, imei);
      await sendDrive(socket, midnightMs - BEFORE * MINUTE_MS, BEFORE + AFTER);
      socket.destroy();

      // The trace of each day has the positions of that day alone.
      const points = page.getByRole('tab', { name: /Points/ }).locator('.tab-count');
      await signIn(
        'manager@demo.test',
        `/telematics/trace?vehicleId=${vehicleId}&startDate=${first}`,
      );
      await expect(points).toHaveText(String(BEFORE));
      await page.goto(`/telematics/trace?vehicleId=${vehicleId}&startDate=${second}`);
      await expect(points).toHaveText(String(AFTER + 5));

      // The trip is on the day that it began, with the times of the zone, in its file too.
      const trips = page.getByRole('table', { name: 'Trips/Stops' });
      await expect(async () => {
        await page.goto(`/telematics/trip?vehicleId=${vehicleId}&startDate=${first}`);
        await expect(trips.locator('tfoot')).toContainText('1 trip', { timeout: 5000 });
      }).toPass({ timeout: 60_000 });
      await expect(trips.locator('tbody tr').first()).toContainText('23:40');
      await page.getByRole('button', { name: 'Download' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^CSV/ }).click(),
      ]);
      expect(await readFile(await file.path(), 'utf8')).toMatch(/23:40/);
      await page.goto(`/telematics/trip?vehicleId=${vehicleId}&startDate=${second}`);
      await expect(page.locator('.table-waiting')).toHaveCount(0);
      await expect(trips.locator('tfoot')).toHaveCount(0);

      // The timesheet cuts it at midnight.
      const days = page.getByRole('table', { name: 'Days of the week' }).locator('tbody tr');
      await page.goto(`/telematics/timesheets?vehicleId=${vehicleId}&week=${first}`);
      await expect(days.filter({ hasText: shown(first) })).toContainText(`0:${BEFORE}`);
      await page.goto(`/telematics/timesheets?vehicleId=${vehicleId}&week=${second}`);
      await expect(days.filter({ hasText: shown(second) })).toContainText(`0:${AFTER}`);
    });

    test(`[H-18] [H-47] [H-48] today in ${zone} is no day after today`, async ({
      page,
      signIn,
    }) => {
      await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
      await page.getByRole('button', { name: 'Add new document' }).click();
      const panel = page.getByRole('region', { name: 'Add New Vehicle Document' });
      await panel.getByRole('combobox', { name: /^Vehicle/ }).fill('BD1');
      await page.locator('.vehicle-results [role=option]').first().click();
      await panel.getByRole('combobox', { name: /^Activity type/ }).selectOption('MOT');
      await panel.getByRole('combobox', { name: /^Status/ }).selectOption('Pass');
      await panel.getByRole('textbox', { name: /^Description/ }).fill(`MOT in ${zone}`);
      await panel.getByRole('button', { name: 'Yes', exact: true }).click();
      await panel
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'mot.pdf', mimeType: 'application/pdf', buffer: PDF });
      const today = dateIn(Date.now(), zone);
      const sent = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await panel.getByRole('button', { name: 'Send' }).click();
      expect((await sent).status()).toBeLessThan(300);
      const row = page.getByRole('row').filter({ hasText: `MOT in ${zone}` });
      await expect(row.first()).toContainText(shown(today));
    });
  });
}

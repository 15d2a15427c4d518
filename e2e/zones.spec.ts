import { readFile } from 'node:fs/promises';
import { administratorToken, makeDepot, makeVehicle } from './calls.ts';
import { DAY_MS, dateIn, dayBefore, midnightOf, shown } from './days.ts';
import { sendDrive } from './drive.ts';
import { test as base, expect } from './journey.ts';
import { makeVehicleWithDevice } from './own-device.ts';
import { sendWalkaround } from './own-walkaround.ts';
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
      const product = await startProduct([], {
        TZ: 'Asia/Kolkata',
        EVALUATION_HISTORY_DAYS: '0',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS + 60_000 },
  ],
});

const MINUTE_MS = 60_000;
/** Minutes driven before and after midnight. */
const BEFORE = 20;
const AFTER = 15;

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

/** Two consecutive days of a zone and the midnight between them; the second is `date` or yesterday. */
function daysAround(zone: string, date: string | undefined) {
  const second = date ?? dateIn(Date.now() - DAY_MS, zone);
  const midnightMs = midnightOf(second, zone);
  return { first: dateIn(midnightMs - 1, zone), second, midnightMs };
}

for (const { zone, registration, imei, date } of CASES) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(`[M-14] [M-P09] a drive over midnight is on both days of ${zone}`, async ({
      page,
      product,
      signIn,
    }) => {
      const { first, second, midnightMs } = daysAround(zone, date);
      const { vehicleId, socket } = await makeVehicleWithDevice(product, registration, imei);
      // It brakes harshly ten minutes before midnight, and ten minutes after.
      const harshMinutes = [BEFORE - 10, BEFORE + 10];
      await sendDrive(socket, midnightMs - BEFORE * MINUTE_MS, BEFORE + AFTER, harshMinutes);
      socket.destroy();

      // The trace of each day has the positions of that day alone.
      const points = page.getByRole('tab', { name: /Points/ }).locator('[data-part=tab-count]');
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

      // The events of a day are those of the zone.
      const events = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
      for (const [day, time] of [
        [first, '23:50'],
        [second, '00:10'],
      ]) {
        const range = `startDate=${day}&endDate=${day}`;
        await page.goto(`/events/activity?vehicleId=${vehicleId}&${range}`);
        const braking = events.filter({ hasText: 'Harsh Braking' });
        await expect(braking).toHaveCount(1);
        await expect(braking).toContainText(`${time}:00`);
      }

      // The timesheet cuts it at midnight.
      const days = page.getByRole('table', { name: 'Days of the week' }).locator('tbody tr');
      await page.goto(`/telematics/timesheets?vehicleId=${vehicleId}&week=${first}`);
      await expect(days.filter({ hasText: shown(first) })).toContainText(`0:${BEFORE}`);
      await page.goto(`/telematics/timesheets?vehicleId=${vehicleId}&week=${second}`);
      await expect(days.filter({ hasText: shown(second) })).toContainText(`0:${AFTER}`);
    });

    test(`[L-13] [RP-27] walkaround checks around midnight are on their days of ${zone}`, async ({
      page,
      product,
      signIn,
    }) => {
      const { first, second, midnightMs } = daysAround(zone, date);
      const token = await administratorToken(product);
      const depotId = await makeDepot(product, token, `Midnight ${registration}`);
      const vehicle = await makeVehicle(product, token, `W${registration}`, depotId);
      for (const doneMs of [midnightMs - 10 * MINUTE_MS, midnightMs + 10 * MINUTE_MS]) {
        await sendWalkaround(product, token, vehicle, doneMs);
      }
      await signIn('manager@demo.test');
      const rows = page.locator('[data-part=check-list] tbody tr');
      for (const [day, time] of [
        [first, '23:50'],
        [second, '00:10'],
      ] as const) {
        const range = `start_date=${day}&end_date=${day}`;
        await page.goto(`/vehiclecheck/depot/${depotId}?type=DRV&${range}`);
        await expect(rows).toHaveCount(1);
        await expect(rows).toContainText(time);
        await expect(rows).toContainText(shown(day));
      }
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

test('[L-P02] the checks of a day are counted by the day of the trade, not of the server', async ({
  page,
  product,
  signIn,
}) => {
  // Ten minutes after midnight in British summer time, and long after it at the server.
  const day = lastSummerDay();
  const doneMs = midnightOf(day, 'Europe/London') + 10 * MINUTE_MS;
  const token = await administratorToken(product);
  const depotId = await makeDepot(product, token, 'Small hours');
  const vehicle = await makeVehicle(product, token, 'SH26 DAY', depotId);
  await sendWalkaround(product, token, vehicle, doneMs);
  await signIn('admin@demo.test', '/vehiclecheck');
  await page.getByRole('link', { name: 'Midlands' }).click();
  await expect(page).toHaveURL(/\/vehiclecheck\/region\/\d+$/);
  const { pathname } = new URL(page.url());
  const checked = page
    .locator('[data-part=depot-card]')
    .filter({ hasText: 'Small hours' })
    .locator('dl > div')
    .nth(1);
  for (const [date, count] of [
    [dayBefore(day), '0'],
    [day, '1'],
  ]) {
    await page.goto(`${pathname}?date=${date}`);
    await expect(checked.locator('dd')).toHaveText(count ?? '');
  }
});

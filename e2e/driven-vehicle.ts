import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { administratorToken, call, oncePerProduct } from './calls.ts';
import { DAY_MS, dateIn, midnightOf } from './days.ts';
import { sendDrive } from './drive.ts';
import { makeVehicleWithDevice } from './own-device.ts';
import type { Product } from './product.ts';

/** Rows of the list of events. */
export const EVENT_ROWS = '[data-part=events-list] tbody tr';

/** The time zone of the browser in the tests. */
const ZONE = 'Europe/London';
const HOUR_MS = 3_600_000;
/** Long enough for a driver score. */
const DRIVE_MINUTES = 90;
const HARSH_MINUTES = [20, 50];
/** Of 200 ms each. */
const EVENT_TRIES = 300;

/** A vehicle that drove yesterday from 10:00 for an hour and a half, and braked harshly twice. */
export interface DrivenVehicle {
  readonly vehicleId: number;
  readonly registration: string;
  /** The day of the drive, as 2026-07-15. */
  readonly date: string;
}

/** Events appear after their records; an open screen does not show them. */
async function waitForEvents(product: Product, vehicleId: number, startMs: number): Promise<void> {
  const token = await administratorToken(product);
  const query = new URLSearchParams({
    vehicle: String(vehicleId),
    start: new Date(startMs).toISOString(),
    end: new Date(startMs + DAY_MS / 2).toISOString(),
  });
  for (let tries = 0; tries < EVENT_TRIES; tries += 1) {
    const { events } = await call<{ events: unknown[] }>(product, `/api/trace/?${query}`, token);
    if (events.length >= HARSH_MINUTES.length) return;
    await sleep(200);
  }
  throw new Error('the drive has no events');
}

/** Creates a vehicle that drove yesterday, once per started product. */
export const drivenVehicle = (registration: string, imei: string) =>
  oncePerProduct(async (product): Promise<DrivenVehicle> => {
    const { vehicleId, socket } = await makeVehicleWithDevice(product, registration, imei);
    const date = dateIn(midnightOf(dateIn(Date.now(), ZONE), ZONE) - DAY_MS / 2, ZONE);
    const startMs = midnightOf(date, ZONE) + 10 * HOUR_MS;
    await sendDrive(socket, startMs, DRIVE_MINUTES, HARSH_MINUTES);
    socket.destroy();
    await waitForEvents(product, vehicleId, startMs);
    return { vehicleId, registration, date };
  });

/** Searches the last seven days until the list shows the harsh brakings of the drive. */
export async function findDriveEvents(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose from a calendar' }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  // The events of the drive appear shortly after its records.
  await expect(async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const brakings = page.locator(EVENT_ROWS).filter({ hasText: 'Harsh Braking' });
    await expect(brakings).toHaveCount(HARSH_MINUTES.length, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

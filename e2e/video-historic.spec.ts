import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { SimulatedCamera } from '@roadworthy/simulator';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithCamera, NorthDrive } from './own-camera.ts';
import type { Product } from './product.ts';

/** Thirty seconds are transferred in real time, by a slow machine. */
const TRANSFER_LIMIT_MS = 180_000;
const MINUTE_MS = 60_000;
/** The device always keeps its recordings of the last two hours. */
const STARTED_MS = 40 * MINUTE_MS;
const DRIVE_MS = 20 * MINUTE_MS;
/** Creates a vehicle whose cameras have recorded a drive; returns a time in its middle. */
async function makeDrivenVehicle(
  product: Product,
): Promise<{ vehicle: number; timeMs: number; camera: SimulatedCamera }> {
  const startMs = Math.floor((Date.now() - STARTED_MS) / MINUTE_MS) * MINUTE_MS;
  const motion = new NorthDrive(startMs, DRIVE_MS);
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'VH26 CLP', {
    number: '13900002601',
    channels: 4,
    liveMode: 'stream',
    motion,
  });
  await camera.deliver(motion.samples());
  return { vehicle: vehicleId, timeMs: startMs + DRIVE_MS / 2, camera };
}

/** Time, mean brightness and width of every video. */
function films(page: Page) {
  return page.locator('[data-part=clip-picture] video').evaluateAll((elements) =>
    (elements as HTMLVideoElement[]).map((video) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(video, 0, 0, 64, 36);
      const { data } = context.getImageData(0, 0, 64, 36);
      let least = 765;
      let most = 0;
      for (let at = 0; at < data.length; at += 4) {
        const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
        least = Math.min(least, light);
        most = Math.max(most, light);
      }
      return { timeS: video.currentTime, contrast: most - least, widthPx: video.videoWidth };
    }),
  );
}

/** Checks that all videos of the opened clip play in sync; then pauses. */
async function expectPlays(page: Page): Promise<void> {
  await expect.poll(async () => (await films(page)).every(({ widthPx }) => widthPx > 0)).toBe(true);
  await expect
    .poll(async () => Math.min(...(await films(page)).map(({ timeS }) => timeS)), {
      timeout: 60_000,
    })
    .toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  // Paused, they seek to one time; until a video is there, it has no frame to draw.
  await expect
    .poll(async () => {
      const times = (await films(page)).map(({ timeS }) => timeS);
      return Math.max(...times) - Math.min(...times);
    })
    .toBeLessThan(1.5);
  await expect
    .poll(async () => Math.min(...(await films(page)).map(({ contrast }) => contrast)))
    .toBeGreaterThan(30);
}

test('[F-41] [F-P01] [F-P03] a recorded stretch is requested and plays with its trail in step', async ({
  page,
  signIn,
  browser,
  product,
}) => {
  test.setTimeout(420_000);
  await signIn('manager@demo.test', '/video/historic');
  await expect(page.getByRole('heading', { name: 'Videos', exact: true })).toBeVisible();
  const { vehicle, timeMs, camera } = await makeDrivenVehicle(product);
  await page.goto(
    `/video/historic?vehicleId=${vehicle}&startDate=${new Date(timeMs).toISOString()}`,
  );

  // The recordings on the device, and a range selected by keyboard.
  await expect(
    page.locator('[data-part=lane] [data-part=lane-bar][data-kind=device]').first(),
  ).toBeVisible();
  await expectAccessible(page);
  const line = page.getByRole('slider', { name: /^Timeline/ });
  await line.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: 'Request this period' })).toBeVisible();
  await picture(page, 'video-historic');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request Video' });
  for (const camera of [2, 3]) await dialog.getByRole('checkbox').nth(camera).uncheck();
  await dialog.getByRole('button', { name: /^Request \d+ seconds$/ }).click();

  // Its progress, live; then the videos.
  await expect(page.locator('[data-part=clip-head] [data-part=clip-state]')).toContainText(
    /Queued|Transferring|Ready/,
  );
  await expect(page.locator('[data-part=clip-head] [data-part=clip-state]')).toContainText(
    'Ready',
    {
      timeout: TRANSFER_LIMIT_MS,
    },
  );
  await expect(page.locator('[data-part=clip-picture]')).toHaveCount(2);
  await expect(page.locator('[data-part=clip-map] .trace-cursor')).toBeVisible();
  const place = () => page.locator('[data-part=clip-map] .trace-cursor').getAttribute('style');
  const now = () => page.locator('[data-part=clip-dock] .chart-now').getAttribute('style');
  await expect(page.locator('[data-part=clip-dock] .chart-now')).toBeAttached();
  const before = [await place(), await now()];
  await expectPlays(page);

  // Frame by frame, by key: the videos stay in sync with the clock.
  const slider = page.getByLabel('Video time');
  const at = Number(await slider.inputValue());
  await page.keyboard.press('.');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(at);
  expect(Number(await slider.inputValue())).toBeLessThan(at + 500);
  await page.keyboard.press('5');
  // Half of the clip is far enough to be visible on the map of the whole drive.
  await expect.poll(place).not.toBe(before[0]);
  await expect.poll(now).not.toBe(before[1]);
  await expect
    .poll(async () => {
      const times = (await films(page)).map(({ timeS }) => timeS);
      return Math.max(...times) - Math.min(...times);
    })
    .toBeLessThan(1.5);
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .nth(1)
    .click();
  await expectAccessible(page);
  await picture(page, 'video-clip');

  // Downloaded, annotated, and shared with a visitor.
  await page.getByRole('button', { name: 'Download' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Download' }).getByRole('link').first().click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/\.mp4$/);
  await page.getByRole('tab', { name: 'Notes and details' }).click();
  await page.getByLabel('Tags, separated by commas').fill('claim');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Kept', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('New link').inputValue();
  expect(link).toContain('/video/shared#');
  await expectAccessible(page);

  const visitor = await browser.newContext({ baseURL: product.url, colorScheme: 'dark' });
  const other = await visitor.newPage();
  await other.goto(link);
  await expectPlays(other);
  await expectAccessible(other);
  await picture(other, 'video-shared');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.locator('[data-part=share-line]')).toContainText('Revoked');
  await other.reload();
  await expect(other.getByText('This link no longer works')).toBeVisible();
  await visitor.close();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // The list shows it, also on a phone, in dark mode, in Portuguese.
  await page.getByRole('button', { name: 'All clips' }).click();
  await expect(page.getByRole('table', { name: 'Clips' })).toContainText('claim');

  // An MP4 from another source becomes a clip of another camera.
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const upload = page.getByRole('dialog', { name: /^Upload video of/ });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(upload.getByText('Choose a file.')).toBeVisible();
  const path = (await saved.path()) as string;
  await upload.locator('input[type=file]').setInputFiles({
    name: 'card.mp4',
    mimeType: 'video/mp4',
    buffer: readFileSync(path),
  });
  await expect(upload.getByText('card.mp4')).toBeVisible();
  await expect(upload.getByLabel('Time', { exact: true })).not.toHaveValue('');
  await upload.getByLabel('Camera').selectOption({ index: 2 });
  await expectAccessible(page);
  await picture(page, 'video-upload');
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(page.locator('[data-part=clip-head] [data-part=clip-state]')).toContainText(
    'Ready',
    { timeout: 60_000 },
  );
  await expect(page.locator('[data-part=clip-picture]')).toHaveCount(1);
  await page.getByRole('button', { name: 'All clips' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('language', '"pt"'));
  await page.reload();
  await expect(page.getByRole('table', { name: 'Clipes' })).toContainText('Pronto');
  await expectAccessible(page);
  const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widthPx).toBeLessThanOrEqual(390);
  await page.getByRole('table', { name: 'Clipes' }).getByRole('button').nth(1).click();
  await expect(page.locator('[data-part=clip-view]')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'video-clip-phone');
  camera.close();
});

test('[F-P01] administrators manage cameras, clip rules and storage, and read the viewing log', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/video/historic');
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Administration' }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  };
  const close = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click();
  await open('Cameras');
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toContainText('JT/T 1078');
  await expectAccessible(page);
  await close('Close');
  await open('Clips of events');
  await expect(page.getByRole('checkbox', { name: 'Harsh Braking' })).toBeChecked();
  await expectAccessible(page);
  await close('Cancel');
  await open('Storage');
  await expect(page.getByLabel('Days to keep clips')).toHaveValue('30');
  await expectAccessible(page);
  await close('Cancel');
  await open('Viewing log');
  // Empty if nobody has watched anything in this run.
  await expect(
    page.locator('[data-modal] tbody strong, [data-modal] .table-message').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await close('Close');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

import type { Locator } from '@playwright/test';
import { dateIn } from './days.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithCamera } from './own-camera.ts';

/** Generous for a slow machine with two cores that records, sends and cuts. */
const FILM_LIMIT_MS = 180_000;
const FORWARD_COLLISION = 75;

/** The natural width of a loaded thumbnail, px; 0 for a broken image. */
const widthPx = (thumbnail: Locator) =>
  thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth);

test('[F-P01] [F-P03] [E-P01] an alarm brings its video, which is ready, has a thumbnail and plays', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(360_000);
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'VA26 FLM', {
    number: '13900002605',
    channels: 2,
    liveMode: 'stream',
  });
  const alarmMs = Date.now();
  await camera.report(FORWARD_COLLISION);
  await signIn('manager@demo.test', `/video/historic?vehicleId=${vehicleId}`);
  const row = page.getByRole('table', { name: 'Clips' }).locator('tbody tr:not(.table-waiting)');
  await expect(row).toContainText('Forward Collision Warning', { timeout: FILM_LIMIT_MS });
  await expect(row).toContainText('Ready', { timeout: FILM_LIMIT_MS });
  const thumbnail = row.getByRole('img', {
    name: 'Thumbnail: VA26 FLM, Forward Collision Warning',
  });
  await expect.poll(() => widthPx(thumbnail)).toBe(320);
  await picture(page, 'alarm-clip');
  await row.getByRole('button').first().click();
  const video = page.locator('[data-part=clip-picture] video').first();
  await expect(video).toBeVisible();
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime), {
      timeout: 60_000,
    })
    .toBeGreaterThan(1);

  // The list of events shows the same thumbnail.
  const date = dateIn(alarmMs, 'Europe/London');
  await page.goto(`/events/activity?vehicleId=${vehicleId}&startDate=${date}`);
  const event = page
    .locator('[data-part=events-list] tbody tr')
    .filter({ hasText: 'Forward Collision Warning' });
  const ofEvent = event.getByRole('img', {
    name: 'Thumbnail: VA26 FLM, Forward Collision Warning',
  });
  await expect.poll(() => widthPx(ofEvent)).toBe(320);
  await event.getByRole('link', { name: 'Open clip' }).click();
  await expect(video).toBeVisible();
  camera.close();
});

test('[F-P01] an alarm with only photos is labelled as such and opens on them', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'VA26 PIC', {
    number: '13900002606',
    channels: 2,
    liveMode: 'snapshot',
    keepsRecordings: false,
    faults: { photographsOnly: true },
  });
  await camera.report(FORWARD_COLLISION);
  await signIn('manager@demo.test', `/video/historic?vehicleId=${vehicleId}`);
  const row = page.getByRole('table', { name: 'Clips' }).locator('tbody tr:not(.table-waiting)');
  await expect(row).toContainText('Images', { timeout: FILM_LIMIT_MS });
  await expect(row).not.toContainText('Ready');
  await expect.poll(() => widthPx(row.getByRole('img', { name: /^Thumbnail/ }))).toBe(320);
  await row.getByRole('button').first().click();
  const photographs = page.getByRole('list', { name: 'Images' }).getByRole('img');
  await expect(photographs).toHaveCount(2);
  await expect.poll(() => widthPx(photographs.first())).toBe(640);
  await expectAccessible(page);
  await picture(page, 'alarm-pictures');
  camera.close();
});

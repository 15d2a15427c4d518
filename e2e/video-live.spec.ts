import type { Page } from '@playwright/test';
import { dateIn } from './days.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithCamera, NorthDrive } from './own-camera.ts';

/** Generous for a slow machine with two cores that records, sends, cuts and decodes. */
const PICTURE_LIMIT_MS = 60_000;

/** Opens the dialog from the card of the live map. */
async function openLive(page: Page, vehicleId: number): Promise<void> {
  // Animated maps are drawn in software here, which also has to decode video.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/telematics/track?vehicle=${vehicleId}`);
  await page.getByRole('button', { name: 'Live Video' }).click();
  await expect(page.getByRole('dialog', { name: /^Live Video/ })).toBeVisible();
}

/** Variation of the brightness within the main video: 0 for a blank frame, null for none. */
function contrast(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const pictures = document.querySelectorAll<HTMLVideoElement | HTMLImageElement>(
      '[data-part=camera-cell][data-main=true] :is(video, img):not([aria-hidden="true"])',
    );
    const [element] = pictures;
    if (element === undefined) return null;
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(element, 0, 0, 64, 36);
    const { data } = context.getImageData(0, 0, 64, 36);
    const light: number[] = [];
    for (let at = 0; at < data.length; at += 4) light.push((data[at] ?? 0) + (data[at + 1] ?? 0));
    return Math.max(...light) - Math.min(...light);
  });
}

/** Time of the main video; 0 if none plays. */
function playedS(page: Page): Promise<number> {
  return page.evaluate(() => {
    const videos = document.querySelectorAll<HTMLVideoElement>(
      '[data-part=camera-cell][data-main=true] video',
    );
    return Math.max(0, ...[...videos].map(({ currentTime }) => currentTime));
  });
}

/** Waits for a frame on the stage that is not blank. */
async function expectPicture(page: Page): Promise<void> {
  const options = { timeout: PICTURE_LIMIT_MS };
  await expect(page.locator('[data-part=watch-stage][data-playing=true]')).toBeVisible(options);
  await expect.poll(() => contrast(page), options).toBeGreaterThan(30);
}

/** Lets a test measure the audio of the page before it reaches the loudspeaker. */
async function hear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const meters = new WeakMap<BaseAudioContext, AnalyserNode>();
    const heard: AnalyserNode[] = [];
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to === to.context.destination && !(this instanceof AnalyserNode)) {
        let meter = meters.get(to.context);
        if (meter === undefined) {
          meter = to.context.createAnalyser();
          meters.set(to.context, meter);
          heard.push(meter);
          connect.call(meter, to);
        }
        return connect.call(this, meter);
      }
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
    Object.assign(window, { heard });
  });
}

/** The recent peak level, 0 for silence to 1. */
function loudness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const meters = (window as unknown as { heard: AnalyserNode[] }).heard;
    const peaks = meters.map((meter) => {
      const samples = new Float32Array(meter.fftSize);
      meter.getFloatTimeDomainData(samples);
      return Math.max(...samples.map(Math.abs));
    });
    return Math.max(0, ...peaks);
  });
}

async function expectPlays(page: Page): Promise<void> {
  await expectPicture(page);
  let before = await playedS(page);
  const advancedS = async () => {
    const now = await playedS(page);
    // Another camera, or a stream that begins again, has a time of its own.
    before = Math.min(before, now);
    return now - before;
  };
  await expect.poll(advancedS, { timeout: PICTURE_LIMIT_MS }).toBeGreaterThan(0.5);
}

test('[F-11] [F-16] [F-P02] a camera is watched live, in chunks and as stills', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(300_000);
  await hear(page);
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'LV26 STR', {
    number: '13900002602',
    channels: 4,
    liveMode: 'stream',
  });
  await signIn('manager@demo.test', '/telematics/track');
  await openLive(page, vehicleId);
  const heading = page.getByRole('heading', { name: /^Live Video/ });
  await expect(heading).toContainText('LV26 STR');

  // Live: every camera decodes, the main one advances, the trail grows on the map.
  await expect(page.locator('[data-part=watch-stage]')).toHaveAttribute('data-mode', 'live');
  await expectPlays(page);
  await expect(page.locator('[data-part=camera-thumbnail]')).toHaveCount(4);
  await expect(page.locator('[data-part=picture-mirror][data-drawn]')).toHaveCount(4, {
    timeout: PICTURE_LIMIT_MS,
  });
  await expect(page.locator('[data-part=watch-map] .base-map[data-ready=true]')).toBeVisible();
  await expect(page.locator('[data-part=watch-map] [data-part=watch-marker]')).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.locator('[data-part=watch-facts]')).toContainText(/kbit\/s/);
  await page.locator('[data-part=camera-thumbnail]').nth(1).click();
  await expect(page.locator('[data-part=camera-cell][data-main=true]')).toHaveAttribute(
    'data-camera',
    '2',
  );
  await expectPlays(page);
  await expectAccessible(page);
  await picture(page, 'live-video');

  // Played, not only received: the engine's hum is audible, and ends with the switch.
  expect(await loudness(page)).toBe(0);
  await page.keyboard.press('m');
  await expect.poll(() => loudness(page), { timeout: PICTURE_LIMIT_MS }).toBeGreaterThan(0.02);
  await page.getByRole('button', { name: 'Turn audio off' }).click();
  await expect(page.getByRole('button', { name: 'Turn audio on' })).toBeVisible();

  // A still is saved in the vehicle file, or downloaded.
  await page.getByRole('button', { name: 'Save a still' }).click();
  const still = page.getByRole('dialog', { name: 'Video still' });
  await expect(still.getByRole('img')).toBeVisible();
  const saved = page.waitForEvent('download');
  await still.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.jpg$/);
  const description = `Seen live ${Date.now()}`;
  await still.getByLabel(/^Description/).fill(description);
  await expectAccessible(page);
  await picture(page, 'video-still');
  await still.getByRole('button', { name: 'Save to vehicle file' }).click();
  await expect(page.getByText(/^Image saved to the vehicle file of/)).toBeVisible();
  await expect(still).toHaveCount(0);

  // Stills: loaded one after another, with pause and resume.
  const mode = page.getByLabel('Video mode');
  await mode.selectOption({ label: 'Still images' });
  await expectPicture(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();

  // In chunks: each is a plain MP4 of about eight seconds.
  await mode.selectOption({ label: 'In segments' });
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await expectPlays(page);

  const ended = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/live_sessions/'),
  );
  await page.getByRole('button', { name: 'Stop Live Video' }).click();
  await ended;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  camera.close();
});

test('[F-04] [F-P02] on a phone a camera in snapshot mode is watched, the video first', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'LV26 PIC', {
    number: '13900002603',
    channels: 2,
    liveMode: 'snapshot',
  });
  await signIn('manager@demo.test', '/telematics/track');
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  const polled = page.waitForResponse((answer) =>
    answer.url().includes(`/api/live_vehicle_snapshots/${vehicleId}/`),
  );
  await openLive(page, vehicleId);
  // The device determines the mode; the user did not select it.
  await expect(page.locator('[data-part=watch-stage]')).toHaveAttribute('data-mode', 'snapshots');
  await expect(page.getByLabel('Video mode')).toHaveValue('snapshots');
  expect((await polled).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectPicture(page);
  // The map loads after the first picture.
  await expect(page.locator('[data-part=watch-map]')).toBeVisible();
  const stage = await page.locator('[data-part=watch-stage]').boundingBox();
  const map = await page.locator('[data-part=watch-map]').boundingBox();
  expect(stage?.y ?? 999).toBeLessThan(map?.y ?? 0);
  expect((stage?.x ?? 0) + (stage?.width ?? 999)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'live-video-phone');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  camera.close();
});

test('[F-32] [F-34] [F-35] video is requested from the trips of a vehicle', async ({
  page,
  product,
  signIn,
}) => {
  const startMs = Date.now() - 40 * 60_000;
  const motion = new NorthDrive(startMs, 20 * 60_000);
  const { vehicleId, camera } = await makeVehicleWithCamera(product, 'LV26 TRP', {
    number: '13900002604',
    channels: 2,
    liveMode: 'stream',
    motion,
  });
  await camera.deliver(motion.samples());
  const date = dateIn(startMs, 'Europe/London');
  await signIn('manager@demo.test', `/telematics/trip?vehicleId=${vehicleId}&startDate=${date}`);
  const request = page.getByRole('button', { name: 'Request video' }).first();
  // The trip appears shortly after its records.
  await expect(async () => {
    await page.reload();
    await expect(request).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await request.click();
  const dialog = page.getByRole('dialog', { name: 'Request Video' });
  await expect(dialog.getByRole('button', { name: 'Request 30 seconds' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'video-request');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  camera.close();
});

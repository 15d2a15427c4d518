import { issueTachographChains, simulatedVehicleUnit } from '@roadworthy/simulator';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { makeVehicleWithCamera, NorthDrive } from './own-camera.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DRIVE_MS = 20 * MINUTE_MS;
const REGISTRATION = 'UD26 GAP';
/** The comparison follows the file, and the video comes in real time, on a slow machine. */
const LIMIT_MS = 180_000;

/** Forty minutes ago, when the camera still has its recordings; earlier if the drive would cross midnight in UTC. */
function startOfDrive(): { startMs: number; downloadedMs: number } {
  const nowMs = Date.now();
  const startMs = Math.floor((nowMs - 2 * DRIVE_MS) / MINUTE_MS) * MINUTE_MS;
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (startMs >= midnightMs) return { startMs, downloadedMs: nowMs };
  // The unit was downloaded a minute before midnight.
  const downloadedMs = midnightMs - MINUTE_MS;
  return { startMs: Math.min(startMs, downloadedMs - DRIVE_MS - MINUTE_MS), downloadedMs };
}

test('[U-20] [F-41] a manager opens the film of a stretch that no card accounts for', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(420_000);
  // A lorry with a camera drives, and its vehicle unit records that no card was in.
  const { downloadedMs, startMs } = startOfDrive();
  const motion = new NorthDrive(startMs, DRIVE_MS);
  const { camera } = await makeVehicleWithCamera(product, REGISTRATION, {
    number: '13900002607',
    channels: 1,
    liveMode: 'stream',
    type: 'STR',
    motion,
  });
  await camera.deliver(motion.samples());
  const unit = simulatedVehicleUnit({
    holder: { cardNumber: 'DB26000000000700', firstNames: 'Una', surname: 'Miles' },
    vehicle: { registration: REGISTRATION, vin: 'WDB000000UD26GAP0' },
    downloadedMs,
    days: 0,
    withoutCard: { startMs, endMs: startMs + DRIVE_MS },
    chain: issueTachographChains().unit,
  });
  await signIn('manager@demo.test', '/tachograph');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'M_Unit.DDD',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(unit),
    });
  await expect(page.getByRole('listitem').filter({ hasText: 'M_Unit.DDD' })).toContainText(
    'Stored',
  );

  // The stretch is named in the list and on the time line of the vehicle.
  const row = page.getByRole('row', { name: new RegExp(`${REGISTRATION}.*Driving without card`) });
  await expect(async () => {
    await page.goto('/tachograph?list=unaccounted&kind=without_card');
    await page.getByRole('searchbox').fill(REGISTRATION);
    await expect(row).toHaveCount(1, { timeout: 10_000 });
  }).toPass({ timeout: LIMIT_MS });
  await row.getByRole('button').first().click();
  const panel = page.getByRole('region', { name: REGISTRATION });
  await panel.getByRole('link', { name: 'Day of the vehicle' }).click();
  const line = page.getByRole('row', { name: /Unaccounted Driving without card/ });
  await expect(line).toHaveCount(1);
  await expectAccessible(page);
  await picture(page, 'unaccounted-timeline');
  await line.getByRole('link', { name: 'Driving without card' }).click();
  await expect(panel).toContainText('without a card in the driver slot');

  // The map at that stretch.
  await panel.getByRole('link', { name: 'Show the trace' }).click();
  await expect(page).toHaveURL(/\/trace\?/);
  await expect(page.locator('.trace-cursor').first()).toBeVisible();
  await picture(page, 'unaccounted-trace');
  await page.goBack();

  // Its film: fetched from the camera, then played.
  await panel.getByRole('button', { name: 'Request video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Video' });
  await dialog.getByLabel('Duration').press('Home');
  await dialog.getByRole('button', { name: /^Request \d+ seconds$/ }).click();
  await expect(dialog).toHaveCount(0);
  const film = panel.getByRole('link', { name: 'Play the video' });
  await expect(async () => {
    await page.reload();
    await expect(film).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: LIMIT_MS });
  await film.click();
  await expect(page.locator('[data-part=clip-head] [data-part=clip-state]')).toContainText(
    'Ready',
    { timeout: LIMIT_MS },
  );
  const video = page.locator('[data-part=clip-picture] video');
  await expect(video).toHaveCount(1);
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth), { timeout: LIMIT_MS })
    .toBeGreaterThan(0);
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: LIMIT_MS })
    .toBeGreaterThan(1);
  await picture(page, 'unaccounted-film');
  camera.close();
});

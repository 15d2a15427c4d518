import type { Page } from '@playwright/test';
import { encodeFlespiMessage } from '@roadworthy/protocols';
import { administratorToken, call, makeVehicle } from './calls.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import type { Product } from './product.ts';

const REGISTRATION = 'FL26 ESP';
const NUMBER = '352093081000177';
const PHONE = { width: 390, height: 844 };

/** A vehicle at the depot Leeds with a registered device of flespi. */
async function vehicleWithDevice(product: Product): Promise<void> {
  const token = await administratorToken(product);
  const vehicle = await makeVehicle(product, token, REGISTRATION);
  await call(product, '/api/vehicles_trackers/', token, {
    ...{ tracker: NUMBER, protocol: 'json', model: '', vehicle },
  });
}

const message = () => [
  {
    ...encodeFlespiMessage(NUMBER, {
      ...{ timeMs: Math.floor(Date.now() / 1000) * 1000, latitudeDeg: 53.79, longitudeDeg: -1.54 },
      ...{ speedKmh: 48, headingDeg: 90, ignition: true, odometerM: 80_000_000 },
    }),
    'can.fuel.level': 61,
    'custom.load': 4200,
  },
];

const post = async (address: string, body: unknown) => {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

/** Creates an HTTP input for flespi. Returns its address, which is shown once. */
async function createInput(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add new' }).click();
  const panel = page.locator('.side-panel');
  await panel.getByLabel(/^Name/).fill('flespi of the journey');
  await picture(page, 'data-input-new');
  await expectAccessible(page);
  await panel.getByRole('button', { name: /Save|Add|Create/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Address of the input' });
  const address = await dialog.getByText(/^http:.*\/inputs\/[\w-]{43}$/).textContent();
  await picture(page, 'data-input-address');
  await dialog.getByRole('button', { name: /saved|copied|kept|Done|Close/i }).click();
  return address ?? '';
}

test('[R-P07] a message of another platform is mapped, sent and seen', async ({
  page,
  product,
  signIn,
}) => {
  await vehicleWithDevice(product);
  await signIn('admin@demo.test', '/administration/data-inputs');
  await expect(page.getByRole('heading', { name: 'Data inputs' })).toBeVisible();
  await picture(page, 'data-inputs-empty');
  const address = await createInput(page);
  await page.getByRole('button', { name: 'flespi of the journey' }).first().click();
  await page.getByRole('button', { name: 'Mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mapping of flespi of the journey' });
  await dialog.getByLabel('Message', { exact: true }).fill(JSON.stringify(message()));
  await expect(dialog.getByText('Would be stored', { exact: true })).toBeVisible();
  await expect(dialog.getByText(REGISTRATION)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a value' }).click();
  const added = dialog
    .getByRole('group')
    .filter({ has: page.getByLabel('Factor') })
    .last();
  await added.getByLabel('Value').selectOption('loadWeightKg');
  await added.getByLabel(/^Path/).selectOption('/custom.load');
  await expect(dialog.getByText('4,200 kg').last()).toBeVisible();
  await dialog.getByText('Stored: 30 mph').scrollIntoViewIfNeeded();
  await picture(page, 'data-input-mapping-fields');
  await dialog.getByText('4,200 kg').last().scrollIntoViewIfNeeded();
  await picture(page, 'data-input-mapping');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await picture(page, 'data-input-mapping-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const sent = message();
  expect(await post(address, sent)).toEqual({
    status: 200,
    body: { stored: 1, ignored: 0, refused: 0, unknown: 0 },
  });
  expect((await post(`${address.slice(0, -4)}aaaa`, sent)).status).toBe(404);
  await expect(page.getByText('Receiving').first()).toBeVisible({ timeout: 30_000 });
  await picture(page, 'data-inputs');
  await page.goto('/telematics/track');
  await page.getByRole('button', { name: /^Leeds/ }).click();
  const row = page.locator('[data-part=vehicle-row]').filter({ hasText: REGISTRATION });
  await row.click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText('49,710 mi');
  await picture(page, 'data-input-on-the-map');
});

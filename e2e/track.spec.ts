import { expect, expectAccessible, picture, test } from './journey.ts';

test('[M-01] [M-04] [M-P01] the fleet is on the map, grouped, with its details', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/telematics/track');
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  await expect(page.locator('.group-row')).toHaveCount(8);
  await page.getByRole('button', { name: /Daventry/ }).click();
  await page.locator('.vehicle-row').first().click();
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await expect(details).toContainText('Odometer');
  await expect(details).toContainText(/[\d,]+ mi/);
  await expect(page).toHaveURL(/vehicle=\d+/);
  await expectAccessible(page);
  await picture(page, 'track');
  await page.reload();
  await expect(details).toBeVisible();
});

test('[M-03] positions are pushed: a vehicle moves without a question', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/telematics/track?view=table&states=moving');
  const first = page.locator('.fleet-table tbody tr').first();
  await expect(first).toContainText('Moving');
  const before = await first.locator('td').last().textContent();
  await expect(first.locator('td').last()).not.toHaveText(before ?? '', { timeout: 25_000 });
  await picture(page, 'track-table');
});

test('[M-02] [M-P02] [P-097] one vehicle is found and followed', async ({ page, signIn }) => {
  await signIn('manager@demo.test', '/telematics/track');
  await page.getByRole('button', { name: /Daventry/ }).click();
  const registration = await page.locator('.vehicle-row strong').first().textContent();
  await page.goto('/telematics/track-vehicle');
  await page.getByPlaceholder('Search a vehicle/asset...').fill((registration ?? '').slice(0, 4));
  await page.getByRole('option', { name: new RegExp(registration ?? '') }).click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText(
    registration ?? '',
  );
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(page).toHaveURL(/follow=1/);
});

test('[U-P03] nobody sees the other customer, nor a sibling depot', async ({ page, signIn }) => {
  await signIn('admin@other.test', '/telematics/track');
  await expect(page.locator('.group-row')).toHaveCount(1);
  await expect(page.locator('.group-row')).toContainText('York');
});

test('the phone has the map first and the card below', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager@demo.test', '/telematics/track');
  await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
  await page.getByRole('button', { name: /Leeds/ }).click();
  await page.locator('.vehicle-row').first().click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toBeInViewport();
  const overflow = await page.evaluate(() => document.querySelector('.live')?.scrollWidth ?? 0);
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'track-phone');
});

for (const [name, width, height] of [
  ['magnified to 200 %', 720, 450],
  ['on a phone in landscape', 844, 390],
] as const) {
  test(`[M-P01] the card of a vehicle stays within the window ${name}`, async ({
    page,
    signIn,
  }) => {
    await signIn('manager@demo.test', '/telematics/track');
    await page.getByRole('button', { name: /Leeds/ }).click();
    await page.locator('.vehicle-row').first().click();
    await page.setViewportSize({ width, height });
    const details = page.getByRole('region', { name: 'Vehicle details' });
    await expect(details).toBeInViewport({ ratio: 1 });
    const last = details.locator('.details-actions > *').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await details.getByRole('button', { name: 'Close details' }).click();
    await expect(details).toHaveCount(0);
  });
}

test('[A-05] [R-031] [R-032] the language changes and stays', async ({ page, signIn }) => {
  await signIn('manager@demo.test');
  // Before, the page of signing in has a choice of its own.
  await expect(page.getByRole('heading', { name: 'Your fleet, in one place.' })).toBeVisible();
  const texts = page.waitForResponse((answer) => answer.url().endsWith('/locales/pt.json'));
  await page.getByLabel('Language').selectOption('pt');
  expect((await texts).ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'A sua frota, num só lugar.' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A sua frota, num só lugar.' })).toBeVisible();
});

test('[O-02] [O-15] [R-039] preferences are kept on the server', async ({ page, signIn }) => {
  await signIn('driver@demo.test');
  await page.getByRole('button', { name: /Drew Driver/ }).click();
  await page.getByRole('menuitem', { name: 'User preferences' }).click();
  await expectAccessible(page);
  await page.getByLabel('Distance').selectOption('KMS');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Update successful')).toBeVisible();
  await page.goto('/telematics/track');
  await page.locator('.group-row').first().click();
  await page.locator('.vehicle-row').first().click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText('km');
});

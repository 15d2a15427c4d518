import { test } from '@playwright/test';
import { makeFirstAdministrator } from './first-administrator.ts';
import { expect, expectAccessible, picture } from './journey.ts';
import { START_LIMIT_MS, startProduct } from './product.ts';

test('[E-P03] an administrator sees in the bell and among the alerts that the disk is nearly full', async ({
  page,
}) => {
  test.setTimeout(START_LIMIT_MS + 120_000);
  // No disk has so much space.
  const product = await startProduct(['--empty'], { FILES_RESERVE_MB: '1000000000' });
  try {
    await makeFirstAdministrator(page, product);
    const bell = page.getByRole('button', { name: 'Alerts, server warnings: 1' });
    // The server checks every 15 seconds, the page asks every 30.
    await expect(bell).toBeVisible({ timeout: 90_000 });
    await bell.click();
    const panel = page.locator('.bell-panel');
    await expect(panel).toContainText('Disk nearly full');
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'All alerts and rules' }).click();
    const row = page.getByRole('table', { name: 'Alerts' }).locator('tbody tr');
    await expect(row).toContainText('Free space on the disk of the server.');
    await page.setViewportSize({ width: 390, height: 844 });
    await bell.click();
    await expect(panel.getByText('Disk nearly full')).toBeInViewport();
    await expectAccessible(page);
    await picture(page, 'server-warning-phone');
  } finally {
    await product.stop();
  }
});

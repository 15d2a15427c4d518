import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from '@playwright/test';
import { makeFirstAdministrator } from './first-administrator.ts';
import { expect, expectAccessible, picture } from './journey.ts';
import { START_LIMIT_MS, startProduct } from './product.ts';

/** The maximum reserve: a terabyte. */
const RESERVE_MB = 1_000_000;

test('[E-P03] an administrator sees in the bell and among the alerts that the disk is nearly full', async ({
  page,
}) => {
  test.setTimeout(START_LIMIT_MS + 120_000);
  const { bavail, bsize } = await statfs(tmpdir());
  test.skip(
    bavail * bsize > RESERVE_MB * 1_000_000,
    'this disk has more space than can be reserved',
  );
  const product = await startProduct(['--empty'], { FILES_RESERVE_MB: String(RESERVE_MB) });
  try {
    await makeFirstAdministrator(page, product);
    const bell = page.getByRole('button', { name: 'Alerts, 1: 0 unread, server warnings: 1' });
    // The server checks every 15 seconds, the page asks every 30.
    await expect(bell).toBeVisible({ timeout: 90_000 });
    await bell.click();
    const panel = page.locator('[data-part=bell-panel]');
    await expect(panel).toContainText('Disk nearly full');
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'All alerts and rules' }).click();
    const row = page.getByRole('row', { name: /Disk nearly full/ });
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

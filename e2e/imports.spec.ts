import { expect, expectAccessible, picture, test } from './journey.ts';

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

test('[O-04] [O-05] [Q-09] a file of vehicles is checked, corrected and uploaded, and its labels are printed', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/administration/upload-vehicles');
  const choose = page.getByLabel('Choose a file');
  await choose.setInputFiles(
    file('fleet.csv', ['Plate no.;Kind', 'UP24 AAA;Van', 'UP24 BBB;Rocket']),
  );
  // No header matches the registration, so the column is selected.
  await expect(page.getByText('No column holds the registration.')).toBeVisible();
  await page.getByLabel('Registration', { exact: true }).selectOption('Plate no.');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const wrong = page.getByRole('table', { name: 'Invalid rows' });
  await expect(wrong).toContainText('“Rocket” is no type of vehicle');
  await expectAccessible(page);
  await picture(page, 'upload-vehicles');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Upload started')).toBeVisible();
  await expect(page.locator('[data-part=upload-outcome-head]')).toContainText('Finished');
  await expect(page.locator('[data-count="created"] dd')).toHaveText('1');

  await page.goto('/administration/upload-qr-codes');
  await page
    .getByLabel('Choose a file')
    .setInputFiles(file('codes.csv', ['registration,qrid', 'UP24 AAA,printed-e2e-1']));
  await page.getByRole('button', { name: 'Create QR codes' }).click();
  await expect(page.getByText('New QR code urls have been created')).toBeVisible();
  await expect(page.getByRole('cell', { name: /qrid=printed-e2e-1$/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'upload-qr-codes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print labels' }).click();
  expect((await download).suggestedFilename()).toBe('qr-labels.pdf');
});

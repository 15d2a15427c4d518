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

test('[O-P02] the columns of an unknown fuel card are chosen, saved under a name, and found again', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/costs');
  const registration = await page.evaluate(async () => {
    const token = document.cookie.match(/access-token=([^;]+)/)?.[1] ?? '';
    const answer = await fetch('/api/costs/?pageSize=1', {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).results[0].vehicle.registration as string;
  });
  const card = (receipt: string, day = '05/31/2026') =>
    file('card.csv', [
      'Beleg;Kennzeichen;Wann;Sorte;Menge;Netto',
      `${receipt};${registration};${day};Diesel;10,5;1.200,60`,
    ]);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  await dialog.getByLabel('Choose a file').setInputFiles(card('E2E-1'));
  await expect(dialog.getByText(/^No column was found for: Vehicle, Start, Amount/)).toBeVisible();
  const choose = (field: RegExp | string, column: string) =>
    dialog.getByRole('combobox', { name: field }).selectOption(column);
  await choose(/^Vehicle/, 'Kennzeichen');
  await choose(/^Start/, 'Wann');
  await choose(/^Amount/, 'Netto');
  await choose(/^Litres/, 'Menge');
  await choose(/^Category/, 'Sorte');
  await choose('Reference number', 'Beleg');
  await choose('Decimal sign', 'Comma: 1.234,50');
  const stored = dialog.getByRole('table', { name: 'First rows as they will be stored' });
  await expect(stored).toContainText('“05/31/2026” is not a date');
  await choose('Date format', 'MM/DD/YYYY');
  await expect(stored).toContainText('1,200.6');
  await dialog.getByRole('textbox', { name: 'Name of the columns' }).fill('Tankkarte');
  await dialog.getByRole('button', { name: 'Save columns' }).click();
  await expect(dialog.getByText('found as saved under “Tankkarte”')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'import-columns');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('Imported: 1 new, 0 changed')).toBeVisible();

  // The next file of the same card needs no choice.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByLabel('Choose a file').setInputFiles(card('E2E-2', '06/01/2026'));
  await expect(dialog.getByText('found as saved under “Tankkarte”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('Imported: 1 new, 0 changed').first()).toBeVisible();
});

import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';

/** A minimal PDF. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const NOTE = 'MOT of the investigation';

/** Adds an MOT that failed today, for the first vehicle found. */
async function failMot(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Add New Vehicle Document' });
  await page.getByRole('button', { name: 'Add new document' }).click();
  await panel.getByRole('combobox', { name: /^Vehicle/ }).fill('BD1');
  await page.locator('.vehicle-results [role=option]').first().click();
  await panel.getByRole('combobox', { name: /^Activity type/ }).selectOption('MOT');
  await panel.getByRole('combobox', { name: /^Status/ }).selectOption('Fail');
  await panel.getByRole('textbox', { name: /^Description/ }).fill(NOTE);
  await panel.getByRole('button', { name: 'Yes', exact: true }).click();
  await panel
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'refusal.pdf', mimeType: 'application/pdf', buffer: PDF });
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Document created in vehicle file')).toBeVisible();
}

/** Draws a line, as for a signature. */
async function draw(page: Page, canvas: Locator): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('the signature pad is not visible');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.1, 0.7));
  await page.mouse.down();
  for (const [x, y] of [
    [0.25, 0.2],
    [0.4, 0.75],
    [0.6, 0.3],
    [0.85, 0.6],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 6 });
  }
  await page.mouse.up();
}

/** Answers the questions of the template for a failed MOT. */
async function answer(page: Page): Promise<void> {
  const questions = page.getByRole('region', { name: 'Questions & Answers' });
  await questions.getByRole('textbox', { name: /^Why did/ }).fill('Parking brake too weak');
  await questions.getByRole('combobox', { name: /^Which part/ }).selectOption('Brakes');
  await questions.getByRole('textbox', { name: 'Which part failed?: details' }).fill('Rear axle');
  await questions.getByRole('radio', { name: 'No', exact: true }).first().check();
  await questions.getByRole('radio', { name: 'Yes', exact: true }).check();
  await questions.getByLabel(/^When was it repaired/).fill('2026-06-01');
  await questions.getByRole('textbox', { name: /^What is done/ }).fill('Measured at each PMI');
  await questions
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: PDF });
}

test('[G-06] [I-29] [P-127] [OP-097] a failed MOT opens an investigation, which is answered, signed and completed', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
  await failMot(page);
  const row = page.getByRole('row').filter({ hasText: NOTE }).first();
  await expect(row.locator('.count-badge')).toHaveText('1');
  await row.getByRole('button', { name: /^Details of/ }).click();
  const item = page.locator('[data-part=investigation-item]');
  await expect(item).toContainText('Failed MOT');
  await expect(item).toContainText('Pending');
  await expectAccessible(page);
  await picture(page, 'investigation-items');
  await item.getByRole('link', { name: 'View Investigation Details' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Failed MOT' })).toBeVisible();
  await expect(page).toHaveURL(/\/vehicle-file\/activity\/\d+\/investigation\/\d+$/);
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await update.click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'investigation-missing');
  await answer(page);
  await update.click();
  await expect(page.getByText('Investigation updated successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'invoice.pdf' })).toBeVisible();
  await picture(page, 'investigation-answered');

  // On a phone the pad is a bottom sheet; the drawing has the same size as on a desktop.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Sign Here' }).click();
  const sheet = page.locator('.signature-sheet');
  const { y, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 };
  expect(Math.round(y + height)).toBe(844);
  await expectAccessible(page);
  await draw(page, page.locator('.signature-canvas'));
  await picture(page, 'investigation-sign-phone');
  await page.getByRole('button', { name: 'Signature Complete' }).click();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await picture(page, 'investigation-phone');
  await update.click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeDisabled();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  const signature = page.locator('.signature-box img');
  await expect(signature).toHaveJSProperty('naturalWidth', 500);
  await expect(page.getByRole('textbox', { name: /^Why did/ })).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'investigation-complete');
});

test('[I-P07] [I-28] templates are edited by administrators; a missing investigation shows an error', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn('admin@demo.test', '/administration/investigation-templates');
  await page.getByRole('button', { name: 'Failed MOT' }).click();
  const panel = page.getByRole('region', { name: 'Failed MOT' });
  await expect(panel.getByRole('listitem', { name: 'Question 7' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'investigation-templates-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await picture(page, 'investigation-templates-phone');
  await page.goto('/vehicle-file/activity/1/investigation/999999');
  await expect(page.getByText('The requested investigation could not be found')).toBeVisible();
  await expectAccessible(page);
});

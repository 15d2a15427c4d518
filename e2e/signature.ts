import { expect, type Page } from '@playwright/test';

/** An image of one pixel, as a photo. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Draws a line on the signature pad and completes the signature. */
export async function sign(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Sign Here' }).click();
  const pad = phone.locator('canvas');
  const box = await pad.boundingBox();
  if (box === null) throw new Error('there is no pad');
  await phone.mouse.move(box.x + 40, box.y + 40);
  await phone.mouse.down();
  await phone.mouse.move(box.x + 160, box.y + 90, { steps: 8 });
  await phone.mouse.up();
  await phone.getByRole('button', { name: 'Signature Complete' }).click();
  await expect(phone.getByRole('img', { name: 'Signature' })).toBeVisible();
}

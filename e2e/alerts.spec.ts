import { expect, expectAccessible, picture, test } from './journey.ts';

test('[E-P03] a rule is made, the fleet drives, the bell counts, and all is read', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/events/alerts?tab=rules');
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('Everything');
  await form.getByRole('button', { name: /^Event types/ }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.keyboard.press('Escape');
  await picture(page, 'alert-rule-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Everything/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'alert-rules');
  // Sixty vehicles start, stop and brake: something happens within a minute or two.
  const bell = page.getByRole('button', { name: /Alerts, \d+ unread/ });
  await expect(bell).toBeVisible({ timeout: 150_000 });
  await bell.click();
  await picture(page, 'alert-bell');
  await page.getByRole('link', { name: 'All alerts and rules' }).click();
  await expect(
    page.getByRole('table', { name: 'Alerts' }).locator('tbody tr').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'alerts');
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();
});

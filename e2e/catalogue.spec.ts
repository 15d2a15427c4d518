import { expect, expectAccessible, test } from './journey.ts';

// An administrator creates a vehicle with a model from the lists, sees a duplicate registration
// rejected, moves a tracker to it, edits several vehicles, archives it, finds it among the archived
// ones, and restores it with its history; the raw data of its device appears live.

test('[O-01] [O-22] [O-P01] the catalogue of vehicles and trackers', async ({ page, signIn }) => {
  test.slow();
  await signIn('admin@demo.test', '/administration');
  await page.getByRole('link', { name: /^Vehicle lists/ }).click();
  await page.getByRole('button', { name: 'Liveries' }).click();
  await page.getByRole('button', { name: 'Add new' }).click();
  await page.getByLabel('Name *').fill('Journey green');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Journey green' })).toBeVisible();

  await page.goto('/administration/vehicles');
  const rows = page.locator('.resource-list tbody tr');
  await expect(rows.first()).toBeVisible();
  const taken = (await rows.first().locator('.row-button').textContent()) ?? '';

  await page.getByRole('button', { name: 'Add new' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Registration” is required.')).toBeVisible();
  await page.getByLabel('Registration *').fill(taken.toLowerCase());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A vehicle with this registration exists already')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const home = page.getByRole('link', { name: 'Home', exact: true }).first();
  for (const leave of [() => page.keyboard.press('Escape'), () => home.click()]) {
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByLabel('Registration *')).toHaveValue(taken.toLowerCase());
  }
  await page.getByLabel('Registration *').fill('jny 1');
  await page.getByLabel('Manufacturer').selectOption('DAF');
  await page.getByLabel('Model', { exact: true }).selectOption('XF');
  await expect(page.getByLabel('Type *')).toHaveValue('STR');
  await page.getByLabel('Livery').selectOption('Journey green');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('searchbox').fill('jny');
  await expect(page).toHaveURL(/search=jny/);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'JNY 1' }).click();
  await expect(page).toHaveURL(/open=\d+/);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.locator('.history-entries > li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Remove success')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByLabel('Show archived').check();
  await page.getByLabel('Choose JNY 1').check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Update successful')).toBeVisible();
  await page.getByLabel('Show archived').uncheck();
  await expect(rows).toHaveCount(1);

  await page.getByLabel('Choose JNY 1').check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Contract type').selectOption('Owned');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/administration/trackers');
  await expect(rows.first()).toBeVisible();
  await rows.first().locator('.row-button').click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Raw data' }).click();
  await expect(page.locator('[data-part=raw-data] tbody tr[data-opens]').first()).toBeVisible();
  await page.locator('[data-part=raw-data] .row-button').first().click();
  await expect(page.getByText('speed_kmh')).toBeVisible();
  await expectAccessible(page);
});

import { expect, expectAccessible, picture, test } from './journey.ts';

test('[L-P06] [O-20] [O-P05] an administrator manages regions, depots, drivers and the customer', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/administration');
  await page.getByRole('link', { name: /Depots and regions/ }).click();
  const panel = page.locator('.side-panel');

  // A region, and a depot in it with a vehicle.
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  await page.getByRole('button', { name: 'Add new' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Region')).toBeFocused();
  await panel.getByLabel('Region').fill('Coast');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Depots', exact: true }).click();
  await page.getByRole('button', { name: 'Add new' }).click();
  await panel.getByLabel('Depot', { exact: false }).first().fill('Harbour');
  await panel.getByLabel('Region').selectOption({ label: 'Coast' });
  await panel.getByLabel('City').fill('Dover');
  await expectAccessible(page);
  await picture(page, 'depot-form');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('searchbox', { name: 'Search by depot name...' }).fill('harb');
  await expect(page.getByText('1 entry')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'depots');

  // An empty depot is archived, and found among the archived ones.
  await page.getByRole('button', { name: 'Harbour' }).click();
  await panel.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Remove success')).toBeVisible();
  await page.getByLabel('Show archived').check();
  await expect(page.getByRole('button', { name: 'Harbour', exact: true })).toBeVisible();

  // A driver with an expired licence.
  await page.goto('/administration/drivers?open=new');
  await panel.getByLabel('First name').fill('Eve');
  await panel.getByLabel('Surname').fill('Aaron');
  await panel.getByLabel('iButton').fill('0100A1B2FFFF');
  await panel.getByRole('textbox', { name: 'Licence expires' }).fill('2020-01-31');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.locator('[data-part=expiry][data-state=expired]', { hasText: 'expired' }).first(),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'drivers');

  // Only the user's customer.
  await page.goto('/administration/customers');
  await expect(page.getByText('1 entry')).toBeVisible();
  await page.getByRole('button', { name: 'Albion Distribution' }).click();
  await expect(panel.getByLabel('Maintenance control')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'customer-form');

  // E-mail recipients with a preview of the e-mail, and the user's list.
  await page.goto('/vehiclecheck/notifications?open=new');
  await panel.getByLabel('E-mail address').fill('fleet@albion.test');
  await expect(panel.getByText('Defect report: AB12 CDE (SAMPLE-1)')).toBeVisible();
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'fleet@albion.test' }).click();
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Test sent')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/administration/activity-types?list=repairer&open=new');
  await panel.getByLabel('Name').fill('Quick Fix');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Quick Fix' })).toBeVisible();
  await expectAccessible(page);
});

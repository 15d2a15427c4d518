import { expect, expectAccessible, picture, test } from './journey.ts';

test('[L-01] [L-02] [L-03] [L-P02] [L-P03] [L-P04] [L-P05] from a region to a depot, a report and its damages; an audit survey is written and removed', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehiclecheck/region');
  await expect(page).toHaveURL(/\/vehiclecheck\/region\/\d+$/);
  await expect(page.locator('.depot-card a').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-check-region');
  await page.locator('.depot-card a').first().click();
  await expect(page).toHaveURL(/\/vehiclecheck\/depot\/\d+$/);
  const depot = new URL(page.url()).pathname.replace('/vehiclecheck', '');

  await page.goto(`/vehiclecheck${depot}?type=DRV`);
  await page.locator('.check-list .row-button').first().click();
  const panel = page.locator('.side-panel');
  await expect(panel.getByRole('heading', { name: 'Questions and answers' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Damages of the vehicle' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-check-report');

  await page.goto(`/vehiclecheck${depot}?type=VEH`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.check-list .row-button').first().click();
  await panel.locator('.damage-number').first().click();
  await expect(panel.locator('.damage-entry.selected')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vehicle-check-damages-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/audit_survey${depot}?open=new`);
  for (let n = 10; n > 1; n -= 1) {
    await panel.getByRole('button', { name: `Leave out question ${n}`, exact: true }).click();
  }
  await panel.getByRole('radio', { name: 'Not in order' }).check();
  await panel.getByLabel(/^Comment/).fill('Two were not, in this journey');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The audit survey has been saved')).toBeVisible();
  const row = page.locator('.check-list tbody tr').filter({ hasText: '0 %' }).first();
  await row.getByRole('button', { name: /^View/ }).click();
  await expect(panel.getByText('Two were not, in this journey')).toBeVisible();
  await picture(page, 'vehicle-check-survey');
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(panel).toHaveCount(0);
});

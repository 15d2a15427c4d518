import { expect, expectAccessible, test } from './journey.ts';

test('[W-01] a recall hits two vehicles: the person is notified, plans one, excludes the other, and sees it on planner and vehicle page', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test', '/work-orders/campaigns');
  const list = await page.request.get('/api/fmt/paginated_vehicles_v2/?pageSize=2');
  const { results } = (await list.json()) as { results: { id: number; registration: string }[] };
  const [first, second] = results;
  // In the middle of this month, so that the planner opens with it.
  const due = `${new Date().toISOString().slice(0, 8)}15`;

  await page
    .getByRole('link', { name: 'Add campaign' })
    .or(page.getByRole('button', { name: 'Add campaign' }))
    .click();
  const panel = page.locator('.side-panel');
  await panel.getByLabel(/^Number/).fill('R/JOURNEY/1');
  await panel.getByLabel(/^Title/).fill('Seat belt of the journey');
  await panel.getByLabel(/^Due/).fill(due);
  await panel
    .getByLabel(/^Registrations or VINs/)
    .fill(`${first?.registration}\n${second?.registration}`);
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('R/JOURNEY/1').first().click();
  await expect(panel.getByText('2 open, 0 planned, 0 done, 0 not affected')).toBeVisible();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await panel
    .getByRole('row', { name: new RegExp(second?.registration ?? '') })
    .getByRole('button', { name: 'Set state' })
    .click();
  await dialog.getByLabel(/^State/).selectOption({ label: 'Not affected' });
  await dialog.getByLabel(/^Reason/).fill('Other seat');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('1 open, 0 planned, 0 done, 1 not affected')).toBeVisible();
  await panel.getByRole('button', { name: 'Create work orders' }).click();
  await expect(dialog.getByLabel(first?.registration ?? '')).toBeChecked();
  await dialog.getByRole('button', { name: 'Create work orders' }).click();
  await expect(panel.getByText('0 open, 1 planned, 0 done, 1 not affected')).toBeVisible();
  await expect(panel.getByRole('link', { name: /^WO-/ })).toBeVisible();

  await page.goto('/events/alerts');
  await expect(page.getByText(/^Campaign R\/JOURNEY\/1 hits/).first()).toBeVisible();

  await page.goto('/vehicle-file/planner?category=Recall');
  const mark = page.getByRole('button', {
    name: new RegExp(`^Recall ${first?.registration}: R/JOURNEY/1`),
  });
  await expect(mark).toBeVisible();
  await expectAccessible(page);
  await mark.click();
  await page.waitForURL(/work-orders\/campaigns\?open=/);

  // On a phone, the list view of the planner is as wide as the screen; its tables scroll.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/vehicle-file/planner?view=list&category=Recall');
  const campaigns = page.getByRole('region', { name: /in recall and service campaigns$/ });
  await expect(campaigns.getByText(/^R\/JOURNEY\/1/).first()).toBeVisible();
  expect((await campaigns.boundingBox())?.width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/vehicles/${first?.id}?section=recalls`);
  const line = page.getByRole('row', { name: /R\/JOURNEY\/1/ });
  await expect(line.getByText('Planned')).toBeVisible();
  await expectAccessible(page);
  await line.getByRole('link', { name: /R\/JOURNEY\/1/ }).click();
  await expect(panel.getByText('Seat belt of the journey').first()).toBeVisible();
});

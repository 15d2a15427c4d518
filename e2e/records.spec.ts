import { expect, expectAccessible, picture, test } from './journey.ts';

const FINDING = 'Tyre of the journey below the limit';

test('[G-01] [G-87] [N-P02] a dangerous defect is assessed, repaired and signed off, and the vehicle is off the road meanwhile', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vehicle File Activity');

  // A companion app reports it, for a car, which has no safety inspection that could become due.
  const { origin } = new URL(product.url);
  const list = await page.request.get('/api/fmt/paginated_vehicles_v2/?pageSize=100');
  const { results } = (await list.json()) as { results: { id: number; type: string }[] };
  const car = results.find(({ type }) => type === 'CAR')?.id ?? 0;
  const reported = await page.request.post('/defect/api/defects/', {
    headers: { origin },
    multipart: {
      vehicle: String(car),
      items: JSON.stringify([
        { name: 'Tyres', area: 'tyres', severity: 'dangerous', finding: FINDING },
      ]),
    },
  });
  expect(reported.status()).toBe(201);

  await page.goto(`/vehicle-file/activity?vehicleId=${car}&audit=0`);
  const row = page.getByRole('row').filter({ hasText: FINDING });
  await expect(row).toContainText('VOR');
  await row.getByRole('button', { name: /^Details of/ }).click();
  const details = page.getByRole('region', { name: 'Vehicle File Details' });
  await expect(details.getByRole('heading', { name: 'Defect', level: 3 })).toBeVisible();

  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await details.getByRole('button', { name: 'Assess' }).click();
  await dialog.getByRole('textbox', { name: /^Assessment/ }).fill('To the workshop today');
  await expectAccessible(page);
  await save.click();
  await expect(details.getByText('To the workshop today')).toBeVisible();

  await details.getByRole('button', { name: 'Assign to a repairer' }).click();
  await dialog.getByLabel(/^Repairer/).fill('Tyre Service');
  await save.click();
  await details.getByRole('button', { name: 'Record the repair' }).click();
  await dialog.getByRole('textbox', { name: /^Work done/ }).fill('Tyre renewed');
  await dialog.getByRole('textbox', { name: /^Job card or invoice number/ }).fill('J-1042');
  await picture(page, 'record-step');
  await save.click();
  await expect(details.getByText('Job card J-1042')).toBeVisible();
  await details.getByRole('heading', { name: 'Defect', level: 3 }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await picture(page, 'record-defect');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'record-defect-phone');

  await details.getByRole('button', { name: 'Sign off' }).click();
  await save.click();
  await expect(details.getByText('The vehicle may be used.')).toBeVisible();
  await expect(row).toContainText('Signed Off Roadworthy');
});

test('lists and the planner print without controls, and with all that a day holds', async ({
  page,
  signIn,
}) => {
  await signIn('manager@demo.test', '/defects');
  const list = page.getByRole('table', { name: 'Defects' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  const controls = [
    page.getByRole('button', { name: 'Report a defect' }),
    page.getByRole('searchbox'),
    page.getByRole('navigation', { name: 'Pages' }),
    list.getByRole('checkbox').first(),
  ];
  for (const control of controls) await expect(control).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const control of controls) await expect(control).toBeHidden();
  await expect(list.getByRole('row').nth(1)).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/vehicle-file/planner');
  const more = page.getByRole('button', { name: /^\d+ more$/ }).first();
  const hidden = page.locator('[data-part="plan-day"] li[hidden]').first();
  await expect(more).toBeVisible();
  await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(more).toBeHidden();
  await expect(hidden).toBeVisible();
});

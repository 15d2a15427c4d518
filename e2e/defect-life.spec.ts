import { expect, expectAccessible, picture, test } from './journey.ts';

const FINDING = 'Brake pipe of the journey chafed';
/** A minimal image. */
const PHOTOGRAPH = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('[W-01] [G-86] [N-P02] a reported defect is assessed, assigned to a repairer, repaired with a photo and signed off; the VOR dashboard follows', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin@demo.test', '/defects?state=open');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Defects');
  const { origin } = new URL(product.url);
  // A car, because it has no safety inspection that could become due meanwhile.
  const standing = await page.request.get('/api/vor_list/?state=off_road&pageSize=400');
  const off = ((await standing.json()) as { results: { vehicle: { id: number } }[] }).results;
  const stands = new Set(off.map(({ vehicle }) => vehicle.id));
  const list = await page.request.get('/api/fmt/paginated_vehicles_v2/?pageSize=100');
  const { results } = (await list.json()) as {
    results: { id: number; registration: string; type: string }[];
  };
  const vehicle = results.filter(({ id, type }) => type === 'CAR' && !stands.has(id)).at(-1);
  const reported = await page.request.post('/defect/api/defects/', {
    headers: { origin },
    multipart: {
      vehicle: String(vehicle?.id),
      items: JSON.stringify([
        { name: 'Brakes', area: 'brakes', severity: 'major', finding: FINDING },
      ]),
    },
  });
  expect(reported.status()).toBe(201);
  const { id } = (await reported.json()) as { id: number };

  await page.goto(`/defects?state=open&vehicle=${vehicle?.id}&open=${id}`);
  const panel = page.locator('.side-panel');
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await panel.getByRole('button', { name: 'Assess' }).click();
  await dialog.getByRole('textbox', { name: /^Assessment/ }).fill('Not to be used');
  await save.click();
  await panel.getByRole('button', { name: 'Assign to a repairer' }).click();
  await dialog.getByLabel(/^Repairer/).fill('Brake Works');
  await dialog.getByLabel(/^Expected back/).fill('2099-06-20');
  await save.click();
  await expect(panel.getByRole('button', { name: 'Record the repair' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'defect-life');

  // The vehicle is off the road, at that repairer.
  const entries = await page.request.get(`/api/vor_list/?vehicle=${vehicle?.id}&state=off_road`);
  expect((await entries.json()).results).toContainEqual(
    expect.objectContaining({
      record_id: id,
      repairer: expect.objectContaining({ name: 'Brake Works' }),
    }),
  );

  await panel.getByRole('button', { name: 'Record the repair' }).click();
  await dialog.getByRole('textbox', { name: /^Work done/ }).fill('Pipe renewed');
  await dialog.getByLabel('Parts cost').fill('80');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'pipe.png', mimeType: 'image/png', buffer: PHOTOGRAPH });
  await expect(dialog.getByRole('img').first()).toBeVisible();
  await save.click();
  await expect(panel.getByText('Photographs of the repair')).toBeVisible();
  await panel.getByRole('button', { name: 'Sign off' }).click();
  await save.click();
  await expect(panel.getByText('The vehicle may be used.')).toBeVisible();

  await page.goto(`/vor-dashboard/vor?vehicle=${vehicle?.id}`);
  const entry = page.getByRole('row').filter({ hasText: `DEF-${String(id).padStart(6, '0')}` });
  await expect(entry).toContainText('Returned');
});

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, expectAccessible, picture, test } from './journey.ts';

test('[G-01] an evidence pack is created, and verified offline by the page and by the saved page', async ({
  page,
  signIn,
}, info) => {
  await signIn('admin@demo.test', '/evidence-packs');
  await expect(page.getByText('Your evidence packs will be here.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'evidence-empty');
  const list = await page.request.get('/api/fmt/paginated_vehicles_v2/?search=BD19%20AEC');
  const { results } = (await list.json()) as { results: { id: number; registration: string }[] };
  const { id, registration } = results[0] ?? { id: 0, registration: '' };
  await page.goto(`/evidence-packs?vehicle=${id}&registration=${registration}`);
  await page.getByRole('dialog').waitFor();
  await picture(page, 'evidence-new');
  await page.getByRole('button', { name: 'Create evidence pack' }).click();
  await page.getByText('Ready', { exact: true }).waitFor();
  await picture(page, 'evidence-ready');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the archive of/ }).click();
  const pack = info.outputPath('pack.zip');
  await (await saved).saveAs(pack);
  const { fingerprint } = await (await page.request.get('/api/evidence_packs/key/')).json();

  await page.goto('/verify-evidence.html');
  await expectAccessible(page);
  const other = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this page for use offline' }).click();
  const offline = info.outputPath('verify-evidence.html');
  await (await other).saveAs(offline);
  await page.context().setOffline(true);
  const verify = async (file: string) => {
    await page.getByLabel(/^Fingerprint/).fill(fingerprint);
    await page.getByLabel(/^Evidence pack/).setInputFiles(file);
  };
  await verify(pack);
  await expect(page.getByText('It is the expected key.')).toBeVisible();
  const bytes = readFileSync(pack);
  expect(bytes.indexOf('"reference_number"')).toBeGreaterThan(0);
  const at = bytes.indexOf('"reference_number"') + 22;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  const changed = info.outputPath('changed.zip');
  writeFileSync(changed, bytes);
  await page.goto(pathToFileURL(offline).href);
  await verify(changed);
  await expect(page.getByText(/^records\/\w+\.json: was changed$/)).toBeVisible();
  await picture(page, 'evidence-verifier');
});

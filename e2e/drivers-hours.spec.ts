import { readFile } from 'node:fs/promises';
import { issueTachographChains, simulatedCard } from '@roadworthy/simulator';
import { driverPhone } from './driver-phone.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';

const MANAGER = 'manager@demo.test';
const NOTE = 'The weekly rest is planned from Friday evening on.';

test('[U-20] [W-04] a card is read, its infringement is debriefed and signed on the phone, and both halves are printed', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  // A download of the driver's card that reaches further back than those before, with a short weekly rest.
  const { phone, driver } = await driverPhone(browser, product);
  const name = `${driver.first_name} ${driver.surname}`;
  await signIn(MANAGER, '/tachograph');
  const { card_number: cardNumber } = await page.evaluate(async (of) => {
    const list = '/api/tachograph/files/?kind=driver_card&pageSize=100';
    const { results } = await (await fetch(list)).json();
    return results.find((one: { driver: { id: number } | null }) => one.driver?.id === of);
  }, driver.id);
  const bytes = simulatedCard({
    holder: { cardNumber, firstNames: driver.first_name, surname: driver.surname },
    vehicle: { registration: 'BD19 AEC', vin: '00000000000000000' },
    downloadedMs: Date.now(),
    days: 56,
    chain: issueTachographChains().card,
  });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'C_Driver.DDD',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    });
  await expect(page.getByRole('listitem').filter({ hasText: 'C_Driver.DDD' })).toContainText(
    'Stored',
  );

  // Who broke what, and why: the rule in plain words with its paragraph.
  await page.goto('/drivers-hours?list=infringements&state=new&rule=weekly_rest_reduced_again');
  await page.getByRole('searchbox').fill(driver.surname);
  const row = page.getByRole('row', { name }).first();
  await row.getByRole('button').first().click();
  const panel = page.getByRole('region', { name });
  await expect(panel).toContainText('561/2006 Art. 8(6)');
  await expect(panel).toContainText('A reduced weekly rest follows a regular one of 45 hours.');
  await panel.getByRole('combobox', { name: /^State/ }).selectOption('debriefed');
  await panel.getByLabel(/^Note/).fill(NOTE);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success').first()).toBeVisible();
  await picture(page, 'drivers-hours-debrief');

  // The driver reads the note and signs on the phone.
  await phone.goto('/drivers-hours/own');
  const own = phone
    .getByRole('region', { name: 'Reduced weekly rest not allowed' })
    .filter({ hasText: NOTE });
  await own.getByLabel('Your comment').fill('Agreed');
  await own.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(own.getByText('Signed by Drew Driver')).toBeVisible();
  await phone.context().close();

  // Both halves of earned recognition on paper.
  await page.goto('/earned-recognition');
  for (const half of ['Maintenance', 'Drivers’ hours']) {
    await page.getByRole('main').getByRole('button', { name: half, exact: true }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'To read and print' }).click();
    const text = (await readFile(await (await saved).path())).toString('latin1');
    expect(text.slice(0, 5)).toBe('%PDF-');
  }
});

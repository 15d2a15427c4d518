import type { Browser, Page } from '@playwright/test';
import { administratorToken, call } from './calls.ts';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { PASSWORD, type Product } from './product.ts';
import { sign } from './signature.ts';

/** A step that does not come fails the test before its own limit. */
const STEP_LIMIT_MS = 30_000;
const PHONE = { width: 390, height: 844 };
const FOUND = 'Regeneration lamp of the journey is lit';
const NOTE = 'Look at the filter of the journey';
const ANSWER = 'Filter is clean again';
const DONE = 'Filter cleaned by the workshop';

interface Fault {
  readonly id: number;
  readonly title: string;
  readonly vehicle: { readonly id: number; readonly registration: string };
}

/** A trouble code that the tracker of a vehicle of the demo fleet reports, and about which the next check asks. */
async function askedFault(product: Product): Promise<Fault> {
  const token = await administratorToken(product);
  const path = '/api/faults/?state=open&kind=troubleCode&pageSize=25';
  const { results } = await call<{ results: (Fault & { readonly is_asked: boolean })[] }>(
    product,
    path,
    token,
  );
  const fault = results.find((one) => one.is_asked);
  if (fault === undefined) throw new Error('No check asks about a trouble code.');
  return fault;
}

/** The next walkaround check on a phone, by a manager who drives: all in order, but for what the device reports. */
async function checkOnPhone(browser: Browser, product: Product, fault: Fault): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  const phone = await context.newPage();
  phone.setDefaultTimeout(STEP_LIMIT_MS);
  await phone.goto(`${product.url}/check`);
  await phone.getByRole('link', { name: 'Sign in' }).click();
  await phone.getByLabel('User name or e-mail').fill('manager@demo.test');
  await phone.getByLabel('Password').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await phone.getByLabel('Registration').fill(fault.vehicle.registration);
  await phone
    .getByRole('list', { name: 'Vehicles' })
    .getByRole('button', { name: new RegExp(fault.vehicle.registration) })
    .click();
  const taps = phone.locator('[data-part=walk-result][data-result=ok]');
  await expect(taps.first()).toBeVisible();
  for (const tap of await taps.all()) await tap.click();
  const question = phone.locator('[data-part=walk-item]').filter({ hasText: fault.title });
  await question.locator('[data-part=walk-result][data-result=defect]').click();
  await question.getByRole('radio', { name: /^Major/ }).check();
  await question.getByRole('textbox').fill(FOUND);
  await expectAccessible(phone);
  await picture(phone, 'fault-thread-question');
  await phone.getByRole('button', { name: 'Next' }).click();
  await phone.getByLabel(/^Odometer/).fill('48210');
  await sign(phone);
  const sent = phone.waitForResponse(
    (answer) =>
      answer.url().endsWith('/walkaround/') &&
      answer.request().method() === 'POST' &&
      answer.status() === 201,
  );
  await phone.getByRole('button', { name: 'Sign off and send' }).click();
  await sent;
  await context.close();
}

/** The steps of the thread that are done, as the page tells them. */
const stepOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Thread' }).getByRole('listitem').filter({ hasText: name });

/** The inspector answers the note; all items are in order. */
async function inspect(page: Page, { vehicle }: Fault): Promise<void> {
  await page.goto('/inspections?open=new');
  const panel = page.locator('.side-panel');
  await panel.getByRole('combobox').first().fill(vehicle.registration);
  await page.locator('.vehicle-results [role=option]').first().click();
  await panel.getByLabel(`Answer to “${NOTE}”`).fill(ANSWER);
  await panel.getByLabel(/^Inspector/).fill('Ines Journey');
  await panel.getByRole('button', { name: 'Mark the other items as in order' }).click();
  await panel.getByLabel(/^Result/).selectOption({ label: 'Roadworthy' });
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ines Journey' })).toContainText('Complete');
}

test('[W-01] [N-P02] [W-04] a fault of a device becomes a question, a defect, a VOR entry, a work order, an inspection note and a figure, all on one page', async ({
  browser,
  page,
  product,
  signIn,
}) => {
  test.setTimeout(600_000);
  page.setDefaultTimeout(STEP_LIMIT_MS);
  const fault = await askedFault(product);
  const thread = `/faults?open=${fault.id}`;
  await signIn('admin@demo.test', `/faults?state=open`);
  await page.getByRole('row').filter({ hasText: fault.title }).first().click();
  await expect(stepOf(page, 'First reported')).toBeVisible();

  await checkOnPhone(browser, product, fault);
  await page.goto(thread);
  const panel = page.locator('.side-panel');
  const dialog = page.getByRole('dialog');
  await expect(stepOf(page, 'Walkaround check: not in order')).toBeVisible();
  await expect(stepOf(page, 'Earned recognition M4')).toContainText(
    'Counts when the defect is signed off or overdue',
  );
  const reported = stepOf(page, 'Defect reported');
  const number = (await reported.getByRole('link').textContent()) ?? '';

  await panel.getByRole('button', { name: 'Take off the road' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stepOf(page, 'Vehicle off the road')).toBeVisible();
  await panel.getByRole('button', { name: 'Create work order' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stepOf(page, 'Work order created')).toBeVisible();
  await panel.getByRole('button', { name: 'Add note for inspection' }).click();
  await dialog.getByRole('textbox', { name: /^Note/ }).fill(NOTE);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stepOf(page, 'Note for the next inspection')).toContainText(NOTE);

  await inspect(page, fault);
  await page.goto(thread);
  await expect(stepOf(page, 'Answered at the inspection')).toContainText(ANSWER);

  // The workshop assesses the defect, does the work, and a manager signs it off.
  await stepOf(page, 'Defect reported').getByRole('link').click();
  await panel.getByRole('button', { name: 'Assess' }).click();
  await dialog.getByRole('textbox', { name: /^Assessment/ }).fill('Filter is full');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Assign to a repairer' })).toBeVisible();
  await page.goto(thread);
  await stepOf(page, 'Work order created').getByRole('link').click();
  const order = async (step: string, note?: string) => {
    await panel.getByRole('button', { name: step, exact: true }).click();
    if (note !== undefined) await dialog.getByRole('textbox').first().fill(note);
    await dialog.getByRole('button', { name: step, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await order('Ask for approval');
  await order('Start work');
  await order('Complete', DONE);
  await page.goto(thread);
  await expect(stepOf(page, 'Work completed')).toBeVisible();
  await expect(stepOf(page, 'Defect repaired')).toBeVisible();
  await stepOf(page, 'Defect repaired').getByRole('link').click();
  await panel.getByRole('button', { name: 'Sign off' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('The vehicle may be used.')).toBeVisible();

  // The whole thread on its page.
  await page.goto(thread);
  for (const name of [
    'First reported',
    'Walkaround check: not in order',
    'Defect reported',
    'Vehicle off the road',
    'Work order created',
    'Note for the next inspection',
    'Answered at the inspection',
    'Defect assessed',
    'Work started',
    'Work completed',
    'Defect repaired',
    'Defect signed off',
    'Vehicle back on the road',
  ]) {
    await expect(stepOf(page, name).first()).toBeVisible();
  }
  const figure = stepOf(page, 'Earned recognition M4');
  await expect(figure).toContainText('Counted as passed');
  await expectAccessible(page);
  await picture(page, 'fault-thread');
  await page.setViewportSize(PHONE);
  await expect(figure).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The figure counts the defect, and opens it.
  await page.goto('/earned-recognition');
  await page
    .getByRole('list', { name: 'Figures of all vehicles' })
    .getByRole('button', { name: /^M4/ })
    .click();
  const counted = panel.getByRole('listitem').filter({ hasText: number });
  await expect(counted).toBeVisible();
  await counted.getByRole('link').first().click();
  await page.waitForURL(/\/defects\?open=/);
  await expect(panel.getByText(number).first()).toBeVisible();
});

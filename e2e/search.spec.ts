import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';
import { watchCalls } from './page-calls.ts';

/*
 * The search over all records, screens and actions, by keyboard alone.
 */

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page) => dialog(page).getByRole('combobox');
const selected = (page: Page) => dialog(page).getByRole('option', { selected: true });

/** A vehicle of the demo fleet. */
async function registrationOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/fmt/simple_vehicle_list/?pageSize=1&page=1');
  const { results } = (await answer.json()) as { results: { registration: string }[] };
  return results[0]?.registration ?? '';
}

test('a vehicle is found by keyboard, with and without a typing error', async ({
  page,
  signIn,
}) => {
  await signIn('admin@demo.test');
  // The keys work once the header is there.
  await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();
  const registration = await registrationOf(page);
  const plain = registration.replaceAll(' ', '').toLowerCase();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(plain);
  await expect(selected(page)).toContainText(registration);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/vehicle/i);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);

  await page.keyboard.press('/');
  await expect(selected(page)).toContainText(registration);
  await page.keyboard.type(`${plain.slice(0, 3)}${plain.slice(4)}`);
  await expect(dialog(page).getByRole('option', { name: registration })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the key of the search works as soon as its button is drawn', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const drawn = new MutationObserver(() => {
      if (document.querySelector('button[aria-keyshortcuts]') === null) return;
      drawn.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }),
      );
    });
    drawn.observe(document, { childList: true, subtree: true });
  });
  await signIn('admin@demo.test');
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
});

test('screens, actions and settings open by keyboard', async ({ page, signIn }) => {
  await signIn('admin@demo.test');
  // The keys work once the header is there.
  await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('report a def');
  await expect(selected(page)).toHaveText('Report a defect');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/defects\?open=new/);
  const calls = watchCalls(page, () => 'home');
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();
  // The second key counts within 1.5 s, and a screen that is still loading delays it.
  await calls.quiet();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/telematics\/trip/);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('qqqqqqqq');
  await expect(page.getByText(/Check the spelling/)).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('audit log');
  const opened = page.context().waitForEvent('page');
  await expect(selected(page)).toContainText('Audit log');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(/\/administration\/audit/);
});

for (const [width, scheme, language] of [
  [390, 'dark', 'pt'],
  [320, 'light', 'en'],
  [1440, 'dark', 'en'],
  [1440, 'light', 'pt'],
] as const) {
  test(`the dialog is accessible: ${width} pixels, ${scheme}, ${language}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(
      ([theme, chosen]) => {
        localStorage.setItem('theme', JSON.stringify(theme));
        localStorage.setItem('language', JSON.stringify(chosen));
      },
      [scheme, language] as const,
    );
    await signIn('admin@demo.test');
    await expect(page.locator('button[aria-keyshortcuts]')).toBeVisible();
    await picture(page, `search-button-${width}-${scheme}-${language}`);
    await page.keyboard.press('Control+k');
    await expect(dialog(page).getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await picture(page, `search-empty-${width}-${scheme}-${language}`);
    const word = (await registrationOf(page)).slice(0, 2);
    await page.keyboard.type(word);
    await expect(dialog(page).getByRole('option').first()).toContainText(new RegExp(word, 'i'));
    await expectAccessible(page);
    await picture(page, `search-found-${width}-${scheme}-${language}`);
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(content).toBeLessThanOrEqual(width);
  });
}

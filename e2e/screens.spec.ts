import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, test } from './journey.ts';

// Every screen of sign-in, shell, home, administration and live map, as two people see it who have
// nothing in common: no accessibility violation, no error of the console (the fixture watches), and
// nothing that is wider than the page.

interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly language: 'en' | 'pt';
}

const LOOKS: readonly Look[] = [
  { name: 'desk-light-en', width: 1440, height: 900, scheme: 'light', language: 'en' },
  { name: 'phone-dark-pt', width: 390, height: 844, scheme: 'dark', language: 'pt' },
];

async function dress(page: Page, { width, height, scheme, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.addInitScript(
    ([theme, chosen]) => {
      localStorage.setItem('theme', JSON.stringify(theme));
      localStorage.setItem('language', JSON.stringify(chosen));
    },
    [scheme, language] as const,
  );
}

/** Checks the current screen. */
function inspector(page: Page, look: Look) {
  return async (screen: string): Promise<void> => {
    await expectAccessible(page);
    const [content, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(content, `${screen} is wider than the page`).toBeLessThanOrEqual(room ?? 0);
    await picture(page, `${look.name}-${screen}`);
  };
}

const mapIsReady = (page: Page) =>
  expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();

// Each test checks many screens, which takes seconds each on a slow machine.
test.beforeEach(() => test.slow());

for (const look of LOOKS) {
  test(`screens before sign-in: ${look.name}`, async ({ page }) => {
    await dress(page, look);
    const inspect = inspector(page, look);
    const send = page.locator('button[type=submit]');

    await page.goto('/login?signed_out=1');
    await expect(page.locator('.button.primary')).toBeEnabled();
    await inspect('login');
    await page.goto('/login?error=access_denied');
    await expect(page.getByRole('alert')).toBeVisible();
    await inspect('login-failed');
    await page.goto('/login');
    await page.waitForURL(/\/auth\/sign-on\//);
    await expect(send).toBeVisible();
    await inspect('sign-on');

    await page.goto('/forgot-password');
    await send.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await inspect('forgot-password');
    await page.goto('/reset_password_key?token=unknown');
    await page.locator('input').nth(0).fill('short');
    await send.click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await inspect('reset-password');
    for (const nth of [0, 1]) await page.locator('input').nth(nth).fill('long-enough-1');
    await send.click();
    await expect(page.locator('a.button')).toBeVisible();
    await inspect('reset-password-used');
    await page.goto('/set_password?token=unknown');
    await expect(send).toBeVisible();
    await inspect('set-password');
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect('public');
  });

  test(`shell, home and administration: ${look.name}`, async ({ page, signIn }) => {
    await dress(page, look);
    const inspect = inspector(page, look);

    await signIn('admin@demo.test');
    await expect(page).toHaveURL(/\/home$/);
    await page.locator('[data-part=tile-group] .link-button').click();
    await inspect('home');
    await page.locator('.header [aria-controls=side-menu]').click();
    await expect(page.locator('.side-menu.open')).toBeVisible();
    await inspect('menu');
    await page.keyboard.press('Escape');
    await page.locator('.user-button').click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect('user-menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect('shortcuts');

    await page.goto('/administration');
    await expect(page.locator('main section a').first()).toBeVisible();
    await inspect('administration');
    await page.goto('/administration/trackers');
    await expect(page.locator('.resource-list tbody tr[data-opens]').first()).toBeVisible();
    await inspect('trackers');
    await page.getByRole('searchbox').last().fill('nothing has this name');
    await expect(page.locator('.resource-list tbody tr')).toHaveCount(0);
    await inspect('trackers-none');
    for (const path of ['/notifications', '/administration/user-preferences/notifications']) {
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('main p[role=status]')).toHaveCount(0);
      await inspect(path.split('/').slice(1).join('-'));
    }
    await page.goto('/administration/user-preferences');
    await page.locator('input[autocomplete=new-password]').first().fill('one');
    await page.locator('form').last().locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await inspect('preferences');
    await page.locator('input[autocomplete=new-password]').last().fill('one');
    await page.locator('form').last().locator('button[type=submit]').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect('change-password');
    await page.goto('/administration/widgets?state=many');
    const picker = page.locator('.picker').first();
    await picker.getByRole('searchbox').fill('000042');
    await expect(picker.locator('tr[aria-selected]')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(picker.locator('.picker-chips button')).toHaveCount(1);
    await expect(page.locator('.picker tr[aria-selected=false]').last()).toBeAttached();
    await inspect('widgets');
    await page.goto('/unauthorised');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect('unauthorised');
  });

  test(`live map: ${look.name}`, async ({ page, signIn }) => {
    await dress(page, look);
    const inspect = inspector(page, look);
    await signIn('manager@demo.test', '/telematics/track');
    await mapIsReady(page);
    await expect(page.locator('[data-part=group-row]').first()).toBeVisible();
    await inspect('track');
    await page.locator('[data-part=group-row]').first().click();
    await page.locator('[data-part=vehicle-row]').first().click();
    await expect(page.locator('[data-part=details]')).toBeInViewport();
    await inspect('track-details');
    await page.goto('/telematics/track?search=zzzz');
    await mapIsReady(page);
    await expect(page.locator('[data-part=live-message] .button')).toBeVisible();
    await inspect('track-no-match');
    await page.goto('/telematics/track?view=table');
    await expect(page.locator('[data-part=fleet-table] tbody strong').first()).toBeVisible();
    await inspect('track-table');
    await page.goto('/telematics/track?by=driver');
    await mapIsReady(page);
    await expect(page.locator('[data-part=group-row]').first()).toBeVisible();
    await inspect('track-drivers');
    await page.goto('/telematics/track-vehicle');
    await mapIsReady(page);
    await page.locator('[data-part=live-tools] input').fill('BD1');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await inspect('track-vehicle-search');
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(page.locator('[data-part=details]')).toBeInViewport();
    await inspect('track-vehicle');
  });

  test(`vehicle file: ${look.name}`, async ({ page, signIn }) => {
    await dress(page, look);
    const inspect = inspector(page, look);
    await signIn('admin@demo.test', '/vehicle-file/activity?vehicleId=all');
    await expect(page.locator('.vehicle-file-list .row-button').first()).toBeVisible();
    await inspect('vehicle-file');
    // A report from the public page, of another journey, has no trail yet.
    const checks = page
      .locator('.vehicle-file-list tr')
      .filter({ hasText: /Driver Check|Verificação do condutor/ });
    await checks.first().locator('.row-button').click();
    await expect(page.locator('.audit-trail > li').first()).toBeVisible();
    await inspect('vehicle-file-details');
    await page.goto('/vehicle-file/activity?vehicleId=all&panel=new');
    await page.locator('.side-panel [role=combobox]').first().fill('BD1');
    await page.locator('.vehicle-results [role=option]').first().click();
    await expect(page.locator('.side-panel select option[value="6"]')).toHaveCount(1);
    await page.locator('.side-panel select').first().selectOption('6');
    await expect(page.locator('.schedule-card')).toBeVisible();
    await inspect('vehicle-file-new');
    await page.goto('/vor-dashboard/vor');
    await expect(page.locator('.resource button[aria-pressed]').first()).toBeVisible();
    await page.locator('.resource .row-button').first().click();
    await expect(page.locator('[data-part=vor-trail] > li').first()).toBeVisible();
    await inspect('vor-dashboard');
  });

  test(`[T-02] errors: ${look.name}`, async ({ page, signIn }) => {
    await dress(page, look);
    const inspect = inspector(page, look);
    await signIn('admin@demo.test', '/unauthorised');
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.route(/\/api\/(track|administration)\//, (route) =>
      route.fulfill({ status: 500, json: { detail: 'A server error occurred.' } }),
    );
    await page.goto('/administration/trackers');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.locator('[data-modal] summary').click();
    await inspect('error-dialog');
    await page.locator('[data-modal] .button.primary').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await inspect('trackers-failed');
    await page.goto('/telematics/track');
    await mapIsReady(page);
    await page.locator('[data-modal] .button.primary').click();
    await expect(page.locator('[data-part=live-message] .button')).toBeVisible();
    await inspect('track-failed');

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/(api|auth)\//, (route) => route.abort());
    await page.goto('/home');
    await expect(page.locator('main .button.primary')).toBeVisible();
    await inspect('offline');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.locator('main .button.primary').click();
    await expect(page.locator('[data-part=tiles]').first()).toBeVisible();
  });
}

import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Product, START_LIMIT_MS, startProduct } from './product.ts';
import { openSession, signInByForm } from './sign-in.ts';

/** Opens a URL as a user who has just signed in; by default the home screen. */
export type SignIn = (email: string, returnTo?: string) => Promise<void>;

interface Journey {
  /** Opens a URL, by default the home screen, as a user who has just signed in. */
  readonly signIn: SignIn;
  /** Signs in through the form, from the empty route or the requested URL. */
  readonly signInByForm: SignIn;
}

/** An end-to-end test with the demo fleet; console errors on any page fail it. */
export const test = base.extend<Journey & { watched: undefined }, { product: Product }>({
  product: [
    async ({ browserName: _name }, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS + 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  watched: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        // Browsers log failed calls; tests that provoke one declare it.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
          faults.push(text);
      });
      page.on('pageerror', (error) => faults.push(error.message));
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, product }, use) => {
    await use(async (email, returnTo = '/home') => {
      await openSession(page, product.url, email);
      await page.goto(`${product.url}/login?returnUrl=${encodeURIComponent(returnTo)}`);
      await page.waitForURL((url) => url.pathname !== '/login');
    });
  },
  signInByForm: async ({ page, product }, use) => {
    await use((email, returnTo = '/') => signInByForm(page, product.url + returnTo, email));
  },
});

export { expect };

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Longer than any animation of the product that ends. */
const ANIMATION_LIMIT_MS = 3000;

/**
 * Asserts that a page has no accessibility violation of WCAG 2.2 A and AA. There are no
 * cross-origin frames, so the check runs in the page itself, once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A row half covered by the sticky header would count as too small a target.
  await page.locator('.data-table').evaluateAll((tables) => {
    for (const table of tables as unknown as { scrollTop: number }[]) table.scrollTop = 0;
  });
  // Text that fades in has too little contrast until it is there.
  await page.evaluate((limitMs) => {
    const fading = document.getAnimations().filter(({ effect, playState }) => {
      const hasEnd = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      return playState === 'running' && hasEnd;
    });
    const ended = Promise.allSettled(fading.map(({ finished }) => finished));
    return Promise.race([ended, new Promise((done) => setTimeout(done, limitMs))]).then(() => true);
  }, ANIMATION_LIMIT_MS);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Base UI's guards around a popover pass the focus on at once.
    .exclude('[data-base-ui-focus-guard]')
    .options({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}

/** Saves a screenshot with the results, if PICTURES is 1: they take a tenth of the time of a run. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== '1') return;
  await page.screenshot({ path: `test-results/screens/${name}.png` });
}

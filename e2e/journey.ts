import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Product, START_LIMIT_MS, startProduct } from './product.ts';
import { openSession, signInByForm } from './sign-in.ts';

/** Opens an address as a user who has just signed in; home without one. */
export type SignIn = (email: string, returnTo?: string) => Promise<void>;

interface Journey {
  /** Opens an address, at first home, as somebody who has just signed in. */
  readonly signIn: SignIn;
  /** Signs in through the form, from the empty route or the address that was asked for. */
  readonly signInByForm: SignIn;
}

/** A journey with the evaluation fleet running; every page is watched for errors of the console. */
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
        // A refused call is a line of the browser's own; the journeys that provoke one say so.
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

/**
 * Asserts that a page has no accessibility violation of WCAG 2.2 A and AA. There are no frames of other
 * origins to look into, so that it is looked at in its own page and once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A row that is half under the headings of its table would count as too small to be hit.
  await page.locator('.data-table').evaluateAll((tables) => {
    for (const table of tables as unknown as { scrollTop: number }[]) table.scrollTop = 0;
  });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}

/** Keeps a picture of a screen among the results. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screens/${name}.png` });
}

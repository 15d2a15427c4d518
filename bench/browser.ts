import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PASSWORD, productFolder } from '../e2e/product.ts';

/** Flags of a Chromium without a graphics card and without background requests. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Opens the Chromium of this machine; installs one if missing. */
export async function openChromium(): Promise<Browser> {
  const script = pathToFileURL(join(productFolder(), 'scripts/chromium.mjs')).href;
  const { ensureChromium }: { ensureChromium: () => string } = await import(script);
  return chromium.launch({ executablePath: ensureChromium(), args: FLAGS });
}

/** Opens an address of the demo product and signs in. */
export async function signInAt(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User name or e-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

import type { Browser, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { openSession } from './sign-in.ts';

const DRIVER = 'driver@demo.test';

/** The phone of the demo driver, signed in and at the home, and the driver. Close its context at the end. */
export async function driverPhone(
  browser: Browser,
  product: Product,
): Promise<{ phone: Page; driver: { id: number; first_name: string; surname: string } }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    baseURL: product.url,
  });
  const phone = await context.newPage();
  await openSession(phone, product.url, DRIVER);
  await phone.goto('/login');
  await phone.waitForURL('**/home');
  const { driver } = await phone.evaluate(async () =>
    (await fetch('/api/driver_assignments/own/')).json(),
  );
  return { phone, driver };
}

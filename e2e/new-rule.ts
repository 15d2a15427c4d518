import type { Socket } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { makeVehicleWithDevice, stoppedReport } from './own-device.ts';
import type { Product } from './product.ts';

/** A connected vehicle that stands still, and the form of a new alert rule. */
export async function openNewRule(
  {
    page,
    product,
    signIn,
  }: {
    readonly page: Page;
    readonly product: Product;
    readonly signIn: (email: string, path: string) => Promise<void>;
  },
  registration: string,
  imei: string,
): Promise<{ socket: Socket; form: Locator }> {
  const { socket } = await makeVehicleWithDevice(product, registration, imei);
  socket.write(stoppedReport(0));
  await signIn('manager@demo.test', '/events/alerts?tab=rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  return { socket, form: page.getByRole('dialog', { name: 'New rule' }) };
}

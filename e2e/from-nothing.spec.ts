import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { type TestMailServer, testMailServer } from '../apps/server/test/mail-server.ts';
import { fillSignIn, makeFirstAdministrator } from './first-administrator.ts';
import { expect, expectAccessible, picture } from './journey.ts';
import { START_LIMIT_MS, startProduct } from './product.ts';

const IMEI = '356307042441999';

/** Connects until the server accepts the device, then sends its position every half second. */
async function drive(port: number, isOver: () => boolean): Promise<void> {
  const say = (socket: Socket) =>
    socket.write(
      encodeTeltonikaPacket([
        {
          timeMs: Date.now(),
          latitudeDeg: 52.2574,
          longitudeDeg: -1.1636,
          speedKmh: 48,
          angleDeg: 90,
          io: [{ id: 239, width: 1, value: 1 }],
        },
      ]),
    );
  while (!isOver()) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let isIn = false;
    socket.on('data', (data) => {
      isIn ||= data[0] === 1;
    });
    socket.write(encodeTeltonikaLogin(IMEI));
    for (let said = 0; !isOver() && !socket.destroyed && (isIn || said < 4); said += 1) {
      await sleep(500);
      if (isIn) say(socket);
    }
    socket.destroy();
  }
}

/** The link of the invitation, once the e-mail arrives. */
async function invitation(mails: TestMailServer): Promise<string> {
  await expect.poll(() => mails.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
  const mail = mails.received.at(-1);
  const [, token = ''] = /set_password\?token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  expect(token).not.toBe('');
  return token;
}

base(
  '[O-03] [O-18] [O-21] from an empty installation to an administrator, a depot, a vehicle, an unregistered device, and a colleague who sees it drive',
  async ({ page }) => {
    base.setTimeout(START_LIMIT_MS + 240_000);
    const mails = await testMailServer();
    // As on a remote server: no PUBLIC_URL, and a host name other than localhost.
    const started = await startProduct(['--empty'], { SMTP_URL: mails.url, PUBLIC_URL: '' });
    const product = { ...started, url: started.url.replace('localhost', '127.0.0.1') };
    let isOver = false;
    const driving = drive(product.teltonikaPort, () => isOver);
    const panel = page.locator('.side-panel');
    const steps = page.getByRole('region', { name: 'First steps' });
    try {
      await makeFirstAdministrator(page, product);
      await expect(steps.getByRole('listitem')).toHaveCount(5);
      // Where a device connects, and the one that tries to.
      await expect(steps.getByText(`127.0.0.1:${product.teltonikaPort}`)).toBeVisible();
      await expect(steps.getByRole('status')).toContainText(`Teltonika device ${IMEI} is sending`);
      await expectAccessible(page);
      await picture(page, 'first-steps');

      // Each step links to its form.
      await steps.getByRole('link', { name: /depot/i }).click();
      await panel.getByLabel('Depot', { exact: false }).first().fill('Harbour');
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('button', { name: 'Harbour' })).toBeVisible();
      await page.goto(`${product.url}/home`);
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(1);
      await steps.getByRole('link', { name: /vehicle/i }).click();
      await panel.getByLabel('Registration *').fill('NW26 NEW');
      await panel.getByRole('button', { name: /Depots/ }).click();
      await panel.getByRole('row', { name: /Harbour/ }).click();
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('button', { name: 'NW26 NEW' })).toBeVisible();
      await page.goto(`${product.url}/home`);
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(2);

      // The device has tried to connect all the while.
      await steps.getByRole('link', { name: /tracker/i }).click();
      await expect(page.getByRole('cell', { name: IMEI })).toBeVisible();
      await page.getByRole('button', { name: 'Adopt' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: `Adopt ${IMEI}` })).toBeVisible();
      await dialog.getByRole('combobox').fill('NW26');
      await dialog.getByRole('option', { name: /NW26 NEW/ }).click();
      await dialog.getByRole('button', { name: 'Adopt' }).click();
      await expect(page.locator('.resource-list').getByText(IMEI)).toBeVisible();

      // The card stays, and marks the step of the device when its first message arrives.
      await page.goto(`${product.url}/home`);
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(4);
      await expect(steps.getByText('Connect a device')).toHaveCount(0);

      await page.goto(`${product.url}/administration/users?open=new`);
      await panel.getByLabel('First name').fill('Otto');
      await panel.getByLabel('Last name').fill('Other');
      await panel.getByLabel('E-mail').fill('otto@new.test');
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('otto@new.test')).toBeVisible();
      const token = await invitation(mails);
      await page.goto(`${product.url}/home`);
      await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
      await expect(steps).toHaveCount(0);
      await page.getByRole('button', { name: /Nora New/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL((url) => url.pathname === '/login');

      // The colleague sets a password and sees the vehicle move.
      await page.goto(`${product.url}/set_password?token=${token}`);
      await page.getByLabel('Password', { exact: true }).fill('a-second-password');
      await page.getByLabel('Repeat password').fill('a-second-password');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.goto(`${product.url}/telematics/track`);
      await fillSignIn(page, 'otto@new.test', 'a-second-password');
      await page.locator('.group-row', { hasText: 'Harbour' }).click();
      const row = page.locator('.vehicle-row', { hasText: 'NW26 NEW' });
      await expect(row).toContainText('Moving');
      await row.click();
      await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText('NW26 NEW');
      await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
      await picture(page, 'from-nothing-live');
    } finally {
      isOver = true;
      await driving;
      await product.stop();
      await mails.close();
    }
  },
);

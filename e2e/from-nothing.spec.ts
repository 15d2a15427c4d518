import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, type Page } from '@playwright/test';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { type TestMailServer, testMailServer } from '../apps/server/test/mail-server.ts';
import { fillSignIn, makeFirstAdministrator } from './first-administrator.ts';
import { expect, expectAccessible, picture } from './journey.ts';
import { START_LIMIT_MS, startProduct } from './product.ts';

const IMEI = '356307042441999';
/** From the first administrator to the first vehicle live on the map. */
const MOST_CLICKS = 10;
const MOST_TYPED_FIELDS = 8;

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

/** What a person did in the page: presses of the mouse or of Enter, and fields that they typed in. */
interface Effort {
  readonly presses: number;
  readonly fields: readonly string[];
}

/** Counts in the page itself, so that no press of this journey is left out, until it is reloaded. */
async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const effort = { presses: 0, fields: [] as string[] };
    Object.assign(globalThis, { effort });
    const press = () => {
      effort.presses += 1;
    };
    document.addEventListener('mousedown', press, true);
    document.addEventListener('keydown', ({ key }) => key === 'Enter' && press(), true);
    document.addEventListener(
      'input',
      ({ target }) => {
        const field = (target as HTMLInputElement).labels?.[0]?.textContent ?? '';
        if (!effort.fields.includes(field)) effort.fields.push(field);
      },
      true,
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { effort: Effort }).effort);
}

/** Types into the field that has the focus; it must have this name. */
async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await expect(page.locator(':focus')).toHaveAccessibleName(name);
  await page.keyboard.type(text);
}

/** The card on a phone: nothing is cut off, and it is accessible. */
async function expectOnPhone(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  const isTooWide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  expect(await isTooWide()).toBe(false);
  await expectAccessible(page);
  await picture(page, 'first-steps-phone');
  await page.setViewportSize(size);
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
  '[O-03] [O-18] [O-21] from an empty installation to an administrator, to a vehicle live on the map in 10 clicks and 8 typed fields, and to a colleague who sees it drive',
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
      const effort = await countEffort(page);
      const next = steps.getByRole('button', { name: 'Save and continue' });
      await expect(steps.getByLabel('Currency *')).toBeVisible();
      await expectAccessible(page);
      await picture(page, 'first-steps');
      await next.click();

      // The focus is in the first field of the next step.
      await typeInto(page, /^Depot/, 'Harbour');
      await next.click();
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(2);
      await typeInto(page, /^Registration/, 'NW26 NEW');
      await next.click();
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(3);

      // Where a device connects, and the one that has tried to all the while.
      await expect(steps.getByText(`127.0.0.1:${product.teltonikaPort}`)).toBeVisible();
      await expect(steps.getByRole('status')).toContainText(`Teltonika device ${IMEI} is sending`);
      await expectAccessible(page);
      await picture(page, 'first-steps-device');
      await expectOnPhone(page);
      await steps.getByRole('button', { name: 'Adopt for NW26 NEW' }).click();

      // The step is marked, and leads to the map, when the first message of the device arrives.
      await expect(steps.getByText('Done', { exact: true })).toHaveCount(4);
      await steps.getByRole('link', { name: 'Show NW26 NEW on the map' }).click();
      await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText('NW26 NEW');
      await expect(page.locator('.fleet-map[data-ready=true]')).toBeVisible();
      const { presses, fields } = await effort();
      expect(fields).toEqual(['Depot *', 'Registration *']);
      expect(presses).toBeGreaterThanOrEqual(fields.length);
      expect(presses).toBeLessThanOrEqual(MOST_CLICKS);
      expect(fields.length).toBeLessThanOrEqual(MOST_TYPED_FIELDS);

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
      const answered = page.waitForResponse('**/api/set_password/');
      await page.getByRole('button', { name: 'Set password' }).click();
      // The next page would cancel the request.
      expect((await answered).ok()).toBe(true);
      await page.goto(`${product.url}/telematics/track`);
      await fillSignIn(page, 'otto@new.test', 'a-second-password');
      await page.locator('[data-part=group-row]', { hasText: 'Harbour' }).click();
      const row = page.locator('[data-part=vehicle-row]', { hasText: 'NW26 NEW' });
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

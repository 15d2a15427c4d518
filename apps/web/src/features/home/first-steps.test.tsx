import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const LIMIT = { timeout: 20_000 };
const list = (results: readonly object[]) => ({ count: results.length, results });

let trackers: object[];
let users: number;
let unknown: object[];
let asked: URL[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  trackers = [];
  users = 1;
  unknown = [];
  asked = answerCalls({
    '/api/config/': () => ({ home_variant: 'groups', external_apps: {}, map: {} }),
    '/api/vehicles_groups_for_user_list/': () => list([{ id: 1, name: 'Harbour' }]),
    '/api/administration/vehicles/': () => list([{ id: 1, registration: 'AB11 CAR' }]),
    '/api/administration/trackers_list/': () => list(trackers),
    '/api/administration/unknown_devices/': () => list(unknown),
    '/api/administration/device_ports/': () => [
      { protocol: 'teltonika', port: 5027, transports: ['tcp', 'udp'] },
      { protocol: 'osmand', port: 5055, transports: ['http'] },
    ],
    '/api/administration/users/': () => ({ count: users, results: [] }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async () => {
  await openScreen('/home', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
};
const card = async () => within(await screen.findByRole('region', { name: 'First steps' }, LIMIT));

it('says where devices connect, and that nothing has arrived', async () => {
  await open();
  const steps = await card();
  expect(await steps.findByText(`${location.hostname}:5027`, {}, LIMIT)).toBeDefined();
  expect(steps.getByText(`http://${location.hostname}:5055`)).toBeDefined();
  expect(steps.getByRole('status').textContent).toBe('Waiting for the first message of a device');
});

it('names a device that sends without being registered, and leads to its adoption', async () => {
  unknown = [{ identifier: '356307042440099', protocol: 'teltonika' }];
  await open();
  const steps = await card();
  const text = await steps.findByText(/Teltonika device 356307042440099 is sending/, {}, LIMIT);
  expect(within(text).getByRole('link', { name: 'Adopt it' }).getAttribute('href')).toBe(
    '/administration/trackers',
  );
});

it('stays until the last step is done, and is not counted again then', async () => {
  trackers = [{ id: 1, last_seen: '2026-11-23T10:00:00Z', vehicle: 1 }];
  await open();
  const steps = await card();
  expect(steps.getAllByText('Done')).toHaveLength(4);
  expect(steps.queryByText('Connect a device')).toBeNull();
  cleanup();
  users = 2;
  await open();
  await waitFor(() => expect(localStorage.getItem('hiddenFirstSteps')).toContain('true'), LIMIT);
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  cleanup();
  asked.length = 0;
  await open();
  await screen.findByRole('heading', { level: 1 }, LIMIT);
  expect(asked.filter(({ pathname }) => pathname === '/api/administration/users/')).toEqual([]);
});

it('can be hidden', async () => {
  await open();
  const steps = await card();
  await userEvent.click(steps.getByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { BARE_TRAILER, OFFLINE } from '../../test-vehicle-page.ts';
import type { Coupling } from './couplings.ts';

const COUPLED: Coupling = {
  id: 4,
  vehicle: { id: 5, registration: 'N2 BBB' },
  trailer: { id: 7, registration: 'TR101' },
  position: 1,
  coupled_at: '2026-06-01T08:30:15Z',
  uncoupled_at: null,
  source: 'hand',
  silent_since: null,
  driver: null,
  note: '',
  author: 'Morgan Ellis',
  customer: 1,
  version: 2,
};
const TRAILER = {
  ...BARE_TRAILER,
  trailers: [],
  coupled_to: {
    id: 5,
    registration: 'N2 BBB',
    coupled_at: '2026-06-01T08:30:15Z',
    status: {
      state: 'moving',
      since: null,
      timestamp: '2026-06-01T09:00:00Z',
      lat: 52,
      long: -1,
      dir: 0,
      speed: 50,
      address: 'Northampton',
      odometer: null,
    },
  },
  status: { ...OFFLINE, is_untracked: true },
};

const user = userEvent.setup();
let listed: Coupling;
let searching: number;
let sent: { readonly path: string; readonly body: unknown }[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  listed = COUPLED;
  searching = 0;
  const take = (url: URL, init?: RequestInit) =>
    sent.push({ path: url.pathname, body: JSON.parse(String(init?.body)) });
  answerCalls({
    '/api/couplings/4/uncouple/': (url, init) => {
      take(url, init);
      return { ...COUPLED, uncoupled_at: '2026-06-02T00:00:00Z' };
    },
    '/api/couplings/4/': (url, init) => {
      if (init?.method === 'PUT') take(url, init);
      return COUPLED;
    },
    '/api/couplings/': (url, init) => {
      if (init?.method !== 'POST') return { count: 1, results: [listed], searching };
      take(url, init);
      return new Response(
        JSON.stringify({ code: 'x', detail: 'x', errors: { trailer: ['Coupled already.'] } }),
        { status: 409 },
      );
    },
    '/api/overviews/vehicles/7/': () => TRAILER,
    '/vehicle-file/api/depots/': () => [],
    '/api/fmt/simple_vehicle_list/': () => ({
      count: 1,
      count_is_limit: false,
      results: [
        {
          id: 5,
          registration: 'N2 BBB',
          type: 'STR',
          vehicle_type: 'STR',
          manufacturer_model: null,
        },
      ],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address: string, changed: object = {}) =>
  openScreen(
    address,
    testUser({ modules: ['Vehicle File', 'Track'], role: 'MANAGER', ...changed }),
  );

it('corrects a coupling, and keeps the seconds of times that were not edited', async () => {
  await open('/couplings');
  const row = (await screen.findByText('TR101')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Still coupled')).toBeTruthy();
  await user.click(row);
  await user.type(await screen.findByLabelText('Note'), 'Bay 4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    vehicle: 5,
    trailer: 7,
    position: 1,
    coupled_at: '2026-06-01T08:30:15Z',
    uncoupled_at: null,
    note: 'Bay 4',
    version: 2,
  });
});

it('marks a trailer that the device has not seen since', async () => {
  listed = { ...COUPLED, source: 'device', silent_since: '2026-06-01T10:30:00Z' };
  await open('/couplings');
  expect(await screen.findByText(/^Not seen since /)).toBeTruthy();
  expect(screen.queryByText('Still coupled', { ignore: 'option' })).toBeNull();
});

it('shows a trailer at the place of its vehicle, and couples from its page', async () => {
  await open('/vehicles/7?section=coupledTo');
  expect(await screen.findByText('Place, as of coupling with N2 BBB')).toBeTruthy();
  expect(screen.getByText('Moving')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Couple a trailer' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByDisplayValue('TR101')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Couple' }));
  expect(await dialog.findByText(/Vehicle.* is required/)).toBeTruthy();
  await user.type(dialog.getByRole('combobox', { name: /^Vehicle/ }), 'N2 B');
  await user.click(await screen.findByRole('option', { name: /N2 BBB/ }));
  await user.click(dialog.getByRole('button', { name: 'Couple' }));
  expect(await dialog.findByText('Coupled already.')).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ vehicle: 5, trailer: 7, position: null, replaces: true });
});

it('says how many vehicles are searched for identifiers that were entered later', async () => {
  searching = 12;
  await open('/vehicles/7?section=coupledTo');
  expect(await screen.findByText(/^The records of 12 vehicles in the last 31 days/)).toBeTruthy();
  cleanup();
  searching = 0;
  await open('/vehicles/7?section=coupledTo');
  await screen.findByRole('button', { name: 'Uncouple' });
  expect(screen.queryByText(/are searched for new identifiers/)).toBeNull();
});

it('uncouples from the page, and offers nothing to people who may only read', async () => {
  await open('/vehicles/7?section=coupledTo');
  await user.click(await screen.findByRole('button', { name: 'Uncouple' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Uncouple' }));
  await vi.waitFor(() => expect(sent[0]?.path).toBe('/api/couplings/4/uncouple/'));
  cleanup();
  await open('/vehicles/7?section=coupledTo', { role: 'READONLY' });
  await screen.findByRole('link', { name: 'All couplings' });
  expect(screen.queryByRole('button', { name: /^(Couple a trailer|Uncouple)$/ })).toBeNull();
});

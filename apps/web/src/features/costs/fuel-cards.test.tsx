import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const FINDING = {
  id: 7,
  rule: 'place',
  vehicle: { id: 5, registration: 'N2 BBB' },
  occurred_at: '2026-06-01T12:30:00Z',
  entry: {
    id: 41,
    day: '2026-06-01',
    time: '12:30',
    place: 'Northgate',
    product: 'Diesel',
    litres: 90,
    energy_kwh: null,
    amount: 120,
    supplier: 'Moto',
    reference: 'R-1',
  },
  figures: { distance_m: 16093.44 },
  checks: [
    { rule: 'place', outcome: 'finding', reason: null },
    { rule: 'level', outcome: 'unknown', reason: 'no_level' },
    { rule: 'product', outcome: 'ok', reason: null },
  ],
  tank: null,
  state: 'open',
  note: '',
  decided_by: null,
  decided_at: null,
  is_outdated: false,
  version: 3,
};

const user = userEvent.setup();
let sent: unknown[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  answerCalls({
    '/api/fuel_cards/findings/7/': (_url, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
      return FINDING;
    },
    '/api/fuel_cards/findings/': () => ({ count: 1, results: [FINDING] }),
    '/vehicle-file/api/depots/': () => [],
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what was found and what could not be checked, opens the records, and stores a decision', async () => {
  await openScreen(
    '/costs?list=fuel-cards&open=7',
    testUser({ modules: ['Costs', 'Trace'], role: 'MANAGER' } as object),
  );
  expect(within(await screen.findByRole('table')).getByText('Vehicle elsewhere')).toBeTruthy();
  expect(await screen.findByText(/nearest position within half an hour was 10.0 mi/)).toBeTruthy();
  expect(screen.getByText('Cannot be checked: no tank level')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the entry' }).getAttribute('href')).toBe(
    '/costs?open=41',
  );
  expect(screen.getByRole('link', { name: 'Show the trace' }).getAttribute('href')).toContain(
    `vehicleId=5&startDate=${encodeURIComponent('2026-06-01T12:00:00.000Z')}`,
  );
  const state = screen
    .getAllByLabelText(/^State/)
    .find((one) => one.closest('form') !== null) as HTMLElement;
  await user.selectOptions(state, 'Confirmed');
  await user.type(screen.getByLabelText(/^Capacity of the tanks/), '80.5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(sent).toEqual([{ state: 'confirmed', note: '', tank: 80.5, version: 3 }]),
  );
});

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { lookedUp } from '../vehicles/registration-lookup.tsx';
import { vehicleDraft } from '../vehicles/vehicles.ts';
import type { OfficialRow, OfficialSource, OfficialVehicle } from './official-data.ts';

const source = (of: 'dvla' | 'dvsa', changed: Partial<OfficialSource> = {}): OfficialSource => ({
  source: of,
  is_configured: true,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
  blocked_until: null,
  used_today: 0,
  per_day: 10,
  ...changed,
});
const ROW: OfficialRow = {
  id: 5,
  vehicle: { id: 5, registration: 'AA19 AAA' },
  flags: ['untaxed', 'difference'],
  tax_status: 'untaxed',
  tax_due_on: null,
  mot_status: 'valid',
  mot_due_on: '2027-05-20',
  mot_source: 'dvsa',
  last_mot_on: '2026-05-18',
  last_mot_result: 'passed',
  checked_at: '2026-11-26T02:00:00Z',
};
const VEHICLE: OfficialVehicle = {
  vehicle: ROW.vehicle,
  sources: [source('dvla'), source('dvsa')],
  data: {
    ...ROW,
    facts: {
      make: 'DAF',
      model: 'CF',
      colour: 'WHITE',
      fuel: 'DIESEL',
      year_of_manufacture: 2019,
      first_used_on: '2019-05-20',
      co2_g_per_km: null,
      engine_cc: 10_837,
      revenue_weight_kg: 44_000,
      euro_status: null,
      type_approval: null,
      wheelplan: null,
      v5c_issued_on: null,
      is_marked_for_export: false,
      outstanding_recall: 'No',
    },
    answers: [
      {
        source: 'dvla',
        state: 'found',
        failure: null,
        asked_at: '2026-11-26T02:00:00Z',
        fetched_at: '2026-11-26T02:00:00Z',
      },
    ],
  },
  tests: [
    {
      id: 1,
      number: '123',
      completed_at: '2026-05-18T09:30:00Z',
      result: 'passed',
      expires_on: '2027-05-20',
      odometer_m: 402_336_000,
      odometer: 'read',
      registration: 'AA19AAA',
      defects: [{ text: 'Tyre worn close to legal limit', type: 'ADVISORY', dangerous: false }],
    },
  ],
  differences: [
    {
      id: 9,
      date: 'mot',
      ours_on: '2026-12-24',
      official_on: '2027-05-20',
      source: 'dvsa',
      found_at: '2026-11-26T02:00:00Z',
    },
  ],
  runs: [],
};

const user = userEvent.setup();
let sent: unknown[];
let sources: OfficialSource[];
let vehicle: OfficialVehicle;

beforeAll(startTestTexts);
afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  sources = VEHICLE.sources;
  vehicle = VEHICLE;
  answerCalls({
    '/api/official_data/vehicles/5/check/': () =>
      new Response(JSON.stringify({ code: 'x', detail: 'The limit of requests is reached.' }), {
        status: 429,
      }),
    '/api/official_data/vehicles/5/': () => vehicle,
    '/api/official_data/differences/9/': (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      vehicle = { ...VEHICLE, differences: [] };
      return vehicle;
    },
    '/api/official_data/sources/': () => sources,
    '/api/official_data/': () => ({ count: 1, results: [ROW] }),
  });
});

const open = (address: string, role: 'ADMIN' | 'READONLY' = 'ADMIN') =>
  openScreen(address, testUser({ role, modules: ['Vehicle File'] }));

it('lists tax and MOT with what needs attention', async () => {
  await open('/vehicle-file/official-data');
  const row = (await screen.findByText('AA19 AAA')).closest('tr') as HTMLElement;
  for (const text of ['Difference', '20/05/27', '18/05/26, Passed']) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
  expect(within(row).getAllByText('Untaxed')).toHaveLength(2);
});

it('says that nothing is configured, and offers no check', async () => {
  sources = [source('dvla', { is_configured: false }), source('dvsa', { is_configured: false })];
  vehicle = { ...VEHICLE, sources, data: null, tests: [], differences: [] };
  await open('/vehicle-file/official-data?open=5');
  const notes = await screen.findAllByText(/nothing is sent\./);
  expect(notes.length).toBeGreaterThan(0);
  expect((await screen.findAllByText(/DVLA_VEHICLE_KEY/)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Check now' })).toBe(null);
});

it('shows tests with odometer and advisories, and the error of a check', async () => {
  await open('/vehicle-file/official-data?open=5');
  expect(await screen.findByText(/Odometer 250,000 mi · Valid until 20\/05\/27/)).toBeTruthy();
  expect(screen.getByText(/Tyre worn close to legal limit/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('The limit of requests is reached.')).toBeTruthy();
});

it('resolves a difference by the date that a person chooses', async () => {
  await open('/vehicle-file/official-data?open=5');
  await user.click(await screen.findByRole('button', { name: 'Use 20/05/27' }));
  expect(await screen.findByText('Difference resolved')).toBeTruthy();
  expect(sent).toEqual([{ use: 'official' }]);
  expect(screen.queryByRole('button', { name: 'Keep 24/12/26' })).toBe(null);
});

it('fills empty fields of a new vehicle, and leaves what a person has entered', () => {
  const facts = VEHICLE.data?.facts;
  if (facts === undefined) throw new Error('facts');
  const draft = vehicleDraft(null);
  expect(lookedUp(draft, { ...facts, fuel: 'ELECTRICITY' })).toEqual({
    vehicle_type: 3,
    first_registered_on: '2019-05-20',
    gross_weight_kg: '44000',
  });
  const typed = { ...draft, first_registered_on: '2018-01-01', gross_weight_kg: '3500' };
  expect(lookedUp(typed, { ...facts, fuel: null })).toEqual({});
});

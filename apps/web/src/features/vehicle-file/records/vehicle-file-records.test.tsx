import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { speakPortuguese, startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import type { Defect, DriverCheck, Inspection } from '../../records/record/use-record.ts';
import type { VorRecord } from '../../records/vor-form/records-vor-form.ts';
import { activity } from '../test-records.ts';

const LIST = '/api/vehicle_activities/';
let row: Activity;
let defect: Defect;
let sent: { path: string; method: string; body: unknown; key: string | null }[];
let answerStep: () => unknown;

const vorEntry = (changes: Partial<VorRecord> = {}): VorRecord => ({
  id: 5,
  vehicle: { id: 12, registration: 'AB12 CDE' },
  depot: null,
  off_road_at: '2026-11-18T07:00:00Z',
  days: 4,
  reason: 'defect',
  note: '',
  record_id: 77,
  record_kind: 'defect',
  reference_number: 'DEF-000077',
  repairer: { id: 3, name: 'Tyre Service' },
  cost_per_day: 95,
  cost: 380,
  expected_back: '2026-11-25T00:00:00Z',
  set_by: 'Dan Reed',
  returned_at: null,
  cleared_by: null,
  state: 'off_road',
  version: 1,
  ...changes,
});

const defectOf = (changes: Partial<Defect> = {}): Defect => ({
  id: 77,
  reference_number: 'DEF-000077',
  vehicle: { id: 12, registration: 'AB12 CDE' },
  state: 'assigned',
  version: 2,
  status: '1431655764_IS_VOR',
  place: null,
  odometer: null,
  items: [
    {
      name: 'Tyres and wheel fixing',
      area: 'tyres',
      severity: 'dangerous',
      finding: 'Nearside rear tyre below the limit',
      remedy: null,
    },
  ],
  reported: { at: '2026-11-18T07:00:00Z', by: 'Dan Reed' },
  verified: { at: '2026-11-18T08:00:00Z', by: 'Mia Hill', note: 'Not to be used' },
  assigned: { at: '2026-11-18T09:00:00Z', by: 'Mia Hill', note: 'Tyre Service' },
  repaired: null,
  signed_off: null,
  repairer: 'Tyre Service',
  expected_back: '2026-11-20T00:00:00Z',
  due_at: '2026-11-21T00:00:00Z',
  is_overdue: false,
  labour_cost: null,
  parts_cost: null,
  cost: 0,
  job_number: null,
  signature: null,
  photographs: [{ id: 1, caption: 'Tyre', shows: 'finding', address: '/api/files/1/' }],
  next_steps: ['repair', 'assign'],
  off_road: [vorEntry()],
  trail: [],
  ...changes,
});

const inspection: Inspection = {
  id: 78,
  reference_number: 'PMI-000078',
  vehicle: { id: 12, registration: 'AB12 CDE' },
  status: '7',
  version: 3,
  inspected_at: '2026-11-18T07:00:00Z',
  inspector: 'Ines Mott',
  place: null,
  odometer: null,
  items: [
    { section: '', name: 'Steering', result: 'ok', note: null, repaired_by: null },
    { section: '', name: 'Wipers', result: 'repaired', note: 'Renewed', repaired_by: 'Rui' },
  ],
  tyres: [{ position: 'Front nearside', tread_mm: 1.5, pressure_kpa: null, is_met: false }],
  brakes: {
    method: 'roller',
    is_laden: true,
    service: { efficiency: 58, least: 50, is_met: true },
    secondary: { efficiency: 24, least: 25, is_met: false },
    parking: { efficiency: null, least: 16, is_met: null },
  },
  brake_test: null,
  fault_notes: [],
  is_roadworthy: true,
  declaration: 'Safe and roadworthy.',
  signature: null,
  photographs: [],
  next_statuses: ['11'],
  off_road: [],
  trail: [],
};

const check: DriverCheck = {
  id: 79,
  type: 'DRV',
  reference_number: 'DRV-000079',
  date: '2026-11-18T07:00:00Z',
  vehicle: { id: 12, registration: 'AB12 CDE' },
  depot: null,
  driver: 'Dan Reed',
  odometer: null,
  place: 'Leeds yard',
  result: 'fail',
  defects: 1,
  takes_off_road: false,
  duration: 41,
  is_short: true,
  items: [
    {
      section: '',
      name: 'Horn',
      answer: 'defect',
      ok: false,
      severity: 'minor',
      comment: 'Weak',
      photos: [],
    },
  ],
  photos: [],
  signature: null,
  signed_name: null,
  declaration: '',
  defect: null,
};

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  defect = defectOf();
  sent = [];
  answerStep = () => defectOf({ state: 'repaired' });
  row = activity(2, { activity_type_reference: 'DEFECT', record_id: 77 });
  answerCalls({
    [LIST]: () => ({ count: 1, count_is_limit: false, results: [row] }),
    [`${LIST}2/`]: () => row,
    [`${LIST}2/trail/`]: () => [],
    [`${LIST}2/investigations/`]: () => [],
    '/api/vehicle_activity_types/': () => ({ count: 0, results: [] }),
    '/api/vehicles_group_list_small/': () => [],
    '/api/vehicles_group_list/': () => ({ count: 0, vehicle_groups: [] }),
    '/defect/api/defects/77/': () => defect,
    '/defect/api/defects/77/steps/': () => answerStep(),
    '/safety-inspection/api/inspections/78/': () => inspection,
    '/vehicle-check/api/driver_checks/79/': () => check,
    '/api/vor/5/': () => ({ ...vorEntry({ state: 'returned' }), is_off_road: false }),
    '/api/vor_list/': () => vorEntry(),
  });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    sent.push({
      path: new URL(address, 'http://localhost').pathname,
      method: init.method ?? 'GET',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      key: new Headers(init.headers).get('Idempotency-Key'),
    });
    return answered(address);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (role: 'MANAGER' | 'USER' = 'MANAGER') =>
  openScreen('/vehicle-file/activity?activity=2', testUser({ role }));
const record = (name: string) => screen.findByRole('heading', { name, level: 3 });
const posted = (path: string) => sent.filter((one) => one.path === path && one.method !== 'GET');

describe('The record of a defect', () => {
  it('[G-01] shows the finding, its photos, its timeline and the VOR reason', async () => {
    await open();
    await record('Defect');
    expect(await screen.findByText('Nearside rear tyre below the limit')).toBeTruthy();
    expect(screen.getByText('Dangerous')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Tyre' }).getAttribute('src')).toBe('/api/files/1/');
    expect(screen.getByText('Not to be used')).toBeTruthy();
    expect(screen.getAllByText('Open')).toHaveLength(2);
    expect(screen.getByText(/\(4 days\)/)).toBeTruthy();
    expect(screen.getByText('Cost to date £380.00')).toBeTruthy();
    // A defect's reason is cleared by its sign-off.
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('[A-06] shows built-in check points in the language of the reader, others as written', async () => {
    const found = defect.items.map((one) => ({ ...one, severity: 'minor' as const }));
    defect = defectOf({
      items: [...found, ...found.map((one) => ({ ...one, name: 'Tyres & wheels' }))],
      photographs: [
        { id: 1, caption: 'Horn', shows: 'finding', address: '/api/files/1/' },
        { id: 2, caption: 'Left HORN', shows: 'finding', address: '/api/files/2/' },
      ],
    });
    await speakPortuguese();
    await open();
    await screen.findByText('Pneus e fixação das rodas');
    for (const text of ['Tyres & wheels', 'Buzina', 'Left HORN']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it('performs the next step with its evidence, once even if sent again', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record the repair' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/^Work done/), 'Tyre renewed');
    await userEvent.type(within(dialog).getByLabelText(/^Job card or invoice number/), 'J-17');
    await userEvent.type(within(dialog).getByLabelText(/^Labour cost/), '45.5');
    const fault = { detail: 'x', errors: { job_number: ['Too short'] } };
    answerStep = () => new Response(JSON.stringify(fault), { status: 400 });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Too short')).toBeTruthy();
    answerStep = () => defectOf({ state: 'repaired' });
    defect = defectOf({ state: 'repaired', next_steps: ['sign_off', 'return'] });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Sign off' });
    const [first, second] = posted('/defect/api/defects/77/steps/');
    expect(Object.fromEntries(second?.body as FormData)).toEqual({
      step: 'repair',
      version: '2',
      note: 'Tyre renewed',
      job_number: 'J-17',
      labour_cost: '45.5',
    });
    expect(second?.key).toMatch(/^[\w-]{30,}$/);
    expect(first?.key).toBe(second?.key);
  });

  it('[G-86] reassigns a defect to another repairer, with the expected return', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change repairer' }));
    const dialog = await screen.findByRole('dialog');
    const repairer = within(dialog).getByLabelText(/^Repairer/);
    expect(repairer).toHaveProperty('value', 'Tyre Service');
    await userEvent.clear(repairer);
    await userEvent.type(repairer, 'Axle Works');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted('/defect/api/defects/77/steps/')).toHaveLength(1));
    expect(
      Object.fromEntries(posted('/defect/api/defects/77/steps/')[0]?.body as FormData),
    ).toEqual({
      step: 'assign',
      version: '2',
      repairer: 'Axle Works',
      expected_back: '2026-11-20T00:00:00Z',
    });
  });

  it('shows when somebody else was faster', async () => {
    const detail = 'Somebody else has changed this record in the meantime.';
    answerStep = () => new Response(JSON.stringify({ detail }), { status: 409 });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record the repair' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/^Work done/), 'Tyre renewed');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(new RegExp(detail))).toBeTruthy();
  });

  it('[RP-29] [RP-30] lets only managers mark the vehicle as off the road', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a reason' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'Accident');
    await userEvent.type(within(dialog).getByLabelText('Cost per day (GBP)'), '120.5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted('/api/vor_list/')).toHaveLength(1));
    expect(posted('/api/vor_list/')[0]?.body).toMatchObject({
      vehicle: 12,
      reason: 'accident',
      cost_per_day: 120.5,
    });
    expect(posted('/api/vor_list/')[0]?.body).not.toHaveProperty('defect');
    cleanup();
    await open('USER');
    expect(await screen.findByText('Off the road (VOR)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a reason' })).toBeNull();
  });

  it('[RP-30] clears another reason, and shows that the vehicle is back', async () => {
    defect = defectOf({
      off_road: [vorEntry({ reason: 'accident', record_id: null, record_kind: null })],
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('The vehicle is back on the road')).toBeTruthy();
    expect(posted('/api/vor/5/')[0]?.body).toMatchObject({ version: 1 });
  });
});

describe('Other records', () => {
  it('[G-05] an inspection shows its measurements with thresholds, and its review', async () => {
    row = activity(2, { activity_type_reference: 'SAFETY_INSPECTION', record_id: 78, status: '7' });
    await open();
    await record('Safety inspection');
    expect(await screen.findByText('1 item in order')).toBeTruthy();
    const cells = (name: string) =>
      screen.getByRole('rowheader', { name }).closest('tr')?.textContent;
    expect(cells('Secondary')).toBe('Secondary24 %25 %Insufficient');
    expect(cells('Parking')).toBe('Parking–16 %');
    expect(cells('Front nearside')).toBe('Front nearside1.5–Insufficient');
    await userEvent.click(screen.getByRole('button', { name: 'Review' }));
    await waitFor(() =>
      expect(posted('/safety-inspection/api/inspections/78/status/')[0]?.body).toEqual({
        status: '11',
        version: 3,
      }),
    );
  });

  it('a driver check shows driver, duration and findings; a hurried one is marked', async () => {
    row = activity(2, { activity_type_reference: 'DRIVER_CHECK', record_id: 79, status: 'x' });
    await open();
    await record('Driver check');
    expect(await screen.findByText('Hurried')).toBeTruthy();
    expect(screen.getByText(/0 min 41 s/)).toBeTruthy();
    expect(screen.getByText('Weak')).toBeTruthy();
  });
});

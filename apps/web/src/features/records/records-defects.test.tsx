import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ModuleName, Role } from '@roadworthy/domain';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';
import type { DefectRow } from '../defects/defects-columns.tsx';
import type { InspectionRow } from '../inspections/inspections-columns.tsx';
import type { Defect } from './record/use-record.ts';

const LIMIT_MS = 20_000;

const row: DefectRow = {
  id: 31,
  reference_number: 'DEF-000031',
  vehicle: { id: 7, registration: 'AB12 CDE' },
  depot: { id: 2, name: 'Leeds' },
  state: 'assigned',
  severity: 'dangerous',
  finding: 'Tyre below the limit',
  items: 3,
  reported_at: '2026-11-10T08:00:00Z',
  reported_by: 'Dan Reed',
  repairer: 'Axle Works',
  expected_back: null,
  due_at: '2026-11-11T08:00:00Z',
  is_overdue: true,
  is_off_road: true,
  cost: 255.5,
  signed_off_at: null,
};
const one: Defect = {
  ...row,
  version: 3,
  status: '1431655764_IS_VOR',
  place: null,
  odometer: null,
  items: [
    { name: 'Tyres', area: 'tyres', severity: 'dangerous', finding: row.finding, remedy: null },
  ],
  reported: { at: row.reported_at, by: 'Dan Reed' },
  verified: { at: row.reported_at, by: 'Mia Hill', note: 'Not to be used' },
  assigned: { at: row.reported_at, by: 'Mia Hill', note: 'Axle Works' },
  repaired: null,
  signed_off: null,
  labour_cost: null,
  parts_cost: null,
  job_number: null,
  signature: null,
  photographs: [],
  next_steps: ['repair', 'assign'],
  off_road: [],
  trail: [
    {
      id: 1,
      at: row.reported_at,
      by: 'Mia Hill',
      action: 'assign',
      note: '',
      changes: [
        { field: 'state', before: 'verified', after: 'assigned' },
        { field: 'repairer', before: null, after: 'Axle Works' },
      ],
    },
  ],
};
const figures = {
  open: 4,
  reported: 1,
  verified: 1,
  assigned: 2,
  repaired: 0,
  overdue: 1,
  dangerous: 1,
  off_road: 1,
  signed_off: 5,
  cost: 1200,
  average_days: 3.5,
  repairers: ['Axle Works'],
};
const alert: AnswerOf<typeof contract.alerts.list>['results'][number] = {
  id: 51,
  rule: null,
  severity: 'critical',
  vehicle: row.vehicle,
  event: null,
  defect: { id: 31, reference_number: row.reference_number, finding: row.finding },
  fault: null,
  recall: null,
  timestamp: row.reported_at,
  lat: null,
  long: null,
  geofence: null,
  read_at: null,
  deliveries: [],
};
const inspection: InspectionRow = {
  id: 41,
  reference_number: 'PMI-000041',
  vehicle: { id: 7, registration: 'AB12 CDE' },
  depot: null,
  status: '11',
  inspected_at: '2026-11-10T08:00:00Z',
  inspector: 'Ines Mott',
  is_roadworthy: false,
  defects: 2,
  brakes: 'below',
  brake_service: 44,
  brake_secondary: 30,
  brake_parking: null,
  tyres: 'met',
  least_tread: 4.5,
  next_due: '2026-11-01',
  is_next_overdue: true,
};
const inspectionFigures = {
  overdue: 1,
  due_soon: 2,
  overdue_first: 0,
  due_soon_first: 1,
  inspected: 9,
  not_roadworthy: 1,
  brakes_below: 1,
  tyres_below: 0,
  to_review: 1,
  incomplete: 0,
};

let asked: { path: string; query: URLSearchParams }[] = [];
/** The reports sent, with their idempotency keys. */
let sent: { key: string | null; body: FormData }[] = [];
/** The body of the call that assigns many. */
let assigned: unknown = null;
beforeAll(startTestTexts);
beforeEach(() => {
  assigned = null;
  asked = [];
  sent = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    if (url.pathname === '/defect/api/defects/' && init.body instanceof FormData) {
      sent.push({ key: new Headers(init.headers).get('idempotency-key'), body: init.body });
      if (sent.length > 1) return new Response(JSON.stringify(one), { status: 201 });
      const refusal = { detail: 'Wrong', errors: { 'items.0.finding': ['Say more.'] } };
      return new Response(JSON.stringify(refusal), { status: 400 });
    }
    asked.push({ path: url.pathname, query: url.searchParams });
    const answer = (body: unknown) => new Response(JSON.stringify(body));
    const page = (results: readonly unknown[]) => ({
      count: results.length,
      count_is_limit: false,
      results,
    });
    switch (url.pathname) {
      case '/defect/api/defects/':
        return answer(page(url.searchParams.get('severity') === 'minor' ? [] : [row]));
      case '/defect/api/defect_figures/':
        return answer(figures);
      case '/api/fmt/simple_vehicle_list/':
        return answer(page([{ ...row.vehicle, vehicle_type: { reference: 'VAN', name: 'Van' } }]));
      case '/api/alerts/':
        return answer({ ...page([alert]), unread: 1 });
      case '/defect/api/defects/31/':
        return answer(one);
      case '/defect/api/defects_assign/':
        assigned = JSON.parse(String(init.body));
        return answer({
          changed: 0,
          left: [{ id: 31, reference_number: 'DEF-000031', state: 'reported' }],
        });
      case '/safety-inspection/api/inspections/':
        return answer(page([inspection]));
      case '/safety-inspection/api/inspection_figures/':
        return answer(inspectionFigures);
      default:
        return new Promise<Response>(() => undefined);
    }
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

const listed = (path: string) => asked.filter((one) => one.path === path).map(({ query }) => query);

async function open(
  path: string,
  heading: string,
  role: Role = 'MANAGER',
  modules: readonly ModuleName[] | 'all' = 'all',
) {
  const user = testUser({ role, modules });
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await screen.findByRole('heading', { name: heading, level: 1 }, { timeout: LIMIT_MS });
}

describe('the screen of defects', () => {
  it('[W-01] shows each with its state in words, and counts that filter', async () => {
    await open('/defects?depot=2', 'Defects');
    await screen.findByRole('button', { name: 'AB12 CDE' }, { timeout: LIMIT_MS });
    const text = screen.getByRole('row', { name: /AB12 CDE/ }).textContent;
    for (const part of [
      'Leeds',
      'Dangerous',
      'and 2 more',
      'With the repairer',
      'Overdue',
      'VOR',
    ]) {
      expect(text).toContain(part);
    }
    expect(listed('/defect/api/defects/')[0]?.get('depot')).toBe('2');
    expect(listed('/defect/api/defect_figures/')[0]?.get('depot')).toBe('2');
    const tiles = within(screen.getByRole('list', { name: 'Figures' }));
    await userEvent.click(tiles.getByRole('button', { name: /Overdue/ }));
    await waitFor(() => expect(listed('/defect/api/defects/').at(-1)?.get('overdue')).toBe('true'));
    expect(tiles.getByRole('button', { name: /Overdue/ }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(new URLSearchParams(window.location.search).get('overdue')).toBe('true');
    await userEvent.selectOptions(screen.getByLabelText('Severity'), 'Minor');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'AB12 CDE' })).toBeNull());
  });

  it('[W-01] opens the timeline, the next steps and the audit trail of one', async () => {
    await open('/defects?open=31', 'Defects');
    const trail = await screen.findByText('Trail', {}, { timeout: LIMIT_MS });
    expect(trail.parentElement?.textContent).toContain('State: Assessed → With the repairer');
    expect(trail.parentElement?.textContent).toContain('Repairer: Axle Works');
    expect(screen.getByText('Not to be used')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Record the repair' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change repairer' })).toBeTruthy();
  });
});

describe('the bell', () => {
  const bell = () =>
    screen.findByRole('button', { name: 'Alerts, 1 unread' }, { timeout: LIMIT_MS });

  it('[E-P03] shows a serious defect in words, with a link to it', async () => {
    await open('/defects', 'Defects');
    await userEvent.click(await bell());
    const line = await screen.findByRole('link', { name: /Serious defect/ });
    for (const part of ['Critical', 'AB12 CDE', 'Tyre below the limit']) {
      expect(line.textContent).toContain(part);
    }
    await userEvent.click(line);
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/defects?open=31'),
    );
  });

  it('[E-P03] [U-P01] links to the vehicle file without permission for defects, and shows no rules', async () => {
    await open('/administration/user-preferences', 'User preferences', 'MANAGER', ['Vehicle File']);
    await userEvent.click(await bell());
    const line = await screen.findByRole('link', { name: /Serious defect/ });
    expect(line.getAttribute('href')).toBe('/vehicle-file/activity?vehicleId=7');
    expect(screen.queryByRole('link', { name: 'All alerts and rules' })).toBeNull();
  });
});

describe('a defect reported by hand', () => {
  it('[W-01] requires vehicle, part, severity and description, explains serious defects, and sends once', async () => {
    const user = userEvent.setup();
    await open('/defects', 'Defects');
    await user.click(screen.getByRole('button', { name: /Report a defect/ }));
    const panel = within(await screen.findByRole('region', { name: 'Report a defect' }));
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(panel.getAllByText(/^“.+” is required\.$/)).toHaveLength(5);
    expect(panel.getByText('“Severity” is required.')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(panel.getByRole('combobox', { name: /^Registration/ }), 'AB12');
    await user.click(
      await screen.findByRole('option', { name: /AB12 CDE/ }, { timeout: LIMIT_MS }),
    );
    await user.selectOptions(panel.getByLabelText(/^Part of the vehicle/), 'Tyres');
    await user.type(panel.getByLabelText(/^What is defective/), 'Nearside rear tyre');
    await user.selectOptions(panel.getByLabelText(/^Severity/), 'Minor');
    expect(panel.queryByText(/is off the road/)).toBeNull();
    await user.selectOptions(panel.getByLabelText(/^Severity/), 'Major');
    expect(panel.getByText(/is off the road/)).toBeTruthy();
    await user.type(panel.getByLabelText(/^Description of the defect/), 'Bald');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Say more.', {}, { timeout: LIMIT_MS })).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(
      () => expect(screen.queryByRole('region', { name: 'Report a defect' })).toBeNull(),
      {
        timeout: LIMIT_MS,
      },
    );
    expect(sent.map(({ body }) => [body.get('vehicle'), body.get('items')])).toEqual(
      Array(2).fill([
        '7',
        JSON.stringify([
          { name: 'Nearside rear tyre', area: 'tyres', severity: 'major', finding: 'Bald' },
        ]),
      ]),
    );
    // The same content has the same idempotency key.
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('[G-86] assigns the selected ones, and says which do not wait for a repairer', async () => {
    await open('/defects', 'Defects');
    const user = userEvent.setup();
    await user.click(
      await screen.findByRole('checkbox', { name: /AB12 CDE/ }, { timeout: LIMIT_MS }),
    );
    await user.click(screen.getByRole('button', { name: 'Assign to a repairer' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Assign 1 defect to a repairer' }));
    await user.type(dialog.getByRole('combobox', { name: /Repairer/ }), 'Axle Works');
    await user.click(dialog.getByRole('button', { name: 'Assign to a repairer' }));
    await screen.findByText('1 defect does not wait for a repairer');
    screen.getByText('DEF-000031 (Reported)');
    expect(assigned).toEqual({ ids: [31], repairer: 'Axle Works' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/defects assigned/)).toBeNull();
  });

  it('[G-86] [U-P01] can be assigned by managers only', async () => {
    await open('/defects', 'Defects', 'DRIVER');
    await screen.findByRole('button', { name: 'AB12 CDE' }, { timeout: LIMIT_MS });
    expect(screen.queryByRole('checkbox', { name: /AB12 CDE/ })).toBeNull();
  });

  it('[W-01] [U-P01] requires write permission', async () => {
    await open('/defects', 'Defects', 'READONLY');
    await screen.findByRole('button', { name: 'AB12 CDE' }, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: /Report a defect/ })).toBeNull();
  });
});

describe('the screen of safety inspections', () => {
  it('[W-02] says which of the due vehicles the list cannot show, and leads to the planner', async () => {
    await open('/inspections?depot=2', 'Safety inspections');
    const tiles = within(screen.getByRole('list', { name: 'Figures' }));
    await userEvent.click(tiles.getByRole('button', { name: /Overdue/ }));
    expect(screen.queryByText(/no inspection yet/)).toBeNull();
    await userEvent.click(tiles.getByRole('button', { name: /Due within 14 days/ }));
    const note = await screen.findByText(
      /^1 of these vehicles has no inspection yet/,
      {},
      { timeout: LIMIT_MS },
    );
    expect(within(note).getByRole('link').getAttribute('href')).toBe(
      '/vehicle-file/planner?view=list&category=PMI&depot=2',
    );
  });

  it('[W-02] does not lead to the planner without the vehicle file', async () => {
    await open('/inspections?due=soon', 'Safety inspections', 'MANAGER', ['SafetyInspection']);
    const note = await screen.findByText(/no inspection yet/, {}, { timeout: LIMIT_MS });
    expect(within(note).queryByRole('link')).toBeNull();
  });

  it('[W-02] shows result, brakes, tread and the next due date', async () => {
    await open('/inspections', 'Safety inspections');
    await screen.findByRole('button', { name: 'AB12 CDE' }, { timeout: LIMIT_MS });
    const text = screen.getByRole('row', { name: /AB12 CDE/ }).textContent;
    for (const part of [
      'In review',
      'Not roadworthy',
      '44 / 30 / –',
      'Insufficient',
      '4.5',
      'Overdue',
    ]) {
      expect(text).toContain(part);
    }
    await userEvent.selectOptions(screen.getByLabelText('Brakes'), 'Brakes insufficient');
    await waitFor(() =>
      expect(listed('/safety-inspection/api/inspections/').at(-1)?.get('brakes')).toBe('below'),
    );
  });
});

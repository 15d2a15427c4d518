import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { addDays } from '../../ui/date-range/calendar.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';
import { saveVor, vorFormOf } from '../records/vor-form/records-vor-form.ts';
import type { VorRecord } from './use-vor.ts';
import { isLate } from './vor-state-badge.tsx';

const LIMIT_MS = 20_000;

const entry = (values: Partial<VorRecord> = {}): VorRecord => ({
  id: 5,
  vehicle: { id: 7, registration: 'AB12 CDE' },
  depot: { id: 2, name: 'Leeds' },
  off_road_at: '2026-11-10T08:00:00Z',
  days: 12,
  reason: 'at_repairer',
  note: '',
  record_id: null,
  record_kind: null,
  reference_number: null,
  repairer: { id: 3, name: 'Axle Works' },
  cost_per_day: 120,
  cost: 1440,
  expected_back: null,
  set_by: 'Mia Hill',
  returned_at: null,
  cleared_by: null,
  state: 'off_road',
  version: 3,
  ...values,
});
const TOTALS = {
  vehicles: 40,
  off_road: 2,
  over_7_days: 1,
  returned_this_week: 4,
  average_days: 7.5,
  cost: 1440,
};

let entries: VorRecord[] = [];
let asked: URLSearchParams[] = [];
let figuresAsked: string[];
let sent: { call: string; body: unknown }[] = [];
/** Fields of the list response besides its rows. */
let counted: { count?: number; count_is_limit?: boolean } = {};

beforeAll(startTestTexts);
beforeEach(() => {
  entries = [
    entry(),
    entry({
      id: 6,
      vehicle: { id: 8, registration: 'XY99 ZZZ' },
      reason: 'defect',
      record_id: 31,
      record_kind: 'defect',
      reference_number: 'DEF-000031',
    }),
  ];
  asked = [];
  figuresAsked = [];
  sent = [];
  counted = {};
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = options.method ?? 'GET';
    const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
    if (method !== 'GET') {
      sent.push({ call: `${method} ${url.pathname}`, body: JSON.parse(String(options.body)) });
      return answer({ ...entry(), is_off_road: false });
    }
    if (url.pathname === '/api/vor_list/') {
      asked.push(url.searchParams);
      const results = url.searchParams.get('reason') === 'accident' ? [] : entries;
      return answer({
        count: results.length,
        count_is_limit: false,
        results,
        totals: null,
        repairers: [],
        ...counted,
      });
    }
    if (url.pathname === '/api/vor_figures/') {
      figuresAsked.push(url.search);
      return answer({ totals: TOTALS, repairers: ['Axle Works'] });
    }
    const one = /^\/api\/vor\/(\d+)\/$/.exec(url.pathname);
    if (one !== null) {
      const found = entries.find(({ id }) => id === Number(one[1]));
      const trail = [
        {
          id: 1,
          at: '2026-11-10T08:00:00Z',
          by: 'Mia Hill',
          action: 'set',
          note: '',
          changes: [{ field: 'reason', before: null, after: 'at_repairer' }],
        },
      ];
      return answer({ ...found, trail });
    }
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

async function open(path = '/vor-dashboard/vor', role: 'MANAGER' | 'READONLY' = 'MANAGER') {
  const user = testUser({ role });
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await screen.findByRole('heading', { name: 'Vehicles off the road' }, { timeout: LIMIT_MS });
}
const button = (name: string | RegExp) =>
  screen.findByRole('button', { name }, { timeout: LIMIT_MS });

describe('the VOR dashboard', () => {
  it('[N-01] [N-P01] [A-22] shows tiles and rows with their reasons', async () => {
    await open();
    await button('AB12 CDE');
    const tiles = screen.getByLabelText('Figures');
    const now = within(tiles).getByRole('button', {
      name: /^Off the road now\s*2\s*of 40 vehicles$/,
    });
    await userEvent.click(now);
    await waitFor(() => expect(asked.at(-1)?.get('counted')).toBe('off_road'));
    expect(now.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(now);
    await waitFor(() => expect(now.getAttribute('aria-pressed')).toBe('false'));
    expect(within(tiles).getByText('7.5')).toBeTruthy();
    const row = screen.getByRole('row', { name: /AB12 CDE/ });
    for (const text of ['Leeds', '12', 'At the repairer', 'Axle Works', 'Off the road']) {
      expect(row.textContent).toContain(text);
    }
    expect(screen.getByRole('row', { name: /XY99 ZZZ/ }).textContent).toContain('DEF-000031');
    expect(asked[0]?.get('pageSize')).toBe('50');
  });

  it('[N-P01] [R-P07] shows a count that is a lower limit', async () => {
    counted = { count: 10_000, count_is_limit: true };
    await open();
    await button('AB12 CDE');
    expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('10,000+');
  });

  it('[N-P01] [R-P07] loads its figures once for all pages, and again for another depot', async () => {
    counted = { count: 10_000, count_is_limit: true };
    await open('/vor-dashboard/vor?region=3');
    await button('AB12 CDE');
    await userEvent.click(await button('Next page'));
    await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('2'));
    expect(asked.every((query) => query.get('totals') === 'false')).toBe(true);
    expect(figuresAsked).toEqual(['?region=3']);
    expect(within(screen.getByLabelText('Figures')).getByText('7.5')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Axle Works' })).toBeTruthy();
    window.history.replaceState(null, '', '/vor-dashboard/vor?region=3&depot=2');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(figuresAsked).toEqual(['?region=3', '?region=3&depot=2']));
  });

  it('[N-02] [N-P01] filters are in the URL; unset ones are not sent', async () => {
    await open('/vor-dashboard/vor?depot=2');
    await button('AB12 CDE');
    expect(asked[0]?.get('depot')).toBe('2');
    expect(asked[0]?.has('region')).toBe(false);
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Accident');
    expect(await screen.findByText('No VOR data')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('reason')).toBe('accident');
  });

  it('[RP-30] [N-P02] an entry shows its timeline, is edited, and cleared after confirmation', async () => {
    await open('/vor-dashboard/vor?open=5');
    const line = (await screen.findByText('Time line', {}, { timeout: LIMIT_MS })).parentElement;
    expect(line?.textContent).toContain('Reason: At the repairer');
    await userEvent.clear(screen.getByLabelText('Repairer', { selector: 'input' }));
    await userEvent.type(screen.getByLabelText('Repairer', { selector: 'input' }), 'Truck Centre');
    await userEvent.click(await button('Save'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      call: 'PUT /api/vor/5/',
      body: { repairer: 'Truck Centre', version: 3 },
    });
  });

  it.each([
    ['defect', 'defect'],
    ['inspection', 'inspection'],
  ] as const)('[N-P02] an entry of a %s has its work orders', async (kind, filter) => {
    // A vehicle that an inspection finds unroadworthy is off the road for a defect.
    entries = [entry({ reason: 'defect', record_id: 31, record_kind: kind })];
    const ordersAsked: URLSearchParams[] = [];
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
      const url = new URL(address, 'http://localhost');
      if (url.pathname !== '/api/work_orders/') return others(address, options);
      ordersAsked.push(url.searchParams);
      return new Response(JSON.stringify({ count: 0, count_is_limit: false, results: [] }));
    });
    await open('/vor-dashboard/vor?open=5');
    await waitFor(() => expect(ordersAsked.at(-1)?.get(filter)).toBe('31'), {
      timeout: LIMIT_MS,
    });
  });

  it('[N-P02] an entry of a defect cannot be cleared manually', async () => {
    await open('/vor-dashboard/vor?open=6');
    await screen.findByText('Time line', {}, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('[RP-29] requires a vehicle from the search', async () => {
    await open();
    await userEvent.click(await button('Add new'));
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('“Registration” is required.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('[U-P01] is read-only without write permission', async () => {
    await open('/vor-dashboard/vor?open=5', 'READONLY');
    await screen.findByText('Time line', {}, { timeout: LIMIT_MS });
    for (const name of ['Add new', 'Save', 'Clear']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('[N-P01] is overdue after the expected day', () => {
    const back = entry({ expected_back: '2026-11-20T00:00:00Z' });
    expect(isLate(back, '2026-11-20')).toBe(false);
    expect(isLate(back, '2026-11-21')).toBe(true);
    expect(isLate({ ...back, state: 'returned' }, '2026-12-01')).toBe(false);
  });

  it.each([
    ['Pacific/Auckland', '2026-11-20T11:30:00Z', '2026-11-21', '2026-11-19T11:00:00Z'],
    ['America/Los_Angeles', '2026-11-21T05:00:00Z', '2026-11-20', '2026-11-20T08:00:00Z'],
    ['Europe/London', '2026-06-01T23:30:00Z', '2026-06-02', '2026-05-31T23:00:00Z'],
  ])('[RP-29] [S-P01] the day off the road is cut in %s', async (zone, now, today, start) => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
    try {
      const form = vorFormOf(null, zone);
      expect(form.off_road_at).toBe(today);
      const of = { vehicleId: 7, defectId: null, entry: null, timeZone: zone };
      await saveVor(form, of);
      // The day before in Auckland and London; the start of today in Los Angeles.
      const picked = zone === 'America/Los_Angeles' ? today : addDays(today, -1);
      vi.setSystemTime(Date.parse(now) + 86_400_000);
      await saveVor({ ...form, off_road_at: picked }, of);
      const moments = sent.map(({ body }) => (body as { off_road_at: string }).off_road_at);
      expect(moments).toEqual([new Date(now).toISOString(), start]);
    } finally {
      vi.useRealTimers();
    }
  });
});

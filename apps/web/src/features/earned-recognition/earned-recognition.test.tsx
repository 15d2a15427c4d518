import { MEASURES as ALL } from '@roadworthy/domain';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { bodyOf, draftName, draftOf, notNumbers } from './limits/earned-recognition-limits.ts';
import type { CaseRecord, Figures } from './use-figures.ts';

const LIMIT_MS = 20_000;
const MEASURES = ['M1', 'M2', 'M3', 'M4', 'M5'] as const;
const some = MEASURES.map((measure, n) => ({
  measure,
  passed: 8 - n,
  of: n === 4 ? 0 : 8,
  share: n === 4 ? null : 100 - n * 12.5,
  state: (['met', 'short', 'triggered', 'triggered', 'none'] as const)[n] ?? 'none',
}));
const FIGURES: Figures = {
  period: { first: '2026-11-02', last: '2026-11-29', is_running: true },
  limits: MEASURES.map((measure) => ({ measure, target: 100, trigger: 90 })),
  total: some,
  depots: [
    { depot: { id: 2, name: 'Leeds' }, figures: some },
    { depot: null, figures: some },
  ],
  trend: [{ first: '2026-11-02', last: '2026-11-29', figures: some }],
};
const LACKING: CaseRecord = {
  id: 5,
  kind: 'inspection',
  reference_number: 'PMI-000005',
  vehicle: { id: 7, registration: 'AB12 CDE' },
  driver: null,
  depot: { id: 2, name: 'Leeds' },
  at: '2026-11-10T08:00:00Z',
  is_passed: false,
  lacks: ['odometer', 'brakes'],
};

let asked: URL[] = [];
let records: readonly CaseRecord[];
beforeAll(startTestTexts);
beforeEach(() => {
  asked = [];
  records = [LACKING];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    if (url.pathname === '/earned-recognition/api/figures/') {
      return new Response(JSON.stringify(FIGURES));
    }
    if (url.pathname === '/earned-recognition/api/records/') {
      return new Response(JSON.stringify({ count: records.length, results: records }));
    }
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the screen of earned-recognition figures', () => {
  it('[W-04] shows each figure in words, changes the period, and opens the records of a depot', async () => {
    const user = testUser({ role: 'MANAGER' });
    window.history.replaceState(null, '', '/earned-recognition');
    storage.currentUser.set(user);
    render(<Application first={user} records={SAMPLE_RECORDS} />);
    const table = await screen.findByRole('table', {}, { timeout: LIMIT_MS });
    expect(await screen.findByText('Still running')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Four weeks later' })).toHaveProperty(
      'disabled',
      true,
    );
    const leeds = await within(table).findByRole('button', { name: /^M3, Leeds: 75%, 6 of 8/ });
    expect(leeds.textContent).toContain('below the trigger');
    await userEvent.click(within(table).getByRole('button', { name: /^M1, Leeds/ }));
    expect(await screen.findByText('Missing: odometer, brake test')).toBeTruthy();
    const link = screen.getByRole('link', { name: /AB12 CDE · PMI-000005/ });
    expect(link.getAttribute('href')).toBe('/inspections?open=5');
    const call = asked.find(({ pathname }) => pathname.endsWith('/records/'));
    expect(call?.searchParams.get('depot')).toBe('2');
    await userEvent.click(screen.getByRole('button', { name: 'Four weeks earlier' }));
    expect(new URLSearchParams(window.location.search).get('period')).toBe('2026-10-05');
  });
});

describe('a record behind a figure', () => {
  it.each([
    ['schedule', '/vehicle-file/planner?view=year&at=2026-11&vehicle=7&schedule=5'],
    [
      'test',
      '/vehicle-file/activity?vehicleId=7&startDate=2026-11-10&endDate=2026-11-10&activity=5',
    ],
    ['defect', '/defects?open=5'],
  ] as const)('[W-04] of kind %s is opened itself', async (kind, address) => {
    const user = testUser({ role: 'MANAGER' });
    records = [{ ...LACKING, kind, reference_number: '', lacks: [] }];
    window.history.replaceState(null, '', '/earned-recognition?measure=M3&of=all');
    storage.currentUser.set(user);
    render(<Application first={user} records={SAMPLE_RECORDS} />);
    const table = await screen.findByRole('table', {}, { timeout: LIMIT_MS });
    await userEvent.click(await within(table).findByRole('button', { name: /^M3, Leeds/ }));
    const link = await screen.findByRole('link', { name: 'AB12 CDE' });
    expect(link.getAttribute('href')).toBe(address);
  });
});

describe('the half of drivers’ hours', () => {
  it('has its own figures for the same period, and opens the day of a driver', async () => {
    const user = testUser({ role: 'MANAGER' });
    const hours = FIGURES.total.map((figure, n) => ({
      ...figure,
      measure: (['H1', 'H2', 'H3', 'H4', 'H5'] as const)[n] ?? 'H1',
    }));
    const day: CaseRecord = {
      ...LACKING,
      kind: 'driver_day',
      id: 9,
      reference_number: '',
      vehicle: null,
      driver: { id: 9, first_name: 'Ann', surname: 'Miles' },
      lacks: ['infringement'],
    };
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string) => {
      const url = new URL(address, 'http://localhost');
      if (url.pathname.endsWith('/records/')) {
        return new Response(JSON.stringify({ count: 1, results: [day] }));
      }
      if (url.searchParams.get('half') !== 'hours') return others(address);
      asked.push(url);
      const depots = [{ depot: { id: 2, name: 'Leeds' }, figures: hours }];
      return new Response(JSON.stringify({ ...FIGURES, total: hours, depots }));
    });
    window.history.replaceState(null, '', '/earned-recognition?period=2026-10-05');
    storage.currentUser.set(user);
    render(<Application first={user} records={SAMPLE_RECORDS} />);
    const tab = await screen.findByRole(
      'button',
      { name: 'Drivers’ hours' },
      { timeout: LIMIT_MS },
    );
    await userEvent.click(tab);
    await userEvent.click(await screen.findByRole('button', { name: /^H1, Leeds: 100%/ }));
    expect(asked.at(-1)?.searchParams.get('period')).toBe('2026-10-05');
    const link = await screen.findByRole('link', { name: 'Ann Miles' });
    expect(link.getAttribute('href')).toBe(
      '/drivers/9?section=hours&from=2026-11-10&to=2026-11-10',
    );
    expect(screen.getByText('Missing: compliance with drivers’ hours')).toBeTruthy();
  });
});

describe('the form of thresholds', () => {
  const limits = {
    customer: 1,
    is_own: true,
    version: 4,
    brake_service: 50,
    brake_secondary: 25,
    brake_parking: 16,
    tread_heavy: 1,
    tread_light: 1.6,
    short_check: 60,
    due_advisory: 56,
    due_minor: 14,
    due_major: 3,
    due_dangerous: 1,
    measures: ALL.map((measure) => ({ measure, target: 100, trigger: 95 })),
  };

  it('[O-P07] sends the values unchanged, with the version that was read', () => {
    const { customer: _customer, is_own: _own, ...body } = limits;
    expect(bodyOf(draftOf(limits), 4)).toEqual(body);
  });

  it('[O-P07] detects values that are not numbers, and maps errors to their figures', () => {
    const draft = { ...draftOf(limits), tread_light: ' ', 'M5.target': '9x' };
    expect(notNumbers(draft)).toEqual(['tread_light', 'M5.target']);
    expect(draftName('measures.1.trigger')).toBe('M2.trigger');
    expect(draftName('brake_service')).toBe('brake_service');
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { Absence, Board, CheckedShift, Finding } from './driver-planning.ts';

const LIMIT_MS = 30_000;
const JO = { id: 5, first_name: 'Jo', surname: 'Hart' };

const finding = (changed: Partial<Finding>): Finding => ({
  check: 'daily_rest',
  level: 'breaks',
  paragraph: '561/2006 Art. 8(2)',
  actual: 28_800,
  limit: 32_400,
  at: null,
  reason: null,
  detail: '',
  ...changed,
});
const SHIFT: CheckedShift = {
  id: 9,
  driver: JO,
  vehicle: { id: 3, registration: 'N2 BBB' },
  trailer: null,
  depot: { id: 2, name: 'North' },
  start: '2026-11-24T06:00:00Z',
  end: '2026-11-24T15:00:00Z',
  driving: 27_000,
  note: '',
  reason: '',
  level: 'breaks',
  acknowledged_at: null,
  author: 'Ada Hill',
  customer: 1,
  version: 1,
  findings: [finding({})],
};
const ABSENCE: Absence = {
  id: 4,
  driver: JO,
  kind: 'holiday',
  start: '2026-11-26T00:00:00Z',
  end: '2026-11-28T00:00:00Z',
  is_whole_days: true,
  state: 'requested',
  note: '',
  answer: '',
  author: 'Jo Hart',
  decided_by: null,
  decided_at: null,
  shifts: 2,
  customer: 1,
  version: 1,
};
const BOARD: Board = {
  count: 1,
  week: '2026-11-23',
  today: '2026-11-24',
  time_zone: 'Europe/London',
  results: [{ driver: JO, shifts: [SHIFT], absences: [ABSENCE] }],
};

const user = userEvent.setup();
let sent: { path: string; method: string; body: Record<string, unknown> | null }[] = [];
let found: Finding[] = [];

const take = (url: URL, init?: RequestInit) => {
  const body = init?.body === undefined ? null : JSON.parse(String(init.body));
  sent.push({ path: url.pathname, method: init?.method ?? 'GET', body });
};
const refusal = (field: string, text: string) =>
  new Response(JSON.stringify({ code: 'x', detail: text, errors: { [field]: [text] } }), {
    status: 409,
  });
const planner = () => testUser();

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  sent = [];
  found = [finding({})];
  answerCalls({
    '/api/drivers_hours/settings/': () => ({ time_zone: 'Europe/London' }),
    '/api/drivers_hours/': () => ({
      count: 1,
      results: [{ driver: JO, known_until: null, remaining: null, open_infringements: 0 }],
    }),
    '/api/vehicles_groups_for_user_list/': () => ({
      count: 1,
      count_is_limit: false,
      results: [{ id: 2, name: 'North', permission: null, region: null }],
    }),
    '/api/audit_log/': () => ({ count: 0, results: [] }),
    '/api/driver_planning/board/': () => BOARD,
    '/api/driver_planning/check/': () => ({ findings: found }),
    '/api/driver_planning/shifts/9/': (url, init) => {
      if (init?.method !== 'GET') take(url, init);
      return init?.method === 'DELETE' ? new Response(null, { status: 204 }) : SHIFT;
    },
    '/api/driver_planning/shifts/': (url, init) => {
      if (init?.method !== 'POST') return { count: 1, results: [SHIFT] };
      take(url, init);
      const { reason } = JSON.parse(String(init.body));
      return reason === '' ? refusal('reason', 'Enter why.') : SHIFT;
    },
    '/api/driver_planning/copy/': (url, init) => {
      take(url, init);
      return {
        copied: 3,
        left_out: [{ driver: JO, start: '2026-12-01T06:00:00Z', finding: finding({}) }],
      };
    },
    '/api/driver_planning/absences/4/decision/': (url, init) => {
      take(url, init);
      return { ...ABSENCE, state: 'approved' };
    },
    '/api/driver_planning/absences/4/': () => ABSENCE,
    '/api/driver_planning/absences/': () => ({ count: 1, results: [ABSENCE] }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the week', () => {
  const open = async (path = '/driver-planning') => {
    await openScreen(path, planner());
    return within(
      await screen.findByRole('table', { name: 'Week by driver' }, { timeout: LIMIT_MS }),
    );
  };

  it('shows shifts with what they break, and absences', { timeout: LIMIT_MS }, async () => {
    const table = await open();
    const shift = table.getByRole('button', { name: /06:00 – 15:00/ });
    expect(shift.textContent).toContain('N2 BBB');
    expect(shift.textContent).toContain('Breaks a rule');
    expect(shift.textContent).toContain('Daily rest: 8:00, at least 9:00. (561/2006 Art. 8(2))');
    // The holiday is on both of its days, and not on the one after.
    expect(table.getAllByRole('button', { name: /Holiday/ })).toHaveLength(2);
    expect(table.getByRole('columnheader', { name: /today/ }).textContent).toContain('Tue');
  });

  it('plans a shift on a day, and asks why if it breaks a rule', {
    timeout: LIMIT_MS,
  }, async () => {
    const table = await open();
    await user.click(table.getByRole('button', { name: /Plan a shift for Jo Hart on Wed/ }));
    const panel = within(
      await screen.findByRole('region', { name: 'Plan a shift' }, { timeout: LIMIT_MS }),
    );
    await user.selectOptions(await panel.findByLabelText(/Depot/), '2');
    await panel.findByText(/Daily rest: 8:00/, {}, { timeout: LIMIT_MS });
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Enter why.')).toBeTruthy();
    await user.type(panel.getByLabelText(/Reason for planning it anyway/), 'Agreed');
    await user.type(panel.getByLabelText(/Planned driving/), '7:30');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({
      driver: 5,
      depot: 2,
      start: '2026-11-25T06:00:00Z',
      end: '2026-11-25T15:00:00Z',
      driving: 27_000,
      reason: 'Agreed',
    });
  });

  it('deletes a shift and plans it again', { timeout: LIMIT_MS }, async () => {
    await open('/driver-planning?open=9');
    const panel = within(
      await screen.findByRole('region', { name: /Jo Hart/ }, { timeout: LIMIT_MS }),
    );
    await user.click(panel.getByRole('button', { name: 'Remove' }));
    const ask = within(await screen.findByRole('dialog', { name: /Remove/ }));
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: LIMIT_MS }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']));
    expect(sent[1]?.body).toMatchObject({ driver: 5, vehicle: 3, start: SHIFT.start });
  });

  it('copies a week and names what was left out', { timeout: LIMIT_MS }, async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Copy shifts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy shifts' }));
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    const result = within(await screen.findByRole('dialog', { name: '3 shifts copied' }));
    expect(result.getByText(/1 shift was left out/)).toBeTruthy();
    expect(result.getByText(/Daily rest: 8:00/)).toBeTruthy();
    expect(sent[0]?.body).toEqual({
      days: 7,
      from: '2026-11-23',
      to: '2026-11-30',
      driver: null,
      depot: null,
    });
  });

  it('says when there are no drivers', { timeout: LIMIT_MS }, async () => {
    answerCalls({ '/api/driver_planning/board/': () => ({ ...BOARD, count: 0, results: [] }) });
    await openScreen('/driver-planning', planner());
    expect(await screen.findByText('No drivers found', {}, { timeout: LIMIT_MS })).toBeTruthy();
  });
});

describe('the lists', () => {
  it('shows shifts with their level', { timeout: LIMIT_MS }, async () => {
    await openScreen('/driver-planning?list=shifts', planner());
    const row = (await screen.findByText('Jo Hart', {}, { timeout: LIMIT_MS })).closest('tr');
    expect(row?.textContent).toContain('Breaks a rule');
  });

  it('decides a request, with the shifts in its time', { timeout: LIMIT_MS }, async () => {
    await openScreen('/driver-planning?list=absences&open=4', planner());
    const panel = within(
      await screen.findByRole('region', { name: /Jo Hart/ }, { timeout: LIMIT_MS }),
    );
    await user.click(panel.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve' }));
    expect(dialog.getByText(/2 shifts are planned in this time/)).toBeTruthy();
    await user.type(dialog.getByLabelText(/Answer to the driver/), 'Enjoy it');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ state: 'approved', answer: 'Enjoy it', version: 1 }),
    );
  });
});

describe('who can take a vehicle', () => {
  const CANDIDATES = {
    vehicle: { id: 3, registration: 'N2 BBB' },
    start: '2026-11-24T12:00:00Z',
    end: '2026-11-24T20:00:00Z',
    time_zone: 'Europe/London',
    candidates: [
      {
        driver: JO,
        level: 'unknown',
        findings: [finding({ check: 'no_record', level: 'unknown', paragraph: null })],
        driving_left: 16_200,
        rest_by: null,
        rested: 40_000,
        distance: 12_300,
      },
    ],
    is_limit: false,
  };

  it('ranks drivers with the reasons, and plans the shift', { timeout: LIMIT_MS }, async () => {
    const asked = answerCalls({
      '/api/overviews/vehicles/3/': () => ({ id: 3, registration: 'N2 BBB' }),
      '/api/driver_planning/candidates/': () => CANDIDATES,
      '/api/drivers_hours/settings/': () => ({ time_zone: 'Europe/London' }),
      '/api/vehicles_groups_for_user_list/': () => ({
        count: 0,
        count_is_limit: false,
        results: [],
      }),
      '/api/driver_planning/check/': () => ({ findings: [] }),
    });
    await openScreen('/driver-planning?list=who&vehicle=3', testUser());
    const entry = (await screen.findByText('Jo Hart', {}, { timeout: LIMIT_MS })).closest('li');
    expect(entry?.textContent).toContain('Cannot be checked');
    expect(entry?.textContent).toContain('4:30');
    expect(asked.some(({ search }) => search.includes('vehicle=3'))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Plan a shift for Jo Hart' }));
    const panel = within(
      await screen.findByRole('region', { name: 'Plan a shift' }, { timeout: LIMIT_MS }),
    );
    expect(panel.getByText('Jo Hart')).toBeTruthy();
  });
});

describe("a driver's own shifts", () => {
  const { findings: _f, level: _l, reason: _r, author: _a, ...own } = SHIFT;
  const PLAN = {
    driver: JO,
    time_zone: 'Europe/London',
    shifts: [own],
    absences: [ABSENCE],
  };

  it('are acknowledged, and an absence is requested', { timeout: LIMIT_MS }, async () => {
    answerCalls({
      '/api/driver_planning/own/absences/': (url, init) => {
        take(url, init);
        return ABSENCE;
      },
      '/api/driver_planning/own/9/': (url, init) => {
        take(url, init);
        return new Response(null, { status: 204 });
      },
      '/api/driver_planning/own/': () => PLAN,
    });
    await openScreen('/driver-planning/own', testUser({ role: 'DRIVER', modules: [] }));
    await user.click(
      await screen.findByRole('button', { name: 'Acknowledge' }, { timeout: LIMIT_MS }),
    );
    await waitFor(() => expect(sent[0]).toMatchObject({ body: { version: 1 } }));
    await user.click(screen.getByRole('button', { name: 'Request an absence' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Request an absence' }));
    await user.click(dialog.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({
      kind: 'holiday',
      is_whole_days: true,
      start: '2026-11-25T00:00:00Z',
      end: '2026-11-26T00:00:00Z',
    });
  });
});

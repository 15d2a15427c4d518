import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { schedule } from '../vehicle-file/test-records.ts';
import type { DueCampaign, Schedule } from './schedules-plan.ts';

let asked: URL[];
let planned: { path: string; body: unknown }[];
let sent: { path: string; body: unknown }[];
let open: Schedule[];
let due: DueCampaign[];
let dueAsked: URL[];

const RECALLED: DueCampaign = {
  campaign: { id: 4, number: 'R/2026/101', title: 'Brake hose', is_safety: true },
  vehicle: { id: 13, registration: 'AB13 CDE' },
  depot: { id: 3, name: 'Leeds' },
  due_on: '2026-11-18',
  is_overdue: true,
  model: null,
  vin: null,
  state: 'planned',
  work_order: null,
  done_on: null,
  reason: null,
};

const PATH = '/api/schedule_activity/';
const type = { interval: '1y', vehicle_types: [], due_date: null, window: '1m' };

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  planned = [];
  sent = [];
  due = [];
  dueAsked = [];
  open = [
    schedule(1, '2026-11-28', { state: 'expiring' }),
    schedule(2, '2026-11-10', { state: 'overdue', name: 'Safety Inspection', category: 'PMI' }),
  ];
  const done = schedule(9, '2026-11-05', {
    state: 'fulfilled',
    fulfilled_at: '2026-11-03T00:00:00Z',
  });
  asked = answerCalls({
    [PATH]: ({ searchParams }) => {
      const results = searchParams.get('state') === 'fulfilled' ? [done] : open;
      return { count: results.length, results };
    },
    '/api/work_order_campaigns/vehicles/': (url) => {
      dueAsked.push(url);
      return { count: due.length, results: due };
    },
    '/api/schedule_types/': () => ({
      count: 2,
      results: [
        { ...type, id: 1, name: 'MOT', category: 'MOT' },
        { ...type, id: 2, name: 'Safety Inspection', category: 'PMI' },
      ],
    }),
    '/api/schedule_reminders/': () => ({
      is_active: true,
      days_before: [14],
      emails: ['fleet@demo.test'],
    }),
    '/api/vehicles_group_list_small/': () => [{ id: 3, name: 'Leeds' }],
    '/api/vehicles_group_list/': () => ({
      count: 1,
      vehicle_groups: [
        {
          id: 3,
          name: 'Leeds',
          vehicles: [
            { id: 12, registration: 'AB12 CDE', type: 'VAN' },
            { id: 13, registration: 'AB13 CDE', type: 'VAN' },
          ],
        },
      ],
    }),
  });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init?.method === 'PUT') {
      sent.push({ path, body: JSON.parse(String(init.body)) });
      return new Response(String(init.body));
    }
    if (init?.method !== 'PATCH') return plain(path, init);
    const body = JSON.parse(String(init.body)) as { planned_date: string | null };
    planned.push({ path, body });
    open = open.map((one) =>
      path.endsWith(`/${one.id}/`) ? { ...one, planned_date: body.planned_date } : one,
    );
    return new Response(JSON.stringify(open[0]));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (address = '') => openScreen(`/vehicle-file/planner${address}`);
const mark = (name: RegExp) => screen.findByRole('button', { name });
const dayOf = (element: HTMLElement) =>
  element.closest('[data-part=plan-day], [data-part=plan-line]') as HTMLElement;

describe('the forward planner', () => {
  it('shows done, due and overdue items on the days of a month, in words', async () => {
    await show();
    expect(await mark(/^MOT AB12 CDE: MOT, 28\/11\/26, Expiring$/)).toBeTruthy();
    expect(await mark(/^PMI AB12 CDE: Safety Inspection, 10\/11\/26, Overdue$/)).toBeTruthy();
    expect(await mark(/^MOT AB12 CDE: MOT, 03\/11\/26, Done$/)).toBeTruthy();
    expect(dayOf(await mark(/Expiring/)).textContent).toContain('Saturday 28 November');
  });

  it('[W-01] shows unfinished campaigns on their due day, not to be moved, and opens them', async () => {
    due = [RECALLED];
    await show();
    const recall = await mark(/^Recall AB13 CDE: R\/2026\/101 Brake hose, 18\/11\/26, Overdue$/);
    expect(dayOf(recall).textContent).toContain('Wednesday 18 November');
    expect(recall.getAttribute('draggable')).toBe('false');
    expect(dueAsked.at(-1)?.searchParams.get('state')).toBe('unfinished');
    expect(dueAsked.at(-1)?.searchParams.get('to')).toBe('2026-12-06');
    await userEvent.selectOptions(screen.getByLabelText('Activity'), 'MOT');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Recall AB13/ })).toBeNull());
    await userEvent.selectOptions(screen.getByLabelText('Activity'), 'Recall');
    await userEvent.click(await mark(/^Recall AB13/));
    await waitFor(() => expect(window.location.href).toContain('/work-orders/campaigns?open=4'));
  });

  it('[W-01] lists unfinished campaigns by the filters of the list', async () => {
    due = [RECALLED];
    await show('?view=list');
    const table = within(
      await screen.findByRole('table', { name: 'Recall and service campaigns' }),
    );
    const link = table.getByRole('link', { name: 'R/2026/101 Brake hose' });
    expect(link.getAttribute('href')).toBe('/work-orders/campaigns?open=4');
    expect(table.getByText('Overdue')).toBeTruthy();
    expect(screen.getByText('1 vehicle in recall and service campaigns')).toBeTruthy();
    const last = () =>
      dueAsked.filter(({ searchParams }) => searchParams.get('pageSize') === '25').at(-1);
    expect(last()?.searchParams.get('state')).toBe('unfinished');
    expect(last()?.searchParams.has('to')).toBe(false);
    await userEvent.selectOptions(screen.getByLabelText('Activity'), 'MOT');
    await waitFor(() =>
      expect(screen.queryByRole('table', { name: 'Recall and service campaigns' })).toBeNull(),
    );
    cleanup();
    await show('?view=list&due=overdue');
    await waitFor(() => expect(last()?.searchParams.get('to')).toBe('2026-11-20'));
    cleanup();
    await show('?view=list&due=week');
    await waitFor(() => expect(last()?.searchParams.get('to')).toBe('2026-11-27'));
    expect(last()?.searchParams.get('from')).toBe('2026-11-21');
  });

  it('drags an item within its window only', async () => {
    await show();
    const mot = await mark(/Expiring/);
    const drag = { effectAllowed: '', setData: () => undefined };
    const day = (text: string) =>
      screen.getByRole('heading', { name: new RegExp(text) }).parentElement as HTMLElement;
    fireEvent.dragStart(mot, { dataTransfer: drag });
    expect(day('Monday 23 November').className).toContain('allowed');
    expect(day('Friday 20 November').className).toContain('denied');
    fireEvent.drop(day('Friday 20 November'), { dataTransfer: drag });
    expect(planned).toEqual([]);
    fireEvent.dragStart(mot, { dataTransfer: drag });
    fireEvent.drop(day('Monday 23 November'), { dataTransfer: drag });
    await waitFor(() =>
      expect(planned).toEqual([{ path: `${PATH}1/`, body: { planned_date: '2026-11-23' } }]),
    );
    expect(await mark(/^MOT AB12 CDE: MOT, 23\/11\/26, Expiring$/)).toBeTruthy();
  });

  it('[H-32] [V-23] the details show name, interval, due date and time left, and allow planning by keyboard', async () => {
    await show();
    await userEvent.click(await mark(/Expiring/));
    const panel = await screen.findByRole('region', { name: 'MOT' });
    expect(panel.textContent).toContain('Interval1 year');
    expect(panel.textContent).toContain('Due date28/11/26');
    expect(panel.textContent).toContain('Time leftin 1 week');
    await userEvent.click(within(panel).getByRole('button', { name: 'Plan for another day' }));
    const past = screen.getByRole<HTMLButtonElement>('button', { name: /20 November 2026/ });
    expect(past.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /24 November 2026/ }));
    await waitFor(() => expect(planned[0]?.body).toEqual({ planned_date: '2026-11-24' }));
    await userEvent.click(await within(panel).findByRole('button', { name: 'Reset to due date' }));
    await waitFor(() => expect(planned[1]?.body).toEqual({ planned_date: null }));
  });

  it('an item in the past cannot be moved', async () => {
    await show();
    const late = await mark(/Overdue/);
    expect(late.getAttribute('draggable')).toBe('false');
    await userEvent.click(late);
    expect(await screen.findByText('The planning window has passed.')).toBeTruthy();
  });

  it('a year has a row per vehicle with forecasts', async () => {
    await show('?view=year&at=2027-01');
    const chart = await screen.findByRole('table', { name: 'Wall chart of 2027' });
    expect(within(chart).getByRole('rowheader', { name: 'AB12 CDE' })).toBeTruthy();
    expect(await mark(/^MOT AB12 CDE: MOT, 28\/11\/27, Expected$/)).toBeTruthy();
  });

  it('counts overdue items, conflicts and gaps, and lists them in words', async () => {
    await show();
    const button = await screen.findByRole('button', { name: /1 overdue/ });
    await waitFor(() => expect(button.textContent).toBe('1 overdue0 conflicts2 gaps'));
    await userEvent.click(button);
    const panel = await screen.findByRole('region', { name: 'What needs attention' });
    expect(panel.textContent).toContain('AB12 CDESafety Inspection, due 10/11/26');
    expect(panel.textContent).toContain('AB13 CDEMOT is not planned');
  });

  it('administrators edit reminders: days and addresses are normalised', async () => {
    await openScreen('/vehicle-file/planner', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reminders' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reminders' });
    const days = within(dialog).getByRole('textbox', { name: 'Days before the due date' });
    await userEvent.clear(days);
    await userEvent.type(days, 'soon');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(within(dialog).getByText(/^Enter whole numbers of days/)).toBeTruthy();
    await userEvent.clear(days);
    await userEvent.type(days, '1, 28, 7');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.at(-1)).toEqual({
        path: '/api/schedule_reminders/',
        body: { is_active: true, days_before: [28, 7, 1], emails: ['fleet@demo.test'] },
      }),
    );
  });

  it('creates a calendar feed with the filters of the planner and shows its address once', async () => {
    const made = {
      id: 4,
      name: 'Vehicles due',
      depot: { id: 3, name: 'Leeds' },
      category: 'PMI',
      created_at: '2026-11-21T12:00:00Z',
      last_read_at: null,
    };
    let feeds: unknown[] = [];
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!path.startsWith('/api/calendar_feeds/')) return others(path, init);
      if (init?.method === 'DELETE') {
        feeds = [];
        return new Response(null, { status: 204 });
      }
      if (init?.method !== 'POST') return Response.json({ results: feeds });
      sent.push({ path, body: JSON.parse(String(init.body)) });
      feeds = [made];
      return Response.json({ ...made, address: 'https://fleet.test/api/calendar/secret/' });
    });
    await show('?depot=3&category=PMI');
    await userEvent.click(await screen.findByRole('button', { name: 'Calendar feed' }));
    const dialog = await screen.findByRole('dialog', { name: 'Calendar feed' });
    expect(await within(dialog).findByText('You have no calendar feed yet.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create address' }));
    expect(await within(dialog).findByText('https://fleet.test/api/calendar/secret/')).toBeTruthy();
    const body = { name: 'Vehicles due', depot: 3, category: 'PMI' };
    expect(sent).toEqual([{ path: '/api/calendar_feeds/', body }]);
    expect(await within(dialog).findByText(/Leeds · .* · Never read/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Vehicles due' }));
    expect(await within(dialog).findByText('You have no calendar feed yet.')).toBeTruthy();
  });

  it('[H-33] [H-40] administrators edit the interval of a vehicle', async () => {
    await openScreen('/vehicle-file/planner', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
    await userEvent.click(await mark(/Overdue/));
    await userEvent.click(await screen.findByRole('button', { name: 'Change the interval' }));
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByRole('textbox', { name: 'Interval' });
    await userEvent.clear(field);
    await userEvent.type(field, '6w');
    expect(within(dialog).getByText('6 weeks')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.at(-1)).toEqual({
        path: '/api/schedule_types/1/vehicles/12/',
        body: { interval: '6w' },
      }),
    );
  });

  it('[S-25] [R-165] [R-166] a list by due date has 50 per page', async () => {
    await show('?view=list');
    expect(await screen.findByRole('table', { name: 'List' })).toBeTruthy();
    await waitFor(() =>
      expect(asked.some(({ searchParams }) => searchParams.get('pageSize') === '50')).toBe(true),
    );
  });

  it('depot and kind are in the request and in the URL', async () => {
    await show();
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Depot' }),
      await screen.findByRole('option', { name: 'Leeds' }),
    );
    await waitFor(() =>
      expect(asked.some(({ searchParams }) => searchParams.get('depot') === '3')).toBe(true),
    );
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Activity' }),
      await screen.findByRole('option', { name: 'PMI' }),
    );
    await waitFor(() => expect(location.search).toContain('category=PMI'));
    expect(location.search).toContain('depot=3');
  });

  it('[G-09] redirects a limited user to the home screen', async () => {
    await openScreen('/vehicle-file/planner', testUser({ role: 'DRIVER' }));
    await waitFor(() => expect(location.pathname).toBe('/home'));
  });

  it('items cannot be moved without write permission', async () => {
    await openScreen('/vehicle-file/planner', testUser({ role: 'READONLY' }));
    const mot = await mark(/Expiring/);
    expect(mot.getAttribute('draggable')).toBe('false');
    await userEvent.click(mot);
    await screen.findByRole('region', { name: 'MOT' });
    expect(screen.queryByRole('button', { name: 'Plan for another day' })).toBeNull();
  });
});

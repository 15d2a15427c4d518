import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import { BARE_TRAILER } from '../../test-vehicle-page.ts';
import type { Campaign, CampaignVehicle } from './campaigns.ts';

const line = (id: number, registration: string, changed: Partial<CampaignVehicle> = {}) => ({
  vehicle: { id, registration },
  model: 'DAF XF 480',
  vin: null,
  state: 'open' as const,
  work_order: null,
  done_on: null,
  reason: null,
  ...changed,
});
const RECALL: Campaign = {
  id: 4,
  number: 'R/2026/101',
  title: 'Brake hose',
  maker: 'DAF',
  is_safety: true,
  due_on: '2026-11-10',
  is_overdue: true,
  vehicles: 3,
  open: 2,
  planned: 1,
  done: 0,
  not_affected: 0,
  created_at: '2026-10-01T08:00:00Z',
  created_by: 'Mia',
  version: 2,
  description: 'Fit the longer clip.',
  list: [
    line(11, 'N1 AAA'),
    line(12, 'N2 BBB'),
    line(13, 'S1 CCC', {
      state: 'planned',
      work_order: { id: 9, reference_number: 'WO-000009', state: 'approved' },
    }),
  ],
  may_change: true,
  unknown: [],
};
const { description: _, list: _list, may_change: _may, unknown: _unknown, ...ROW } = RECALL;

const user = userEvent.setup();
let asked: URL[];
let sent: { readonly path: string; readonly method: string; readonly body: unknown }[];
let answer: Campaign;

freshScreens();
beforeEach(() => {
  asked = [];
  sent = [];
  answer = RECALL;
  const keep = (url: URL, init: RequestInit | undefined) => {
    if (init?.method === 'PUT' || init?.method === 'POST') {
      sent.push({ path: url.pathname, method: init.method, body: JSON.parse(String(init.body)) });
    }
    return answer;
  };
  answerCalls({
    '/api/overviews/vehicles/7/': () => BARE_TRAILER,
    '/api/work_order_campaigns/vehicles/': (url) => {
      asked.push(url);
      const campaign = { id: 4, number: 'R/2026/101', title: 'Brake hose', is_safety: true };
      const one = { ...line(7, 'TR101'), campaign, depot: null };
      return {
        count: 1,
        results: [{ ...one, due_on: '2026-11-10', is_overdue: true }],
      };
    },
    '/api/work_order_campaigns/4/vehicles/11/': keep,
    '/api/work_order_campaigns/4/orders/': keep,
    '/api/work_order_campaigns/4/': keep,
    '/api/work_order_campaigns/': (url, init) => {
      asked.push(url);
      return init?.method === 'POST' ? keep(url, init) : { count: 1, results: [ROW] };
    },
  });
});

const open = (address: string, role: 'MANAGER' | 'READONLY' = 'MANAGER') =>
  openScreen(address, testUser({ modules: ['Defect'], role }));

it('lists campaigns with their progress, and filters them by state and kind', async () => {
  await open('/work-orders/campaigns');
  const row = (await screen.findByText('R/2026/101')).closest('tr') as HTMLElement;
  for (const text of ['Brake hose', 'Safety recall', 'Overdue', '0 of 3 vehicles finished']) {
    expect(row.textContent).toContain(text);
  }
  await user.selectOptions(screen.getByLabelText('State'), 'Overdue');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Safety recall');
  await vi.waitFor(() => {
    expect(asked.at(-1)?.searchParams.get('state')).toBe('overdue');
    expect(asked.at(-1)?.searchParams.get('safety')).toBe('true');
  });
});

it('shows the vehicles of a campaign with their states and work orders', async () => {
  await open('/work-orders/campaigns?open=4');
  const table = within(await screen.findByRole('table', { name: 'Vehicles' }));
  const planned = table.getByText('S1 CCC').closest('tr') as HTMLElement;
  expect(within(planned).getByText('Planned')).toBeTruthy();
  expect(within(planned).getByRole('link', { name: 'WO-000009' }).getAttribute('href')).toContain(
    '/work-orders?open=9',
  );
  expect(screen.getByText('2 open, 1 planned, 0 done, 0 not affected')).toBeTruthy();
  expect(screen.getAllByText('Fit the longer clip.').length).toBeGreaterThan(0);
});

it('adds a campaign, asks for its number, and names what no vehicle has', async () => {
  answer = { ...RECALL, unknown: ['ZZ99ZZZ'] };
  await open('/work-orders/campaigns?open=new');
  await user.type(await screen.findByLabelText(/^Title/), 'Brake hose');
  await user.type(screen.getByLabelText(/^Registrations or VINs/), 'N1 AAA, ZZ99 ZZZ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Number.* is required/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText(/^Number/), 'R/2026/101');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    path: '/api/work_order_campaigns/',
    method: 'POST',
    body: {
      number: 'R/2026/101',
      title: 'Brake hose',
      maker: '',
      description: '',
      is_safety: true,
      due_on: null,
      plates: 'N1 AAA, ZZ99 ZZZ',
      model: '',
    },
  });
  expect(await screen.findByText('No vehicle has: ZZ99ZZZ')).toBeTruthy();
});

it('creates work orders for the selected open vehicles, and for none without a selection', async () => {
  await open('/work-orders/campaigns?open=4');
  await user.click(await screen.findByRole('button', { name: 'Create work orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create work orders' }));
  // The planned vehicle is not offered.
  expect(dialog.queryByLabelText('S1 CCC')).toBeNull();
  await user.click(dialog.getByLabelText('N1 AAA'));
  await user.click(dialog.getByLabelText('N2 BBB'));
  await user.click(dialog.getByRole('button', { name: 'Create work orders' }));
  expect(await dialog.findByText(/required/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(dialog.getByLabelText('N2 BBB'));
  await user.click(dialog.getByRole('button', { name: 'Create work orders' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    path: '/api/work_order_campaigns/4/orders/',
    method: 'POST',
    body: { vehicles: [12], due_on: '2026-11-10' },
  });
});

it('sets a vehicle as not affected, with a reason', async () => {
  await open('/work-orders/campaigns?open=4');
  const row = (await screen.findByText('N1 AAA')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Set state' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'State of N1 AAA' }));
  expect(dialog.queryByLabelText(/^Reason/)).toBeNull();
  await user.selectOptions(dialog.getByLabelText(/^State/), 'Not affected');
  await user.type(dialog.getByLabelText(/^Reason/), 'Other hose');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    path: '/api/work_order_campaigns/4/vehicles/11/',
    method: 'PUT',
    body: { state: 'not_affected', reason: 'Other hose', done_on: null },
  });
});

it('offers nothing to change to people who may only read', async () => {
  answer = { ...RECALL, may_change: false };
  await open('/work-orders/campaigns?open=4', 'READONLY');
  await screen.findByText('S1 CCC');
  expect(screen.queryByRole('button', { name: 'Set state' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create work orders' })).toBeNull();
});

it('the page of a vehicle shows which campaigns hit it, and opens them', async () => {
  await open('/vehicles/7?section=recalls');
  const table = within(await screen.findByRole('table', { name: 'Recalls and campaigns' }));
  const link = await table.findByRole('link', { name: 'R/2026/101 Brake hose' });
  expect(link.getAttribute('href')).toContain('/work-orders/campaigns?open=4');
  expect(table.getByText('Open')).toBeTruthy();
  expect(table.getByText('Overdue')).toBeTruthy();
  expect(asked.at(-1)?.searchParams.get('vehicle')).toBe('7');
});

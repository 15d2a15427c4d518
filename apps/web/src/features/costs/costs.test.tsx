import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { CostEntry, CostFigures, CostRecord } from './costs.ts';

const INSURANCE: CostEntry = {
  id: 4,
  vehicle: { id: 5, registration: 'N2 BBB' },
  category: 'insurance',
  starts_on: '2026-02-01',
  ends_on: '2026-04-30',
  amount: 890,
  litres: null,
  energy_kwh: null,
  supplier: 'Harbour Mutual',
  reference: 'P-9',
  note: '',
  time: null,
  transaction_at: null,
  place: '',
  lat: null,
  long: null,
  product: '',
  version: 2,
};
const SUMS = {
  amounts: { fuel: 300, insurance: 200 },
  total: 500,
  distance: 1_609_344,
  litres: 200,
  energy_kwh: 0,
  co2_kg: 502.6,
};
const FIGURES: CostFigures = {
  count: 1,
  results: [{ key: '2026-02', name: '2026-02', ...SUMS }],
  totals: SUMS,
};

const RECORD: CostRecord = {
  source: 'work_order',
  id: 31,
  vehicle: { id: 5, registration: 'N2 BBB' },
  kind: 'maintenance',
  day: '2026-02-03',
  amount: 200,
  name: 'WO-1, Service',
};
const COMPARED = {
  key: 'fuel',
  name: 'fuel',
  month_budget: 100,
  month_actual: 120,
  to_date_budget: 200,
  to_date_actual: 190,
  year_budget: 1200,
  year_forecast: 1190,
};
const BUDGET = {
  year: 2026,
  depot: { id: 2, name: 'North' },
  vehicle_type: null,
  results: ['fuel', 'lease'].map((kind) => ({ kind, months: Array(12).fill(100) })),
  version: 'v1',
};

const user = userEvent.setup();

const { asked, sent } = freshScreens();
beforeEach(() => {
  answerCalls({
    '/api/costs/records/': (url) => {
      asked.push(url);
      return { count: 1, total: 200, results: [RECORD] };
    },
    '/api/cost_budgets/figures/': () => ({ results: [COMPARED], totals: COMPARED }),
    '/api/cost_budgets/': (_url, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
      return BUDGET;
    },
    '/api/costs/figures/': (url) => {
      asked.push(url);
      return FIGURES;
    },
    '/api/costs/4/': (_url, init) => {
      if (init?.method !== 'PUT') return INSURANCE;
      sent.push(JSON.parse(String(init.body)));
      return sent.length === 1
        ? new Response(
            JSON.stringify({ code: 'x', detail: 'x', errors: { ends_on: ['Too early.'] } }),
            { status: 400 },
          )
        : INSURANCE;
    },
    '/api/costs/': () => ({ count: 1, count_is_limit: false, results: [INSURANCE] }),
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (address: string, changed: object = {}) =>
  openScreen(address, testUser({ modules: ['Costs'], ...changed }));

it('lists costs, and changes one with the error beside its field', async () => {
  await open('/costs', { role: 'MANAGER' });
  const row = (await screen.findByText('N2 BBB')).closest('tr') as HTMLElement;
  expect(within(row).getByText('£890.00')).toBeTruthy();
  expect(within(row).getByText('01/02/26 – 30/04/26')).toBeTruthy();
  await user.click(row);
  const amount = await screen.findByLabelText(/^Amount/);
  expect(screen.queryByLabelText('Litres')).toBeNull();
  await user.clear(amount);
  await user.type(amount, '901.5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Too early.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ vehicle: 5, amount: 901.5, ends_on: '2026-04-30', version: 2 });
});

it('asks for what is needed before anything is sent; only fuel has litres', async () => {
  await open('/costs?open=new', { role: 'MANAGER' });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/is required/)).length).toBeGreaterThan(3);
  await user.selectOptions(screen.getByLabelText(/^Category \*/), 'Fuel');
  expect(screen.getByLabelText('Litres')).toBeTruthy();
});

it('offers nothing to change to people who may only read', async () => {
  await open('/costs', { role: 'READONLY' });
  await screen.findByText('N2 BBB');
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull();
});

it('shows figures by month with the cost of a mile, and asks for the chosen grouping', async () => {
  await open('/costs?list=figures&fromMonth=2026-02&toMonth=2026-03');
  const table = within(await screen.findByRole('table', { name: 'Cost figures' }));
  expect(await table.findByText('Feb 2026')).toBeTruthy();
  expect(table.getByText('£500.00')).toBeTruthy();
  expect(table.getByText('£0.50')).toBeTruthy();
  expect(table.getByRole('columnheader', { name: 'Insurance' })).toBeTruthy();
  expect(table.queryByRole('columnheader', { name: 'Toll' })).toBeNull();
  expect(screen.getByRole('table', { name: 'Costs a month' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Group by'), 'By vehicle type');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('by')).toBe('vehicle_type'));
  expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-02');
});

it('opens the records behind each total, month and distance', async () => {
  await open('/costs?list=figures&fromMonth=2026-02&toMonth=2026-02&depot=2');
  const bars = within(await screen.findByRole('list', { name: 'Costs a month' }));
  const [bar] = await bars.findAllByRole('link');
  expect(bar?.getAttribute('href')).toBe(
    '/costs?list=records&fromMonth=2026-02&toMonth=2026-02&depot=2',
  );
  const table = within(screen.getByRole('table', { name: 'Cost figures' }));
  const addresses = table.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toContain('/costs?list=co2-trips&fromMonth=2026-02&toMonth=2026-02&depot=2');
  expect(addresses).toContain(
    '/costs?list=records&fromMonth=2026-02&toMonth=2026-02&depot=2&kind=fuel',
  );
});

it('opens the records behind a figure, which lead to their own screens', async () => {
  await open('/costs?list=figures&fromMonth=2026-02&toMonth=2026-02');
  const table = within(await screen.findByRole('table', { name: 'Cost figures' }));
  await user.click(await table.findByRole('link', { name: '£200.00' }));
  const link = await screen.findByRole('link', { name: 'Work order: WO-1, Service' });
  expect(link.getAttribute('href')).toBe('/work-orders?open=31');
  expect(asked.at(-1)?.searchParams.get('kind')).toBe('insurance');
  expect(screen.getByText('1 record, £200.00')).toBeTruthy();
});

it('saves the budget of a year: only the kinds that were changed, a year in equal parts', async () => {
  await open('/costs?list=budget&month=2026-02&depot=2&edit=1', { role: 'MANAGER' });
  const fuel = await screen.findByLabelText('Fuel, Jan');
  await user.type(fuel, 'x');
  expect(screen.getByText('Enter amounts as 1234.50.')).toBeTruthy();
  await user.clear(fuel);
  await user.type(fuel, '50.25');
  await user.type(screen.getByLabelText('Lease: amount of the year in equal parts'), '1000');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [{ depot, results, version }] = sent as [
    { depot: number; results: { kind: string; months: number[] }[]; version: string },
  ];
  expect([depot, version]).toEqual([2, 'v1']);
  expect(results.map(({ kind }) => kind)).toEqual(['fuel', 'lease']);
  expect(results[0]?.months.slice(0, 2)).toEqual([50.25, 100]);
  expect(results[1]?.months.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1000, 2);
});

it('compares costs with their budget, and marks what exceeds it', async () => {
  await open('/costs?list=budget&month=2026-02', { role: 'READONLY' });
  const table = within(await screen.findByRole('table', { name: 'Budget and costs' }));
  const row = (await table.findByText('Fuel')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Exceeded')).toBeTruthy();
  const link = within(row).getByRole('link', { name: '£120.00' });
  expect(link.getAttribute('href')).toContain('fromMonth=2026-02&toMonth=2026-02&kind=fuel');
  expect(screen.queryByRole('button', { name: 'Copy budget' })).toBeNull();
});

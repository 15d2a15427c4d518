import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { TyreBehind, TyreCosts } from './tyre-costs.ts';

const FIGURES = {
  tyres: 3,
  fitted_now: 2,
  bought: 1,
  without_purchase_day: 1,
  scrapped: 1,
  causes: { worn: 0, damaged: 1, age: 0, casing: 0, sold: 0, other: 0 },
  retreads: 0,
  retreaded: 0,
  ran: 2,
  mean_run_m: 32_186_880,
  without_distance: 0,
  measured: 2,
  m_per_mm: 8_046_720,
  is_interpolated: true,
  costed: 2,
  mean_cost: 400,
  without_cost: 1,
  worn: 2,
  cost_per_m: 0.000_005,
};
const REPORT: TyreCosts = {
  results: [
    { ...FIGURES, make: 'Michelin', model: 'X Multi' },
    { ...FIGURES, make: 'Bridgestone', model: '', cost_per_m: null, mean_run_m: null, ran: 0 },
  ],
  totals: FIGURES,
  makes: ['Bridgestone', 'Michelin'],
  sizes: ['315/70 R22.5'],
  fittings_by_depot_today: 4,
};
const BEHIND: TyreBehind = {
  id: 7,
  serial: 'RW10007',
  make: 'Michelin',
  model: 'X Multi',
  size: '315/70 R22.5',
  status: 'scrapped',
  vehicle: null,
  bought_on: null,
  scrap_reason: 'damaged',
  retreads: 0,
  run_m: 32_186_880,
  worn_mm: 4,
  worn_run_m: 32_186_880,
  is_interpolated: true,
  cost: 400,
  worn_cost: 130,
};

const user = userEvent.setup();
let asked: URL[];
let report: TyreCosts;

freshScreens();
beforeEach(() => {
  asked = [];
  report = REPORT;
  answerCalls({
    '/api/tyre_costs/tyres/': (url) => {
      asked.push(url);
      return { results: [BEHIND] };
    },
    '/api/tyre_costs/': (url) => {
      asked.push(url);
      return report;
    },
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (address = '') =>
  openScreen(
    `/tyres?list=costs${address}`,
    testUser({ modules: ['Vehicle File'], role: 'MANAGER' }),
  );
const table = async () => within(await screen.findByRole('table', { name: 'Costs of tyres' }));

it('shows the costs by make and model in the units of the person, and what is missing', async () => {
  await open();
  const row = (await (await table()).findByText('Michelin X Multi')).closest('tr') as HTMLElement;
  // 0.000005 a metre is 8.05 for 1,000 miles.
  for (const text of ['20,000 mi', '5,000 mi ≈', '£400.00', '£8.05', 'Damaged 1']) {
    expect(row.textContent).toContain(text);
  }
  expect(screen.getByText('1 tyre has no purchase day and is not counted as bought.')).toBeTruthy();
  expect(screen.getByText('1 tyre lacks a cost and is left out of all costs.')).toBeTruthy();
  expect(screen.getByText(/^4 fittings are from before depots were kept/)).toBeTruthy();
  expect(screen.getByText(/^Cost per 1,000 miles: the cost of the present tread/)).toBeTruthy();
  const unknown = (await table()).getByText('Bridgestone').closest('tr') as HTMLElement;
  expect(unknown.textContent).toContain('–');
});

it('sorts by a figure, with what is unknown last', async () => {
  await open();
  const list = await table();
  await list.findByText('Michelin X Multi');
  const head = list.getByRole('columnheader', { name: /^Cost per 1,000 miles/ });
  await user.click(within(head).getByRole('button'));
  const names = list
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(names[0]).toContain('Michelin');
  expect(names.at(-1)).toContain('Bridgestone');
});

it('filters in the address, and opens the tyres behind a figure', async () => {
  await open();
  await (await table()).findByText('Michelin X Multi');
  await user.selectOptions(screen.getByLabelText('Position'), 'Trailers');
  await user.selectOptions(screen.getByLabelText('Make'), 'Michelin');
  await vi.waitFor(() => {
    expect(asked.at(-1)?.searchParams.get('place')).toBe('trailer');
    expect(asked.at(-1)?.searchParams.get('make')).toBe('Michelin');
  });
  const opener = 'Scrapped of Michelin X Multi: 1. Show the tyres.';
  await user.click(await (await table()).findByRole('button', { name: opener }));
  const link = await screen.findByRole('link', { name: 'RW10007' });
  expect(link.getAttribute('href')).toContain('/tyres?open=7');
  const behind = within(screen.getByRole('table', { name: 'Scrapped: Michelin X Multi' }));
  expect(behind.getByText('4.0 mm ≈')).toBeTruthy();
  const { searchParams } = asked.at(-1) as URL;
  expect(searchParams.get('figure')).toBe('scrapped');
  expect([searchParams.get('row_make'), searchParams.get('row_model')]).toEqual([
    'Michelin',
    'X Multi',
  ]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('link', { name: 'RW10007' })).toBeNull();
});

it('opens the tyres that were scrapped for a cause, and Back closes them', async () => {
  await open();
  const opener = 'Damaged of Michelin X Multi: 1. Show the tyres.';
  await user.click(await (await table()).findByRole('button', { name: opener }));
  await screen.findByRole('link', { name: 'RW10007' });
  const { searchParams } = asked.at(-1) as URL;
  expect([searchParams.get('figure'), searchParams.get('cause')]).toEqual(['scrapped', 'damaged']);
  const cause = screen.getByRole('combobox', { name: 'Scrapped by cause' });
  await user.selectOptions(cause, 'Any cause');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.has('cause')).toBe(false));
  window.history.back();
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'RW10007' })).toBeNull());
});

it('says when no tyre was there in the period', async () => {
  report = { ...REPORT, results: [], totals: { ...FIGURES, without_cost: 0 } };
  await open();
  expect(await screen.findByText('No tyres')).toBeTruthy();
});

import type { AnswerOf, contract } from '@roadworthy/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';

type Figures = AnswerOf<typeof contract.costCo2.figures>;
type Trips = AnswerOf<typeof contract.costCo2.trips>;

const SUMS = {
  trips: 3,
  distance: 1_609_344,
  co2_kg: 375.4,
  measured_kg: 250.2,
  estimated_kg: 125.2,
  unknown_trips: 1,
};
const FIGURES: Figures = {
  count: 1,
  results: [{ key: '2026-02', name: '2026-02', ...SUMS }],
  totals: SUMS,
};
const TRIPS: Trips = {
  count: 2,
  distance: 81_467,
  co2_kg: 50.26,
  results: [
    {
      id: 8,
      vehicle: { id: 5, registration: 'N2 BBB' },
      started_at: '2026-02-03T08:00:00Z',
      ended_at: '2026-02-03T09:00:00Z',
      distance: 80_467,
      fuel_used: 20,
      co2_kg: 50.26,
      basis: 'measured',
    },
    {
      id: 9,
      vehicle: { id: 5, registration: 'N2 BBB' },
      started_at: '2026-02-02T08:00:00Z',
      ended_at: '2026-02-02T09:00:00Z',
      distance: 1000,
      fuel_used: null,
      co2_kg: null,
      basis: 'unknown',
    },
  ],
};

const user = userEvent.setup();
let asked: URL[];

freshScreens();
beforeEach(() => {
  asked = answerCalls({
    '/api/costs/co2/trips/': () => TRIPS,
    '/api/costs/co2/': () => FIGURES,
    '/vehicle-file/api/depots/': () => [],
  });
});

it('[O-P02] shows the CO2 of trips with its method, and opens the trips behind a number', async () => {
  const person = testUser({ modules: ['Costs'], role: 'MANAGER' });
  await openScreen('/costs?list=co2&fromMonth=2026-02&toMonth=2026-03', person);
  const table = within(await screen.findByRole('table', { name: 'CO2 of trips' }));
  expect(await table.findByText('Feb 2026')).toBeTruthy();
  expect(screen.getByText(/counter counts first.*2\.51279 kg.*2024/)).toBeTruthy();
  expect(screen.getByRole('table', { name: 'CO2 of trips a month, kg' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Group by'), 'By vehicle type');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('by')).toBe('vehicle_type'));
  await user.selectOptions(screen.getByLabelText('Group by'), 'By month');
  await user.click(await table.findByRole('link', { name: '375 kg' }));
  const trips = within(await screen.findByRole('table', { name: 'Trips' }));
  expect(await trips.findByText('50.26 kg')).toBeTruthy();
  expect(trips.getByText('Not known')).toBeTruthy();
  expect(screen.getByText(/^2 trips, 51 mi.*, 50 kg$/)).toBeTruthy();
  const call = asked.find(({ pathname }) => pathname === '/api/costs/co2/trips/');
  expect(call?.searchParams.get('from')).toBe('2026-02');
  expect(call?.searchParams.get('to')).toBe('2026-02');
  await user.selectOptions(screen.getByLabelText('Basis'), 'Estimate');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('basis')).toBe('estimated'));
});

it('opens the trips of one basis from its amount, and from the bar of its month', async () => {
  const person = testUser({ modules: ['Costs'], role: 'MANAGER' });
  await openScreen('/costs?list=co2&fromMonth=2026-02&toMonth=2026-02', person);
  const table = within(await screen.findByRole('table', { name: 'CO2 of trips' }));
  const link = await table.findByRole('link', { name: '250 kg' });
  const address = '/costs?list=co2-trips&fromMonth=2026-02&toMonth=2026-02&basis=measured';
  expect(link.getAttribute('href')).toBe(address);
  const bars = within(screen.getByRole('list', { name: 'CO2 of trips a month, kg' }));
  expect(bars.getAllByRole('link')[0]?.getAttribute('href')).toBe(address);
});

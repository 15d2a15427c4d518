import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Service, ServicePlan } from './service-plans.ts';

const SERVICE: Service = {
  id: 7,
  vehicle: { id: 5, registration: 'N2 BBB' },
  plan: { id: 2, name: 'Tractor units' },
  schedule_type: { id: 3, name: 'Service' },
  last_at: '2026-05-01T12:00:00Z',
  last_odometer_m: 400_000_000,
  last_engine_s: null,
  due_odometer_m: 430_000_000,
  due_engine_s: null,
  remaining_m: -1_609_344,
  remaining_engine_s: null,
  time_due_on: '2027-05-01',
  next_on: '2026-08-01',
  cause: 'distance',
  state: 'overdue',
  schedule: null,
};
const PLAN: ServicePlan = {
  id: 2,
  name: 'Tractor units',
  note: '',
  model: null,
  services: [
    {
      schedule_type: 3,
      name: 'Service',
      interval: '1y',
      interval_m: 30_000_000,
      interval_engine_s: null,
    },
  ],
  vehicles: 4,
  customer: 1,
  version: 1,
};

const user = userEvent.setup();

const { sent } = freshScreens();
beforeEach(() => {
  const keep = (init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
  };
  answerCalls({
    '/api/vehicle_services/5/done/': (_url, init) => {
      keep(init);
      return new Response(
        JSON.stringify({ code: 'x', detail: 'x', errors: { done_on: ['A later one exists.'] } }),
        { status: 400 },
      );
    },
    '/api/vehicle_services/': () => ({ count: 1, results: [SERVICE] }),
    '/api/service_plans/2/': () => PLAN,
    '/api/service_plans/': (_url, init) => {
      if (init?.method !== 'POST') return { count: 1, results: [PLAN] };
      keep(init);
      return PLAN;
    },
    '/api/schedule_types/': () => ({
      count: 1,
      results: [
        {
          id: 3,
          name: 'Service',
          category: 'Service',
          interval: '1y',
          window: '1m',
          vehicle_types: [],
          due_date: null,
        },
      ],
    }),
  });
});

const open = (address: string) =>
  openScreen(address, testUser({ role: 'ADMIN', modules: ['Vehicle File'] }));

it('lists next services with state, cause and what is left in the unit of the person', async () => {
  await open('/vehicle-file/services');
  const row = (await screen.findByText('N2 BBB')).closest('tr') as HTMLElement;
  for (const text of ['Service', 'Overdue', 'distance', /^-1,000 /, 'Tractor units']) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
});

it('shows the error of a recorded service beside its field', async () => {
  await open('/vehicle-file/services?open=7');
  await user.click(await screen.findByRole('button', { name: 'Record as done' }));
  const dialog = await screen.findByRole('dialog', { name: 'Service done' });
  await user.type(within(dialog).getByLabelText(/^Odometer/), '100');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('A later one exists.')).toBeTruthy();
  expect(sent).toMatchObject([{ schedule_type: 3, odometer_m: 160_900, engine_s: null }]);
});

it('creates a plan with its services, and asks for what is missing first', async () => {
  await open('/vehicle-file/services?list=plans&open=new');
  const name = await screen.findByLabelText(/^Name/);
  await user.type(name, 'Vans');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/enter its distance or its engine hours/)).toBeTruthy();
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Service/ }), '3');
  await user.type(screen.getByLabelText(/^Every \(miles\)/), '1000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Tractor units');
  expect(sent).toEqual([
    {
      name: 'Vans',
      note: '',
      model: null,
      services: [{ schedule_type: 3, interval_m: 1_609_000, interval_engine_s: null }],
    },
  ]);
});

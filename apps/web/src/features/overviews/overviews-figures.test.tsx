import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen, searchOf } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';

const DEPOT = {
  id: 4,
  name: 'South',
  customer_name: 'Acme',
  region: null,
  address: null,
  place: null,
  vehicles: 5,
  drivers: 2,
  states: { moving: 2, idle: 0, stopped: 1, offline: 2, private: 0 },
  schedule: { overdue: 3, due: 0 },
  defects: { open: 2, dangerous: 1, overdue: 0 },
  off_road: null,
  checks: { checked: 1, with_defects: 0 },
};
const DRIVER = {
  id: 6,
  first_name: 'Ann',
  surname: 'Miles',
  category: null,
  archived: false,
  customer_name: 'Acme',
  vehicles: [],
  personal: null,
  checks: {
    count: 3,
    with_defects: 1,
    last_at: '2026-06-01T08:00:00Z',
    last: { id: 31, type: 'STD', depot: 4 },
  },
  driving: {
    trips: 9,
    distance: 1000,
    driving_time: 60,
    fuel_used: null,
    fuel_distance: 0,
  },
};
const MODULES = ['Track', 'Trips', 'Vehicle Check', 'Vehicle File'] as const;
const user = userEvent.setup();
let asked: URL[];

freshScreens();
beforeEach(() => {
  asked = answerCalls({
    '/api/overviews/depots/4/': () => DEPOT,
    '/api/overviews/depots/4/vehicles/': () => ({ count: 0, results: [] }),
    '/api/overviews/drivers/6/': () => DRIVER,
    '/api/overviews/drivers/6/trips/': () => ({ count: 0, results: [] }),
    '/api/overviews/drivers/6/checks/': () => ({ count: 0, results: [] }),
  });
});
const last = (path: string) => asked.filter(({ pathname }) => pathname === path).at(-1);
const tile = async (label: string) => {
  const name = (await screen.findAllByText(label)).find(({ tagName }) => tagName === 'DT');
  return within((name as HTMLElement).parentElement as HTMLElement);
};

it('the states of a depot open its vehicles in this state, and a zero opens nothing', async () => {
  await openScreen('/depots/4', testUser({ modules: MODULES, role: 'MANAGER' }));
  expect(searchOf((await tile('Moving')).getByRole('link', { name: '2' }))).toEqual({
    section: 'vehicles',
    state: 'moving',
  });
  expect((await tile('Idling')).queryByRole('link')).toBeNull();
  expect(searchOf(screen.getByRole('link', { name: 'Stopped: 1' }))).toMatchObject({
    state: 'stopped',
  });
  expect(searchOf(screen.getByRole('link', { name: 'Vehicles: 5' }))).toEqual({
    section: 'vehicles',
  });
  const shows = screen.getAllByRole('link', { name: 'Show' }).map(searchOf);
  expect(shows).toContainEqual({ section: 'schedule', state: 'overdue' });
  expect(shows).toContainEqual({ fleet: 'unchecked', depot: '4' });

  await user.click((await tile('Moving')).getByRole('link'));
  const vehicles = '/api/overviews/depots/4/vehicles/';
  await waitFor(() => expect(last(vehicles)?.searchParams.get('state')).toBe('moving'));
  expect(await screen.findByText('No vehicles in this state')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any status');
  await waitFor(() => expect(last(vehicles)?.searchParams.has('state')).toBe(false));
});

it('the figures of a driver open the trips and checks of the same days', async () => {
  await openScreen('/drivers/6', testUser({ modules: MODULES, role: 'MANAGER' }));
  const trips = await tile('Trips, 7 days');
  expect(searchOf(trips.getByRole('link'))).toEqual({ section: 'trips', days: '7' });
  expect(searchOf((await tile('Checks, 30 days')).getByRole('link'))).toEqual({
    section: 'checks',
    days: '30',
  });
  const check = (await tile('Last check')).getByRole('link').getAttribute('href');
  expect(check).toBe('/vehiclecheck/depot/4?type=STD&open=31');
  await user.click((await tile('With defects')).getByRole('link'));
  await waitFor(() => {
    const query = last('/api/overviews/drivers/6/checks/')?.searchParams;
    expect([query?.get('days'), query?.get('defects')]).toEqual(['30', 'true']);
  });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import { movesTo } from './move-dialogs.tsx';
import type { Tyre, TyreRow, VehicleTyres, WheelPosition } from './tyres.ts';

const ROW: TyreRow = {
  id: 7,
  serial: 'RW10007',
  make: 'Michelin',
  model: 'X Multi',
  size: '315/70 R22.5',
  load_index: '156/150',
  speed_rating: 'L',
  dot_week: '0116',
  is_retread: false,
  retread_number: '',
  retreaded_on: null,
  new_tread_mm: 15,
  cost: 400,
  bought_on: '2025-12-20',
  note: '',
  status: 'fitted',
  depot: { id: 2, name: 'North' },
  retreader: '',
  scrap_reason: null,
  vehicle: { id: 5, registration: 'N2 BBB' },
  position: 'Axle 1 nearside',
  fitted_at: '2026-01-01T12:00:00Z',
  tread_mm: 5.2,
  tread_at: '2026-05-01T12:00:00Z',
  run_m: 32_186_880,
  wear_mm_per_m: 0.1 / 1_000_000,
  change_on: '2026-01-04',
  change_cause: 'age',
  state: 'now',
  customer: 1,
  version: 1,
};
const TYRE: Tyre = {
  ...ROW,
  age_from: '2016-01-04',
  limit_mm: 1,
  findings: [{ rule: 'age', on: '2026-01-04', is_certain: true, limit_mm: null }],
  history: [
    {
      id: 1,
      kind: 'fitted',
      at: '2026-01-01T12:00:00Z',
      vehicle: { id: 5, registration: 'N2 BBB' },
      position: 'Axle 1 nearside',
      depot: null,
      odometer_m: 160_934_400,
      tread_mm: null,
      cost: 400,
      note: '',
      author: 'Ann',
      undone: null,
    },
    {
      id: 2,
      kind: 'fitted',
      at: '2025-12-30T12:00:00Z',
      vehicle: { id: 5, registration: 'N2 BBB' },
      position: 'Axle 1 offside',
      depot: null,
      odometer_m: null,
      tread_mm: null,
      cost: null,
      note: '',
      author: 'Ann',
      undone: { at: '2025-12-31T12:00:00Z', by: 'Bo', reason: 'Wrong wheel' },
    },
  ],
  undo: { step: '8a8c5a4e-6d3f-4c55-9a43-0b7c6c0e5d11', tyres: 2 },
  treads: [{ at: '2026-05-01T08:00:00Z', tread_mm: 11.5, run_m: 42_000_000, source: 'inspection' }],
};
const wheel = (position: string, side: 'nearside' | 'offside', tyre: TyreRow | null) =>
  ({
    position,
    axle: 1,
    side,
    place: 'single',
    tyre,
    findings: tyre === null ? [] : TYRE.findings,
    tread_mm: tyre?.tread_mm ?? null,
    tread_at: tyre?.tread_at ?? null,
    pressure_kpa: tyre === null ? null : 600,
    pressure_at: tyre === null ? null : '2026-05-01T12:00:00Z',
    pressure_source: tyre === null ? null : 'inspection',
    temperature_c: null,
    is_pressure_low: tyre === null ? null : true,
  }) satisfies WheelPosition;
const WHEELS: VehicleTyres = {
  vehicle: { id: 5, registration: 'N2 BBB' },
  odometer_m: null,
  odometer_source: null,
  settings: {
    twin_axles: null,
    steered_axles: null,
    spares: 0,
    pressures_kpa: null,
    low_pressure_pct: 20,
    least_tread_mm: null,
  },
  legal_mm: 1,
  limit_mm: 3,
  axles: [{ axle: 1, is_steered: true, is_twin: false, pressure_kpa: null }],
  positions: [wheel('Axle 1 nearside', 'nearside', ROW), wheel('Axle 1 offside', 'offside', null)],
};

const user = userEvent.setup();

const { sent } = freshScreens();
beforeEach(() => {
  const keep = (init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return WHEELS;
  };
  answerCalls({
    '/api/tyres/7/pressures/': () => ({
      pressures: [
        { at: '2026-05-01T12:00:00Z', pressure_kpa: 640, temperature_c: 31, source: 'sensor' },
        { at: '2026-05-01T13:00:00Z', pressure_kpa: 810, temperature_c: 33, source: 'sensor' },
      ],
    }),
    '/api/tyres/7/undo/': (_url, init) => {
      keep(init);
      return TYRE;
    },
    '/api/tyres/7/': () => TYRE,
    '/api/tyres/': (_url, init) => {
      if (init?.method !== 'POST') return { count: 1, results: [ROW] };
      keep(init);
      return TYRE;
    },
    '/api/vehicle_activity_depots/': () => [{ id: 2, name: 'North' }],
    '/api/vehicle_tyres/5/moves/': (_url, init) => keep(init),
    '/api/vehicle_tyres/5/readings/': (_url, init) => keep(init),
    '/api/vehicle_tyres/5/': () => WHEELS,
    '/api/overview/vehicles/5/': () => {
      throw new Error('not used');
    },
  });
});

const MODULES = { modules: ['Vehicle File' as const] };

it('[W-02] The list says which tyres must be changed, and why', async () => {
  await openScreen('/tyres', testUser(MODULES));
  const row = within(await screen.findByRole('row', { name: /RW10007/ }, { timeout: 20_000 }));
  expect(row.getByText('Change now')).toBeTruthy();
  expect(row.getByText(/Age of ten years/)).toBeTruthy();
  expect(row.getByText('N2 BBB, Axle 1 nearside')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'RW10007' }));
  expect(
    await screen.findByText(/may be used until it is ten years old, on 04\/01\/26/),
  ).toBeTruthy();
  expect(screen.getByText('0.16 mm per 1,000 miles')).toBeTruthy();
  expect(screen.getByText(/SI 2020\/1191/)).toBeTruthy();
});

it('The panel shows pressures, what was undone, and undoes the last step with a reason', async () => {
  await openScreen('/tyres?open=7', testUser(MODULES));
  expect(await screen.findByText(/lowest 640 kPa/, {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByText(/Undone by Bo: Wrong wheel/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo last move' }));
  const dialog = within(await screen.findByRole('dialog', { name: /RW10007/ }));
  expect(dialog.getByText(/moved 2 tyres/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Undo last move' }));
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong tyre');
  await user.click(dialog.getByRole('button', { name: 'Undo last move' }));
  await screen.findByText('Tyre updated');
  expect(sent).toEqual([{ step: TYRE.undo?.step, reason: 'Wrong tyre' }]);
});

it('The readings of the charts open as lists with the same number, and stay in the address', async () => {
  await openScreen('/tyres?open=7', testUser(MODULES));
  const button = await screen.findByRole(
    'button',
    { name: 'Pressure: 2 readings' },
    { timeout: 20_000 },
  );
  await user.click(button);
  const list = within(await screen.findByRole('table', { name: 'Readings: Pressure' }));
  expect(list.getAllByRole('row')).toHaveLength(1 + 2);
  expect(list.getByText('640 kPa')).toBeTruthy();
  expect(location.search).toContain('readings=pressure');
  const treads = screen.getByRole('button', { name: 'Tread: 1 reading' });
  await user.click(treads);
  const rows = within(await screen.findByRole('table', { name: 'Readings: Tread' }));
  expect(rows.getAllByRole('row')).toHaveLength(1 + TYRE.treads.length);
  expect(screen.queryByRole('table', { name: 'Readings: Pressure' })).toBeNull();
});

it('The form of a new tyre asks for what is missing', async () => {
  await openScreen('/tyres?open=new', testUser(MODULES));
  await user.click(await screen.findByRole('button', { name: 'Save' }, { timeout: 20_000 }));
  const serial = screen.getByRole('textbox', { name: /Serial number/ });
  expect(serial.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

it('A rotation is made of the moves that change something', () => {
  const other = { ...ROW, id: 8 };
  const positions = [
    wheel('Axle 1 nearside', 'nearside', ROW),
    wheel('Axle 1 offside', 'offside', other),
  ];
  const moves = (places: Record<string, number>) =>
    movesTo(positions, places).map(({ position, tyre }) => [tyre, position]);
  expect(moves({ 'Axle 1 nearside': 7, 'Axle 1 offside': 8 })).toEqual([]);
  expect(moves({ 'Axle 1 nearside': 8, 'Axle 1 offside': 7 })).toEqual([
    [7, 'Axle 1 offside'],
    [8, 'Axle 1 nearside'],
  ]);
  expect(moves({ 'Axle 1 nearside': 0, 'Axle 1 offside': 8 })).toEqual([[7, null]]);
});

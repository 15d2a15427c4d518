import { describe, expect, it } from 'vitest';
import { mondayOf } from '../../ui/date-range/calendar.ts';
import { schedule } from '../vehicle-file/test-records.ts';
import {
  conflictsOf,
  DEPOT_DAY_LIMIT,
  dayOf,
  entriesOf,
  expectedDays,
  gapsOf,
  lanesOf,
  mayPlanOn,
  rowsOf,
  type ScheduleType,
  weeksOfYear,
  windowOf,
} from './schedules-plan.ts';

const NOW = '2026-11-21';
const YEAR = { from: '2026-11-01', to: '2027-12-31' };
const type = (category: string, forTypes: ScheduleType['vehicle_types'] = []): ScheduleType => ({
  id: 1,
  name: category,
  category,
  interval: '1y',
  vehicle_types: forTypes,
  due_date: null,
  window: '1m',
});
const van = { id: 12, registration: 'AB12 CDE', type: 'VAN', depot: 'Leeds' };

describe('the day of an item', () => {
  it('is the day it was done, else planned for, else due', () => {
    expect(dayOf(schedule(1, '2026-12-05'))).toBe('2026-12-05');
    expect(dayOf(schedule(1, '2026-12-05', { planned_date: '2026-11-30' }))).toBe('2026-11-30');
    expect(dayOf(schedule(1, '2026-12-05', { fulfilled_at: '2026-12-01T00:00:00Z' }))).toBe(
      '2026-12-01',
    );
  });

  it('can be moved within its window, never into the past, and not when done or expired', () => {
    const mot = schedule(1, '2026-12-05');
    expect(windowOf(mot, NOW)).toEqual({ from: NOW, to: '2026-12-05' });
    expect(mayPlanOn(mot, '2026-11-20', NOW)).toBe(false);
    expect(mayPlanOn(mot, '2026-11-21', NOW)).toBe(true);
    expect(mayPlanOn(mot, '2026-12-05', NOW)).toBe(true);
    expect(mayPlanOn(mot, '2026-12-06', NOW)).toBe(false);
    expect(windowOf(schedule(1, '2026-11-10'), NOW)).toBeNull();
    expect(windowOf(schedule(1, '2026-12-05', { state: 'fulfilled' }), NOW)).toBeNull();
  });

  it('[H-40] recurs by its interval up to the end of the forecast', () => {
    expect(expectedDays(schedule(1, '2026-12-05', { interval: '8w' }), '2027-04-30')).toEqual([
      '2027-01-30',
      '2027-03-27',
    ]);
    expect(expectedDays(schedule(1, '2026-12-05', { interval: '' }), '2030-01-01')).toEqual([]);
    expect(expectedDays(schedule(1, '2026-12-05', { interval: '5h' }), '2030-01-01')).toEqual([]);
  });

  it('entries of a range are sorted by day, then registration', () => {
    const done = schedule(1, '2026-11-04', {
      state: 'fulfilled',
      fulfilled_at: '2026-11-02T00:00:00Z',
    });
    const entries = entriesOf(
      [schedule(2, '2026-12-05', { registration: 'B2' }), schedule(3, '2026-12-05')],
      [done],
      YEAR,
    );
    expect(entries.map(({ key }) => key)).toEqual([
      'done-1',
      'open-3',
      'open-2',
      'expected-3-2027-12-05',
      'expected-2-2027-12-05',
    ]);
  });
});

describe('what needs attention', () => {
  it('a conflict is more vehicles of a depot away on a day than allowed', () => {
    const on = (id: number, depot = { id: 3, name: 'Leeds' }) =>
      schedule(id, '2026-12-05', { vehicle: id, registration: `V${id}`, depot });
    const three = [on(1), on(2), on(3)];
    expect(three).toHaveLength(DEPOT_DAY_LIMIT);
    expect(conflictsOf([...three, on(4, { id: 4, name: 'York' })], NOW)).toEqual([]);
    // The same vehicle with two items on a day is away once.
    expect(conflictsOf([...three, on(3)], NOW)).toEqual([]);
    expect(conflictsOf([...three, on(4)], '2026-12-06')).toEqual([]);
    expect(conflictsOf([...three, on(4)], NOW)).toEqual([
      { day: '2026-12-05', depot: 'Leeds', vehicles: ['V1', 'V2', 'V3', 'V4'] },
    ]);
  });

  it('a gap is a vehicle without a schedule that its type requires', () => {
    const types = [type('MOT'), type('PMI', ['VAN', 'STR']), type('LOLER')];
    const bike = { ...van, id: 13, type: 'BIK' };
    expect(gapsOf([van, bike], [schedule(1, '2026-12-05')], types)).toMatchObject([
      { vehicle: { id: 12 }, type: { category: 'PMI' } },
      { vehicle: { id: 13 }, type: { category: 'MOT' } },
    ]);
  });
});

describe('the wall chart', () => {
  it('[S-19] has the ISO weeks of a year, Monday first', () => {
    const weeks = weeksOfYear(2026, mondayOf);
    expect([weeks[0], weeks.at(-1), weeks.length]).toEqual(['2025-12-29', '2026-12-28', 53]);
  });

  it('has a row per vehicle, by depot, then registration', () => {
    const entries = entriesOf(
      [
        schedule(1, '2026-12-05', { vehicle: 1, registration: 'V10' }),
        schedule(2, '2026-12-06', { vehicle: 2, registration: 'V9' }),
        schedule(3, '2026-12-07', { vehicle: 3, depot: { id: 1, name: 'Hull' } }),
      ],
      [],
      { from: '2026-12-01', to: '2026-12-31' },
    );
    expect(rowsOf(entries).map(({ vehicle }) => vehicle)).toEqual([3, 2, 1]);
  });

  it('stacks marks of the same week', () => {
    const entries = entriesOf(
      [schedule(1, '2026-12-05'), schedule(2, '2026-12-05'), schedule(3, '2026-12-20')],
      [],
      { from: '2026-12-01', to: '2026-12-31' },
    );
    const weekOf = (day: string) => Math.floor(Date.parse(mondayOf(day)) / 604_800_000);
    expect(lanesOf(entries, weekOf)).toEqual({ lanes: [0, 1, 0], count: 2 });
  });
});

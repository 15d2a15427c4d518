import { DEFAULT_USE_WEEKS, type IntervalReason } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { type InspectedVehicle, inspectionInterval, isoWeekOf } from './index.ts';

/* GMR 4: Guide to maintaining roadworthiness, section 4, safety inspection intervals and first use. */

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** A Thursday of ISO week 48. */
const NOW = at('2026-11-26');

const vehicle = (changed: Partial<InspectedVehicle> = {}): InspectedVehicle => ({
  category: 'goods',
  registeredMs: at('2020-01-01'),
  licenceWeeks: 8,
  use: null,
  scheduleWeeks: null,
  lastInspectedMs: at('2026-11-04'),
  isOffRoad: false,
  ...changed,
});
const old = { registeredMs: at('2014-11-26') };

type Case = readonly [
  what: string,
  vehicle: InspectedVehicle,
  weeks: number,
  reasons: readonly IntervalReason[],
];

const INTERVALS: readonly Case[] = [
  ['the commitment on the licence', vehicle(), 8, ['licence']],
  ['nothing known: 13 weeks at most', vehicle({ licenceWeeks: null }), 13, ['longest']],
  ['13 weeks on the licence', vehicle({ licenceWeeks: 13 }), 13, ['licence']],
  ['more on the licence than 13 weeks', vehicle({ licenceWeeks: 20 }), 13, ['longest']],
  ['12 years old today', vehicle(old), 6, ['age']],
  ['12 years old tomorrow', vehicle({ registeredMs: at('2014-11-27') }), 8, ['licence']],
  [
    '12 years old with 6 weeks on the licence',
    vehicle({ ...old, licenceWeeks: 6 }),
    6,
    ['licence', 'age'],
  ],
  [
    '12 years old with 4 weeks on the licence',
    vehicle({ ...old, licenceWeeks: 4 }),
    4,
    ['licence'],
  ],
  ['a trailer of 12 years', vehicle({ ...old, category: 'trailer' }), 6, ['age']],
  ['a bus of 12 years', vehicle({ ...old, category: 'psv' }), 6, ['age']],
  ['a van of 12 years', vehicle({ ...old, category: 'light' }), 8, ['licence']],
  ['an unknown age', vehicle({ registeredMs: null }), 8, ['licence']],
  ['light use', vehicle({ licenceWeeks: null, use: 'light' }), 13, ['use']],
  ['general haulage', vehicle({ licenceWeeks: null, use: 'general' }), 10, ['use']],
  ['constant heavy loads', vehicle({ licenceWeeks: null, use: 'arduous' }), 8, ['use']],
  ['off-road work', vehicle({ licenceWeeks: null, use: 'off_road' }), 6, ['use']],
  ['the licence is shorter than the use allows', vehicle({ use: 'general' }), 8, ['licence']],
  ['the use is harder than the licence', vehicle({ licenceWeeks: 10, use: 'arduous' }), 8, ['use']],
  ['licence and use agree', vehicle({ use: 'arduous' }), 8, ['licence', 'use']],
  ['old in off-road work', vehicle({ ...old, use: 'off_road' }), 6, ['age', 'use']],
  ['old in light use', vehicle({ ...old, use: 'light', licenceWeeks: 13 }), 6, ['age']],
  ['the schedule agrees', vehicle({ scheduleWeeks: 8 }), 8, ['licence']],
  ['the schedule is shorter', vehicle({ scheduleWeeks: 6 }), 6, ['schedule']],
  [
    'the schedule is longer than the licence',
    vehicle({ scheduleWeeks: 10 }),
    8,
    ['licence', 'schedule_too_long'],
  ],
  [
    'the schedule is longer than the age allows',
    vehicle({ ...old, scheduleWeeks: 8 }),
    6,
    ['age', 'schedule_too_long'],
  ],
  [
    'the schedule is longer than the use allows',
    vehicle({ licenceWeeks: null, use: 'arduous', scheduleWeeks: 10 }),
    8,
    ['use', 'schedule_too_long'],
  ],
  [
    'the schedule is longer than 13 weeks',
    vehicle({ licenceWeeks: null, scheduleWeeks: 26 }),
    13,
    ['longest', 'schedule_too_long'],
  ],
  [
    'the schedule is shorter than 4 weeks',
    vehicle({ scheduleWeeks: 3 }),
    3,
    ['schedule', 'schedule_too_short'],
  ],
  ['four weeks are not too short', vehicle({ scheduleWeeks: 4 }), 4, ['schedule']],
  ['off the road', vehicle({ isOffRoad: true }), 8, ['licence', 'before_return']],
  ['off the road and old', vehicle({ ...old, isOffRoad: true }), 6, ['age', 'before_return']],
  ['before its first use', vehicle({ lastInspectedMs: null }), 8, ['licence', 'first_use']],
  [
    'off the road before its first use',
    vehicle({ lastInspectedMs: null, isOffRoad: true }),
    8,
    ['licence', 'before_return'],
  ],
];

describe('the interval of safety inspections', () => {
  it.each(INTERVALS)('GMR 4: %s', (_what, of, weeks, reasons) => {
    const found = inspectionInterval(of, DEFAULT_USE_WEEKS, NOW);
    expect([found.weeks, found.reasons.map(({ code }) => code)]).toEqual([weeks, reasons]);
  });

  it('GMR 4: takes the weeks by use as data', () => {
    const of = vehicle({ licenceWeeks: null, use: 'general' });
    expect(inspectionInterval(of, { ...DEFAULT_USE_WEEKS, general: 7 }, NOW).weeks).toBe(7);
  });
});

describe('the due week', () => {
  it.each([
    ['GMR 4', '2026-11-04', 8, '2026-W53', 'in_order'],
    ['GMR 4', '2026-11-08', 8, '2026-W53', 'in_order'],
    ['GMR 4', '2026-11-09', 8, '2027-W1', 'in_order'],
    ['GMR 4', '2026-10-01', 8, '2026-W48', 'due'],
    ['GMR 4', '2026-09-28', 8, '2026-W48', 'due'],
    ['GMR 4', '2026-10-04', 8, '2026-W48', 'due'],
    ['GMR 4', '2026-09-27', 8, '2026-W47', 'overdue'],
    ['GMR 4', '2026-10-05', 8, '2026-W49', 'in_order'],
    ['GMR 4', '2026-10-15', 6, '2026-W48', 'due'],
    ['GMR 4', '2026-08-27', 13, '2026-W48', 'due'],
    ['GMR 4', '2026-08-20', 13, '2026-W47', 'overdue'],
  ])('%s: inspected on %s, every %i weeks: %s, %s', (_reference, day, weeks, week, state) => {
    const of = vehicle({ licenceWeeks: weeks, lastInspectedMs: at(day) });
    const { due, state: found } = inspectionInterval(of, DEFAULT_USE_WEEKS, NOW);
    expect([`${due?.year}-W${due?.week}`, found]).toEqual([week, state]);
  });

  it('is counted to the end of Sunday, in UTC', () => {
    const of = vehicle({ lastInspectedMs: at('2026-10-01') });
    const stateAt = (time: string) =>
      inspectionInterval(of, DEFAULT_USE_WEEKS, Date.parse(time)).state;
    expect([
      stateAt('2026-11-22T23:59:59Z'),
      stateAt('2026-11-23T00:00:00Z'),
      stateAt('2026-11-29T23:59:59Z'),
      stateAt('2026-11-30T00:00:00Z'),
    ]).toEqual(['in_order', 'due', 'due', 'overdue']);
  });

  it.each([
    ['off the road', vehicle({ isOffRoad: true }), 'paused'],
    ['never inspected', vehicle({ lastInspectedMs: null }), 'first_use'],
  ] as const)('GMR 4: is open while %s', (_what, of, state) => {
    const found = inspectionInterval(of, DEFAULT_USE_WEEKS, NOW);
    expect([found.due, found.state]).toEqual([null, state]);
  });
});

describe('ISO weeks', () => {
  it.each([
    ['2026-01-01', 2026, 1],
    ['2025-12-29', 2026, 1],
    ['2027-01-03', 2026, 53],
    ['2027-01-04', 2027, 1],
    ['2024-12-30', 2025, 1],
    ['2021-01-03', 2020, 53],
  ])('ISO 8601: %s is in %i week %i', (day, year, week) => {
    expect(isoWeekOf(at(day))).toEqual({ year, week });
  });
});

import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './activity.ts';
import { analyseDriversHours, type RemainingTime } from './index.ts';
import { analysed, clock, MONDAY_MS, plan, RULES } from './test-plan.ts';

const START_MS = MONDAY_MS + 6 * HOUR_MS;

function remaining(text: string): RemainingTime {
  const { remaining: found } = analysed(text);
  if (found === null) throw new Error('no records');
  return found;
}

const durations = ({ untilBreakMs, todayMs, weekMs, fortnightMs, drivingMs }: RemainingTime) =>
  [untilBreakMs, todayMs, weekMs, fortnightMs, drivingMs].map(clock).join(' ');

/** [source, activities, until break, today, week, fortnight, and the least of them] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['a new week', 'D1', '3:30 9:00 55:00 89:00 3:30'],
  ['Art. 7: at the limit', 'D4:30', '0:00 5:30 51:30 85:30 0:00'],
  ['Art. 7: never negative', 'D5', '0:00 5:00 51:00 85:00 0:00'],
  ['Art. 7: after a whole break', 'D4:30 R0:45', '4:30 5:30 51:30 85:30 4:30'],
  ['Art. 7: a first part changes nothing yet', 'D4 R0:15', '0:30 6:00 52:00 86:00 0:30'],
  ['Art. 6(1): the day decides', 'D4:30 R0:45 D4:30 R0:45', '4:30 1:00 47:00 81:00 1:00'],
  ['Art. 6(1): after a daily rest', 'D4:30 R0:45 D4:30 R11 D1', '3:30 9:00 46:00 80:00 3:30'],
  [
    'Art. 6(1): both extensions used',
    '2x(D4:30 R0:45 D4:30 R0:45 D1 R11) D1',
    '3:30 8:00 35:00 69:00 3:30',
  ],
  ['work takes no driving', 'D1 W5', '3:30 9:00 55:00 89:00 3:30'],
];

it.each(CASES)('%s', (_source, activities, expected) => {
  expect(durations(remaining(activities))).toBe(expected);
});

it('Art. 7: says which break is needed', () => {
  expect(clock(remaining('D4').breakNeededMs)).toBe('0:45');
  expect(clock(remaining('D2 R0:20 D1').breakNeededMs)).toBe('0:30');
});

describe('Art. 8: when the daily rest must begin', () => {
  const restBy = (text: string, startedMs = START_MS) => {
    const { restByMs } = remaining(text);
    return restByMs === null ? null : clock(restByMs - startedMs);
  };

  it.each([
    ['8(4): a reduced rest is left', 'D4', '15:00'],
    ['8(5): in multi-manning', 'D4c A2c', '21:00'],
    ['none while resting', 'D4 R11', null],
  ])('%s', (_source, activities, expected) => {
    expect(restBy(activities)).toBe(expected);
  });

  it('8(2): three reduced rests used', () => {
    const started = plan('3x(D4 R9)').at(-1)?.endMs;
    expect(restBy('3x(D4 R9) D2', started)).toBe('13:00');
    expect(remaining('3x(D4 R9) D2').reducedRestsLeft).toBe(0);
    expect(restBy('3x(D4 R9) D2 R3 D1', started)).toBe('15:00');
  });
});

it('Art. 8(6): when the weekly rest must begin', () => {
  expect(clock(remaining('D4').weeklyRestByMs - START_MS)).toBe('144:00');
  const ended = plan('D4 R45').at(-1)?.endMs ?? 0;
  expect(clock(remaining('D4 R45 D1').weeklyRestByMs - ended)).toBe('144:00');
});

it('time after the last record counts as rest until now', () => {
  const activities = plan('D4');
  const nowMs = (activities.at(-1)?.endMs ?? 0) + HOUR_MS;
  const later = analyseDriversHours(activities, RULES, nowMs).remaining;
  expect(clock(later?.untilBreakMs ?? 0)).toBe('4:30');
});

it('has nothing to say without work', () => {
  expect(analysed('R11').remaining).toBeNull();
  expect(analyseDriversHours([], RULES, START_MS)).toMatchObject({ days: [], remaining: null });
});

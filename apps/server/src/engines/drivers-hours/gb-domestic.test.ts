import { expect, it } from 'vitest';
import { found } from './test-plan.ts';

/** [source, activities, what is found; empty for none] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['GV262 2: 10 hours of driving', 'D5 R1 D5 R12', ''],
  ['GV262 2: more than 10 hours of driving', 'D5 R1 D5:01 R12', 'null 10:01/10:00'],
  ['GV262 2: 11 hours of duty', 'D5 W6 R12', ''],
  ['GV262 2: more than 11 hours of duty', 'D5 W6:01 R12', 'null 11:01/11:00'],
  ['GV262 2: breaks are no duty', 'D5 R2 W6 R11', ''],
  ['GV262 2: availability is duty', 'D5 A7 R12', 'null 12:00/11:00'],
  ['GV262 2: no limit of duty on a day without driving', 'W13 R11 D5 R19', ''],
  ['GV262 2: no limit in a week with less than 4 hours a day', 'D3:59 W9 R11:01 D3 W10 R11', ''],
  ['GV262 2: 4 hours on one day bring it back', 'D3:59 W9 R11:01 D4 R20', 'null 12:59/11:00'],
  ['GV262 2: a day is 24 hours from the start of duty', 'D5 R1 D5 R13 D5 R1 D5 R12', ''],
  [
    'GV262 2: driving after a short rest is of the same day',
    'D5 R4 D5 R8 D2 R12',
    'null 12:00/10:00, null 12:00/11:00',
  ],
  ['GV262 2: both limits', 'D6 R1 D6 R12', 'null 12:00/10:00, null 12:00/11:00'],
  [
    'GV262 2: each day for itself',
    'D5 W7 R12 D5 W6 R13 D5 W8 R11',
    'null 12:00/11:00, null 13:00/11:00',
  ],
];

it.each(CASES)('%s', (_source, activities, expected) => {
  const rules = ['gb_daily_driving', 'gb_daily_duty'] as const;
  expect(found(activities, rules, { regime: 'gb_domestic' })).toBe(expected);
});

it('does not check the rules of the Union', () => {
  expect(found('D8 R11', ['break', 'daily_rest'], { regime: 'gb_domestic' })).toBe('');
});

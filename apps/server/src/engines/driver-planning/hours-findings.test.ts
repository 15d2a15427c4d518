import { describe, expect, test } from 'vitest';
import { RULES } from '../drivers-hours/test-plan.ts';
import { checkHours } from './index.ts';
import { at, checked, shifts, type TestRecord } from './test-shifts.ts';

type Options = Parameters<typeof checked>[1];
type Case = readonly [name: string, planned: readonly string[], found: string, options?: Options];

const GB: Options = { rules: { regime: 'gb_domestic' } };
const days = (names: string, shift: string) => names.split(' ').map((day) => `${day} ${shift}`);
const WEEK = 'Mon Tue Wed Thu Fri';

/** Five days of 11 hours with 8 of driving, until Saturday 06:00. */
const USUAL_WEEK: TestRecord = { text: '5x(W2 D4 R1 D4 R13)', from: 'Mon 06:00' };
/** Six days, 54 hours of driving, until Sunday 06:00. */
const LONG_WEEK: TestRecord = { text: '6x(D4:30 R1 D4:30 R14)', from: 'Mon 06:00' };

const CASES: readonly Case[] = [
  ['two usual days', days('Mon Tue', '06:00 12 d8'), ''],
  ['a day of 13 hours leaves 11 of rest', days('Mon Tue', '06:00 13 d8'), ''],
  ['a day of 15 hours before a free one', ['Mon 06:00 15 d9', 'Wed 06:00 12 d8'], ''],
  [
    'a rest of 10 hours is the first reduced one',
    ['Mon 06:00 14 d9', 'Tue 06:00 12 d8'],
    '2 warns reduced_rest 10:00/11:00 1/3',
  ],
  [
    'a rest of 9 hours is still a reduced one',
    ['Mon 06:00 15 d9', 'Tue 06:00 12 d8'],
    '2 warns reduced_rest 9:00/11:00 1/3',
  ],
  [
    'a rest of 8:30 hours',
    ['Mon 06:00 15.5 d9', 'Tue 06:00 12 d8'],
    '2 breaks daily_rest 8:30/9:00',
  ],
  [
    'a rest that an early start cuts',
    ['Mon 06:00 12 d9', 'Tue 02:00 10 d8'],
    '2 breaks daily_rest 8:00/9:00',
  ],
  [
    'a rest of less than 7 hours makes one day of two shifts',
    ['Mon 06:00 12 d8', 'Mon 23:00 8 d4'],
    '2 breaks daily_driving 12:00/10:00, 2 breaks daily_rest 5:00/9:00, 2 breaks night_work 18:45/10:00',
  ],
  [
    'the fourth reduced rest between two weekly rests',
    days(WEEK, '06:00 14 d8').map((one) => one.replace('14', one.startsWith('Fri') ? '10' : '14')),
    [
      '2 warns reduced_rest 10:00/11:00 1/3',
      '3 warns reduced_rest 10:00/11:00 2/3',
      '4 warns reduced_rest 10:00/11:00 3/3',
      '5 breaks daily_rest 10:00/11:00',
      '5 unknown average_not_full 59:15/48:00',
    ].join(', '),
  ],
  ['9 hours of driving', ['Mon 06:00 12 d9'], ''],
  ['10 hours of driving', ['Mon 06:00 13 d10'], '1 warns extended_driving 10:00/9:00'],
  ['10:30 hours of driving', ['Mon 06:00 13 d10.5'], '1 breaks daily_driving 10:30/10:00'],
  [
    'the third day of 10 hours in a week',
    days('Mon Tue Wed', '06:00 12 d10'),
    [
      '1 warns extended_driving 10:00/9:00',
      '2 warns extended_driving 10:00/9:00',
      '3 breaks daily_driving 10:00/9:00',
    ].join(', '),
  ],
  [
    '54 hours of driving in a week',
    days(`${WEEK} Sat`, '06:00 10.5 d9'),
    '6 unknown average_not_full 58:30/48:00',
  ],
  [
    '58 hours of driving in a week',
    [...days('Mon Tue', '06:00 12 d10'), ...days('Wed Thu Fri Sat', '06:00 11 d9.5')],
    [
      '1 warns extended_driving 10:00/9:00',
      '2 warns extended_driving 10:00/9:00',
      '3 breaks daily_driving 9:30/9:00',
      '4 breaks daily_driving 9:30/9:00',
      '5 breaks daily_driving 9:30/9:00',
      '6 breaks weekly_driving 58:00/56:00',
      '6 breaks daily_driving 9:30/9:00',
      '6 unknown average_not_full 59:00/48:00',
    ].join(', '),
  ],
  [
    '90 hours of driving in a fortnight',
    [...days(WEEK, '06:00 10 d9'), ...days('Mon+1 Tue+1 Wed+1 Thu+1 Fri+1', '06:00 10 d9')],
    '',
  ],
  [
    '94 hours of driving in a fortnight',
    [...days(WEEK, '06:00 10 d9'), ...days('Mon+1 Tue+1 Wed+1 Thu+1 Fri+1', '06:00 11.3 d9.8')],
    [
      '6 warns extended_driving 9:48/9:00',
      '7 warns extended_driving 9:48/9:00',
      '8 breaks daily_driving 9:48/9:00',
      '9 breaks daily_driving 9:48/9:00',
      '10 breaks fortnightly_driving 94:00/90:00',
      '10 breaks daily_driving 9:48/9:00',
      '10 unknown average_not_full 49:00/48:00',
    ].join(', '),
  ],
  ['six days of work', days(`${WEEK} Sat`, '06:00 8 d4'), ''],
  [
    'seven days of work',
    days(`${WEEK} Sat Sun`, '06:00 7 d4'),
    '7 breaks weekly_rest_late 151:00/144:00',
  ],
  [
    'a weekly rest of 34 hours',
    [...days(`${WEEK} Sat`, '06:00 8 d4'), 'Mon+1 00:00 8 d4'],
    '7 warns weekly_rest_reduced 34:00/45:00',
  ],
  ['a weekly rest of 45 hours', [...days(`${WEEK} Sat`, '06:00 8 d4'), 'Mon+1 11:00 8 d4'], ''],
  [
    'two reduced weekly rests in sequence',
    [
      ...days(`${WEEK} Sat`, '06:00 8 d4'),
      'Mon+1 00:00 8 d4',
      ...days('Tue+1 Wed+1 Thu+1 Fri+1 Sat+1', '00:00 8 d4'),
      'Sun+1 18:00 8 d4',
    ],
    [
      '7 warns weekly_rest_reduced 34:00/45:00',
      '13 breaks weekly_rest_reduced_again 34:00/45:00',
      '13 warns weekly_rest_reduced 34:00/45:00',
      '13 unknown average_not_full 50:30/48:00',
    ].join(', '),
  ],
  [
    'two reduced weekly rests abroad',
    [
      ...days(`${WEEK} Sat`, '06:00 8 d4'),
      'Mon+1 00:00 8 d4',
      ...days('Tue+1 Wed+1 Thu+1 Fri+1 Sat+1', '00:00 8 d4'),
      'Sun+1 18:00 8 d4',
    ],
    [
      '7 warns weekly_rest_reduced 34:00/45:00',
      '13 warns weekly_rest_reduced 34:00/45:00',
      '13 unknown average_not_full 50:30/48:00',
    ].join(', '),
    { rules: { mayReduceTwice: true } },
  ],
  [
    '63 hours of work in a week',
    days(`${WEEK} Sat`, '06:00 11.25 d0'),
    '6 breaks working_time_week 63:00/60:00, 6 unknown average_not_full 63:00/48:00',
  ],
  [
    'an average of 50 hours over three weeks',
    [
      ...days(WEEK, '06:00 10.75 d0'),
      ...days('Mon+1 Tue+1 Wed+1 Thu+1 Fri+1', '06:00 10.75 d0'),
      ...days('Mon+2 Tue+2 Wed+2 Thu+2 Fri+2', '06:00 10.75 d0'),
    ],
    [
      '5 unknown average_not_full 50:00/48:00',
      '10 unknown average_not_full 50:00/48:00',
      '15 breaks working_time_average 50:00/48:00',
    ].join(', '),
    { rules: { referenceWeeks: 3 } },
  ],
  ['10 hours of work at night', ['Mon 20:00 10.75 d5'], ''],
  ['10:15 hours of work at night', ['Mon 20:00 11 d5'], '1 breaks night_work 10:15/10:00'],
  ['11 hours of work by day', ['Mon 06:00 11.75 d5'], ''],
  [
    'a night of five hours reaches the start at 04:30',
    ['Mon 04:30 12 d5'],
    '1 breaks night_work 11:15/10:00',
    { rules: { nightHours: 5 } },
  ],
  [
    'the night is that of the zone',
    ['Mon 02:30 12 d5'],
    '1 breaks night_work 11:15/10:00',
    { rules: { timeZone: 'Atlantic/Azores' } },
  ],
  ['the break after 4:30 hours fits', ['Mon 06:00 9.75 d9'], ''],
  ['the break after 4:30 hours does not fit', ['Mon 06:00 9.5 d9'], '1 breaks break 9:00/4:30'],
  ['4:30 hours of driving need no break', ['Mon 06:00 4.5 d4.5'], ''],
  ['driving longer than the shift counts as the whole shift', ['Mon 06:00 4 d9'], ''],
  ['six hours of work need no break', ['Mon 06:00 6 d0'], ''],
  ['the break of a working day fits', ['Mon 06:00 9 d0'], ''],
  ['driving is not planned', ['Mon 06:00 8 d-'], '1 unknown no_planned_driving'],
  ['GB: 10 hours of driving', ['Mon 06:00 11 d10'], '', GB],
  [
    'GB: 10:30 hours of driving',
    ['Mon 06:00 12 d10.5'],
    '1 breaks gb_daily_driving 10:30/10:00',
    GB,
  ],
  ['GB: 11 hours of duty', ['Mon 06:00 11.75 d5'], '', GB],
  ['GB: 11:15 hours of duty', ['Mon 06:00 12 d5'], '1 breaks gb_daily_duty 11:15/11:00', GB],
  ['GB: no limit of duty without driving', ['Mon 06:00 14 d0'], '', GB],
  ['GB: no limit of duty with little driving all week', ['Mon 06:00 14 d3'], '', GB],
  ['GB: a rest of 8 hours', ['Mon 06:00 10 d5', 'Tue 00:00 1 d0'], '', GB],
  [
    'the rest since the last day of the record',
    ['Mon 23:00 8 d4'],
    [
      '1 breaks daily_rest 5:00/9:00',
      '1 breaks night_work 17:30/10:00',
      '1 breaks working_time_break 10:00/6:00',
    ].join(', '),
    { record: { text: 'W10', from: 'Mon 08:00' }, now: 'Mon 19:00' },
  ],
  [
    'the driving of the week so far',
    ['Sun 06:00 4 d3'],
    '1 breaks weekly_driving 57:00/56:00, 1 breaks weekly_rest_late 148:00/144:00, 1 unknown average_not_full 58:00/48:00',
    { record: LONG_WEEK, now: 'Sun 06:00' },
  ],
  [
    'the driving of the last week counts for the fortnight',
    days('Mon+1 Tue+1 Wed+1 Thu+1', '12:00 10.6 d9.1'),
    [
      '1 warns extended_driving 9:06/9:00',
      '1 warns weekly_rest_reduced 44:00/45:00',
      '2 warns extended_driving 9:06/9:00',
      '3 breaks daily_driving 9:06/9:00',
      '4 breaks fortnightly_driving 90:24/90:00',
      '4 breaks daily_driving 9:06/9:00',
    ].join(', '),
    { record: LONG_WEEK, now: 'Sun 06:00' },
  ],
  [
    'six days after the last weekly rest of the record',
    ['Sat 07:00 8 d4', 'Sun 07:00 8 d4'],
    [
      '2 breaks working_time_week 65:00/60:00',
      '2 breaks weekly_rest_late 153:00/144:00',
      '2 unknown average_not_full 65:00/48:00',
    ].join(', '),
    { record: USUAL_WEEK, now: 'Sat 06:00' },
  ],
  [
    'an infringement of the record is none of the plan',
    ['Wed 06:00 8 d4'],
    '',
    { record: { text: 'D5 R0:15 D6 R13', from: 'Mon 06:00' }, now: 'Tue 06:00' },
  ],
  [
    'a record that ends two days ago',
    ['Mon+1 06:00 8 d4'],
    '1 unknown record_ends',
    { record: USUAL_WEEK, now: 'Mon+1 06:00' },
  ],
  [
    'what is left of a running shift',
    ['Mon 06:00 12 d9'],
    '',
    { record: { text: 'W1 D4', from: 'Mon 06:00' }, now: 'Mon 11:00' },
  ],
  [
    'a running shift with more driving than the day allows',
    ['Mon 06:00 14 d11'],
    '1 breaks daily_driving 11:00/10:00',
    { record: { text: 'W1 D4', from: 'Mon 06:00' }, now: 'Mon 11:00' },
  ],
  [
    'a shift of yesterday that no card confirms counts as work',
    ['Mon 08:00 12 d8', 'Tue 03:00 8 d4'],
    '2 breaks daily_rest 7:00/9:00',
    { record: { text: 'R1', from: 'Mon 06:00' }, now: 'Mon 21:00' },
  ],
  [
    'the driving of the record that is too much already is none of the plan',
    ['Sat 12:00 2 d0'],
    '1 unknown average_not_full 59:30/48:00',
    {
      record: { text: '5x(D4:30 R0:45 D4:30 R0:45 D2:30 R11)', from: 'Mon 06:00' },
      now: 'Sat 06:00',
    },
  ],
  [
    'free days in between are no reduced weekly rests',
    [...days('Mon Wed Fri', '06:00 10 d5'), 'Mon+1 06:00 10 d5'],
    '',
  ],
  [
    'reduced rests count from the last weekly rest',
    [...days('Mon Tue', '06:00 14 d4'), 'Wed 06:00 8 d4', 'Mon+1 06:00 14 d4', 'Tue+1 06:00 8 d4'],
    '2 warns reduced_rest 10:00/11:00 1/3, 3 warns reduced_rest 10:00/11:00 2/3, 5 warns reduced_rest 10:00/11:00 1/3',
  ],
  [
    'a shift that begins with the next week is none of this week',
    [...days(`${WEEK} Sat`, '06:00 11.25 d0'), 'Mon+1 00:00 4 d0'],
    '6 breaks working_time_week 63:00/60:00, 6 unknown average_not_full 63:00/48:00, 7 warns weekly_rest_reduced 30:45/45:00',
  ],
  ['a shift that has ended has no findings', ['Mon 06:00 16 d9'], '', { now: 'Tue 06:00' }],
];

describe('hours of planned shifts', () => {
  for (const [name, planned, expected, options] of CASES) {
    test(name, () => {
      expect(checked(planned, options)).toBe(expected);
    });
  }

  test('a driver without any record is said, and the plan alone is checked', () => {
    const plan = { record: [], knownUntilMs: null, shifts: shifts('Mon 06:00 13 d11') };
    const found = checkHours(plan, RULES, at('Mon 00:00')).get(1) ?? [];
    expect(found.map(({ check, level }) => `${level} ${check}`)).toEqual([
      'breaks daily_driving',
      'unknown no_record',
    ]);
  });

  test('paragraphs of the law stand beside each breach', () => {
    const plan = {
      record: [],
      knownUntilMs: 0,
      shifts: shifts('Mon 06:00 15.5 d9', 'Tue 06:00 9 d4'),
    };
    const found = checkHours(plan, RULES, at('Mon 00:00')).get(2) ?? [];
    expect(found[0]).toMatchObject({ check: 'daily_rest', paragraph: '561/2006 Art. 8(2)' });
  });
});

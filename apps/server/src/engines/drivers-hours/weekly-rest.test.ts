import { describe, expect, it } from 'vitest';
import { analysed, clock, found } from './test-plan.ts';

/** [source, activities, what is found; empty for none] */
type Case = readonly [string, string, string];

const DAY = 'D8 R16';
const WEEKLY = ['weekly_rest_late', 'weekly_rest_short', 'weekly_rest_reduced_again'] as const;

const START: readonly Case[] = [
  ['Art. 8(6): after six days of work', `5x(${DAY}) D8 R45 D8 R45`, ''],
  ['Art. 8(6): 144 hours to the minute', `6x(D8 R15) W6 R45 D8`, ''],
  ['Art. 8(6): a minute later', `6x(D8 R15) W6:01 R45 D8`, 'MI 144:01/144:00'],
  ['2016/403: below 3 hours late', `6x(D8 R15) W8:59 R45 D8`, 'MI 146:59/144:00'],
  ['2016/403: 3 hours late are serious', `6x(D8 R15) W9 R45 D8`, 'SI 147:00/144:00'],
  ['2016/403: below 12 hours late', `6x(${DAY}) D8 W3:59 R45 D8`, 'SI 155:59/144:00'],
  ['2016/403: 12 hours late are very serious', `6x(${DAY}) D8 W4 R45 D8`, 'VSI 156:00/144:00'],
  ['Art. 8(6): a week without weekly rest', `10x(${DAY}) D8 R45 D8`, 'VSI 248:00/144:00'],
  [
    'Art. 8(6): the count starts at the end of a weekly rest',
    `3x(${DAY}) D8 R45 5x(${DAY}) D8 R45 D1`,
    '',
  ],
  ['Art. 8(6): a reduced one also ends the count', `5x(${DAY}) D8 R24 5x(${DAY}) D8 R45 D1`, ''],
  ['Art. 8(6): none yet, but still in time', `5x(${DAY}) D8`, ''],
  ['Art. 8(6): none yet, and too late', `6x(${DAY}) D8`, 'SI 152:00/144:00'],
];

const SHORT: readonly Case[] = [
  ['Art. 4(h): 24 hours are a reduced weekly rest', `5x(${DAY}) D8 R24 D8`, ''],
  ['2016/403: 23:59 is minor', `5x(${DAY}) D8 R23:59 5x(${DAY}) D8 R45`, 'MI 23:59/24:00'],
  ['2016/403: 22 hours are minor', `5x(${DAY}) D8 R22 5x(${DAY}) D8 R45`, 'MI 22:00/24:00'],
  ['2016/403: 21:59 is serious', `5x(${DAY}) D8 R21:59 5x(${DAY}) D8 R45`, 'SI 21:59/24:00'],
  ['2016/403: 20 hours are serious', `5x(${DAY}) D8 R20 5x(${DAY}) D8 R45`, 'SI 20:00/24:00'],
];

const REDUCED: readonly Case[] = [
  [
    'Art. 8(6): regular and reduced in turn',
    `5x(${DAY}) D8 R45 5x(${DAY}) D8 R24 5x(${DAY}) D8 R66 D1`,
    '',
  ],
  [
    'Art. 8(6): two reduced in sequence',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R24 D1`,
    'VSI 24:00/45:00',
  ],
  [
    '2016/403: the second of 36 hours is serious',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R36 D1`,
    'SI 36:00/45:00',
  ],
  [
    '2016/403: the second of 41:59 is serious',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R41:59 D1`,
    'SI 41:59/45:00',
  ],
  [
    '2016/403: the second of 42 hours is minor',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R42 D1`,
    'MI 42:00/45:00',
  ],
  [
    '2016/403: the second of 35:59 is very serious',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R35:59 D1`,
    'VSI 35:59/45:00',
  ],
  [
    'Art. 8(6): a regular one between',
    `5x(${DAY}) D8 R24 5x(${DAY}) D8 R45 5x(${DAY}) D8 R24 D1`,
    '',
  ],
];

describe.each([
  ['start', START],
  ['length', SHORT],
  ['reduction', REDUCED],
] as const)('weekly rest: %s', (_name, cases) => {
  it.each(cases)('%s', (_source, activities, expected) => {
    expect(found(activities, WEEKLY)).toBe(expected);
  });
});

describe('Art. 8(6), 8(7): compensation', () => {
  const week = (rest: string) => `5x(${DAY}) D8 ${rest}`;
  const weeks = (...rests: string[]) => `${rests.map(week).join(' ')} D1`;
  const owed = (text: string) =>
    analysed(text).weeklyRests.map(({ compensatedMs, kind, owedMs }) =>
      kind === 'regular' ? kind : `${clock(owedMs)} ${compensatedMs === null ? 'open' : 'taken'}`,
    );

  it.each([
    ['attached to a regular weekly rest', weeks('R24', 'R66'), ['21:00 taken', 'regular']],
    ['21 hours in one piece', weeks('R24', 'R65:59'), ['21:00 open', 'regular']],
    ['of 33 hours, 12 are owed', weeks('R33', 'R57'), ['12:00 taken', 'regular']],
    ['attached to a daily rest of 9 hours', `${week('R40')} D8 R16 D1`, ['5:00 taken']],
    ['14 hours have room for 5', `${week('R40')} D8 R14 D1`, ['5:00 taken']],
    ['13:59 have not', `${week('R40')} D8 R13:59 D1`, ['5:00 open']],
    [
      'room serves one debt only',
      weeks('R24', 'R45', 'R24', 'R66'),
      ['21:00 taken', 'regular', '21:00 open', 'regular'],
    ],
    [
      'a rest with room for two',
      weeks('R30', 'R45', 'R30', 'R75'),
      ['15:00 taken', 'regular', '15:00 taken', 'regular'],
    ],
  ])('%s', (_source, activities, expected) => {
    expect(owed(activities)).toEqual(expected);
  });

  const lost = (text: string) => found(text, ['weekly_rest_compensation']);

  it('is a breach at the end of the third following week, and not before', () => {
    const regular = Array.from({ length: 4 }, () => 'R45');
    expect(lost(weeks('R24', ...regular.slice(0, 2)))).toBe('');
    expect(lost(weeks('R24', ...regular))).toBe('null 0:00/21:00');
  });

  it('comes too late after the third following week', () => {
    expect(lost(weeks('R24', 'R45', 'R45', 'R45', 'R66'))).toBe('null 0:00/21:00');
    expect(lost(weeks('R24', 'R45', 'R66', 'R45', 'R45'))).toBe('');
  });
});

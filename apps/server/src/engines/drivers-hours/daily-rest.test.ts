import { describe, expect, it } from 'vitest';
import { analysed, clock, found } from './test-plan.ts';

/** [source, activities, what is found; empty for none] */
type Case = readonly [string, string, string];

const REGULAR: readonly Case[] = [
  ['Art. 8(2): 11 hours', 'D4 R11 D4 R11', ''],
  ['Art. 8(2): work of 13 hours and 11 hours of rest', 'D4 W9 R11 W1 R11', ''],
  ['Art. 8(2): only rest within 24 hours counts', 'D4 W9:30 R11 W1 R11', ''],
  ['Art. 8(2): 15 hours of work leave 9 hours', 'D4 W11 R11 W1 R11', ''],
  ['Art. 8(2): 16 hours of work leave 8 hours', 'D4 W12 R11 W1 R11', 'MI 8:00/9:00'],
  ['Art. 8(2): 16.5 hours of work leave 7.5 hours', 'D4 W12:30 R11 W1 R11', 'SI 7:30/9:00'],
  ['Art. 8(2): 18 hours of work leave 6 hours', 'D4 W14 R11 W1 R11', 'VSI 6:00/9:00'],
  ['Art. 8(2): rest after the window does not count', 'D4 W21 R11 W1 R11', 'VSI 0:00/9:00'],
  ['Annex I C: unknown time counts as rest', 'D4 U11 D4 R11', ''],
  ['Art. 4(f): availability is no rest', 'D4 A20 R11', 'VSI 0:00/9:00'],
];

const REDUCED: readonly Case[] = [
  ['Art. 8(4): 9 hours', 'D4 R9 D4 R11', ''],
  ['Art. 8(4): three times', '3x(D4 R9) D4 R11', ''],
  ['Art. 8(4): a fourth is not allowed', '4x(D4 R9) D4 R11', 'SI 9:00/11:00'],
  ['2016/403: a fourth of 10 hours is minor', '3x(D4 R9) D4 R10 D4 R11', 'MI 10:00/11:00'],
  ['2016/403: a fourth of 9:59 is serious', '3x(D4 R9) D4 R9:59 D4 R11', 'SI 9:59/11:00'],
  ['2016/403: a fourth of 8:30 is serious', '3x(D4 R9) D4 R8:30 D4 R11', 'SI 8:30/11:00'],
  ['2016/403: a fourth of 8:29 is very serious', '3x(D4 R9) D4 R8:29 D4 R11', 'VSI 8:29/11:00'],
  ['2016/403: 8:59 instead of 9 is minor', 'D4 R8:59 D4 R11', 'MI 8:59/9:00'],
  ['2016/403: 8 hours are minor', 'D4 R8 D4 R11', 'MI 8:00/9:00'],
  ['2016/403: 7:59 is serious', 'D4 R7:59 D4 R11', 'SI 7:59/9:00'],
  ['2016/403: 7 hours are serious', 'D4 R7 D4 R11', 'SI 7:00/9:00'],
  ['2016/403: below 7 hours is very serious', 'D4 R6:59 D4 W14 R11', 'VSI 6:59/9:00'],
  ['Art. 8(4): a weekly rest starts a new count', '3x(D4 R9) D4 R24 3x(D4 R9) D4 R11', ''],
  ['Art. 8(4): a regular rest does not', '3x(D4 R9) D4 R11 D4 R9 D4 R11', 'SI 9:00/11:00'],
  [
    'Art. 8(2): 9 hours by the end of the window are reduced',
    '3x(D4 W11 R11) D4 W11 R11',
    'SI 9:00/11:00',
  ],
];

const SPLIT: readonly Case[] = [
  ['Art. 4(g): 3 and 9 hours', 'D4 R3 D4 R9 D4 R11', ''],
  ['Art. 4(g): they are regular and use no reduction', '4x(D4 R3 D4 R9) D4 R11', ''],
  ['Art. 4(g): 2:59 is no first part', '3x(D4 R9) D4 R2:59 D4 R9 D4 R11', 'SI 9:00/11:00'],
  ['Art. 4(g): 9 and then 3 hours are not split', '3x(D4 R9) D4 R9 D2 R3 D2 R11', 'SI 9:00/11:00'],
  ['2016/403: 3 and 8 hours are minor', '3x(D4 R9) D4 R3 D4 R8 D4 R11', 'MI 8:00/9:00'],
  ['2016/403: 3 and 7:30 are serious', '3x(D4 R9) D4 R3 D4 R7:30 D4 R11', 'SI 7:30/9:00'],
  ['Art. 8(2): both parts within 24 hours', 'D4 W3 R3 W5 R9 D4 R11', ''],
  ['Art. 8(2): the second part ends after the window', 'D4 W4 R3 W5 R9 D4 R11', 'MI 8:00/9:00'],
  ['Art. 4(g): the first part may be longer', '3x(D4 R9) D3 R5 D3 R9 D4 R11', ''],
];

const CREW: readonly Case[] = [
  ['Art. 8(5): 9 hours within 30', 'D4:30c A4:30c D4:30c A4:30c D3c R9 D4c R11', ''],
  ['Art. 8(5): 21 hours of duty', 'D9c A12c R9 D4c R11', ''],
  ['Art. 8(5): 22 hours leave 8', 'D9c A13c R9 D4c R11', 'MI 8:00/9:00'],
  ['Art. 8(5): 22.5 hours leave 7.5', 'D9c A13:30c R9 D4c R11', 'SI 7:30/9:00'],
  ['Art. 8(5): 24 hours leave 6', 'D9c A15c R9 D4c R11', 'VSI 6:00/9:00'],
  ['Art. 4(o): alone in the first hour', 'D1 D8c A12c R9 D4c R11', ''],
  ['Art. 4(o): alone for longer is no multi-manning', 'D1:01 D8c A12c R9 D4c R11', 'VSI 2:59/9:00'],
  ['Art. 4(o): alone at the end is none', 'D8c A12c D1 R9 D4c R11', 'VSI 3:00/9:00'],
  ['Art. 8(5): rests of 9 hours use no reduction', '4x(D9c A12c R9) D4c R11', ''],
];

const FERRY: readonly Case[] = [
  ['Art. 9(1): one interruption on a ferry', 'D4 R5f W0:30f R6f D4 R11', ''],
  ['Art. 9(1): two interruptions of one hour in all', 'D4 R4f W0:30f R4f W0:30f R3f D4 R11', ''],
  ['Art. 9(1): more than an hour', '3x(D4 R9) D4 R5f W1:01f R6f D4 R11', 'VSI 6:00/9:00'],
  [
    'Art. 9(1): three interruptions',
    '3x(D4 R9) D4 R3f W0:10f R3f W0:10f R3f W0:10f R3f D4 R24',
    'VSI 3:30/9:00',
  ],
  ['Art. 9(1): the rest must be a regular one', 'D4 R4f W0:30f R5f D4 R11', 'VSI 6:30/9:00'],
  ['Art. 9(1): not without ferry or train', 'D4 R5 W0:30 R6 D4 R11', 'VSI 6:00/9:00'],
];

describe.each([
  ['regular', REGULAR],
  ['reduced', REDUCED],
  ['split', SPLIT],
  ['multi-manning', CREW],
  ['ferry and train', FERRY],
] as const)('%s daily rest', (_name, cases) => {
  it.each(cases)('%s', (_source, activities, expected) => {
    expect(found(activities, ['daily_rest'])).toBe(expected);
  });
});

it('names how each daily rest was taken', () => {
  const { days } = analysed('D4 R11 D4 R9 D4 R3 D4 R9 D4 R24 D4c R10 D4 R8 D4 R45 D2');
  expect(days.map(({ kind, restMs }) => `${kind} ${clock(restMs)}`)).toEqual([
    'regular 11:00',
    'reduced 9:00',
    'split 9:00',
    'weekly 20:00',
    'crew 10:00',
    'short 8:00',
    'weekly 20:00',
    'open 0:00',
  ]);
});

it('a rest that can still be taken is no infringement yet', () => {
  expect(found('D4 W10', ['daily_rest'])).toBe('');
  expect(found('D4 W10 R2', ['daily_rest'])).toBe('');
  expect(found('D4 W19', ['daily_rest'])).toBe('');
  expect(found('D4 W19 R1', ['daily_rest'])).toBe('VSI 1:00/9:00');
});

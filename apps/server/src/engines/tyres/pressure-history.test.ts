import { expect, it } from 'vitest';
import { keptPressures } from './pressure-history.ts';

const MINUTE = 60_000;
const at = (minute: number, kpa: number) => ({ atMs: minute * MINUTE, kpa });
const kept = (readings: readonly { atMs: number; kpa: number }[], last: null | [number, number]) =>
  keptPressures(readings, last && at(...last)).map(({ atMs }) => atMs / MINUTE);

it.each<[string, [number, number][], [number, number] | null, number[]]>([
  ['the first one', [[3, 800]], null, [3]],
  [
    'one an hour',
    [
      [0, 800],
      [30, 801],
      [59, 802],
      [60, 803],
      [119, 804],
      [120, 805],
    ],
    null,
    [0, 60, 120],
  ],
  ['none in the hour of the last one', [[59, 800]], [0, 805], []],
  [
    'a change of more than the step',
    [
      [1, 779],
      [2, 770],
    ],
    [0, 800],
    [1],
  ],
  [
    'no change of the step',
    [
      [1, 780],
      [2, 820],
    ],
    [0, 800],
    [],
  ],
  [
    'a slow loss once it adds up',
    [
      [10, 790],
      [20, 781],
      [30, 779],
    ],
    [0, 800],
    [30],
  ],
  [
    'no second one in a minute',
    [
      [0.5, 700],
      [1, 700],
    ],
    [0, 800],
    [1],
  ],
])('keeps %s', (_, readings, last, minutes) => {
  expect(
    kept(
      readings.map(([minute, kpa]) => at(minute, kpa)),
      last,
    ),
  ).toEqual(minutes);
});

import { expect, it } from 'vitest';
import { chunksOf } from './vehicle-check-month-chunks.ts';

it('[L-10] lays out a month in chunks of one day and a few reports each', () => {
  const rows = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'];
  expect(chunksOf(rows, (row) => row.charAt(0), 2)).toEqual([
    { day: 'a', isFirst: true, rows: ['a1', 'a2'] },
    { day: 'a', isFirst: false, rows: ['a3'] },
    { day: 'b', isFirst: true, rows: ['b1'] },
    { day: 'c', isFirst: true, rows: ['c1', 'c2'] },
  ]);
  expect(chunksOf([], String)).toEqual([]);
});

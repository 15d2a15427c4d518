import { expect, it } from 'vitest';
import { scoreOf } from './vehicle-check-surveys-answer.ts';

it.each([
  [[], null],
  [[true], 100],
  [[true, false], 50],
  [[true, true, false], 67],
  [[false, false], 0],
])('[R-128] the score of %j is %s', (oks, score) => {
  expect(scoreOf(oks.map((ok) => ({ ok })))).toBe(score);
});

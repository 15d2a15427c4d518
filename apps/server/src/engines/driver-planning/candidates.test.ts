import { describe, expect, test } from 'vitest';
import { type CandidateRank, compareCandidates } from './candidates.ts';

const one = (name: string, changed: Partial<CandidateRank> = {}): CandidateRank => ({
  level: 'none',
  drivingMs: null,
  distanceM: null,
  name,
  ...changed,
});

describe('drivers who can take a vehicle', () => {
  test.each<[string, readonly CandidateRank[], string]>([
    [
      'what breaks comes last, what cannot be checked before what warns',
      [
        one('a', { level: 'breaks' }),
        one('b', { level: 'warns' }),
        one('c', { level: 'unknown' }),
        one('d'),
      ],
      'd c b a',
    ],
    [
      'a nearer one first, an unknown place last',
      [one('a'), one('b', { distanceM: 40_000 }), one('c', { distanceM: 900 })],
      'c b a',
    ],
    [
      'within 5 km the one who may drive longer',
      [one('a', { distanceM: 100, drivingMs: 1 }), one('b', { distanceM: 4900, drivingMs: 2 })],
      'b a',
    ],
    ['known driving before unknown', [one('a'), one('b', { drivingMs: 0 })], 'b a'],
    ['equal ones by name', [one('b'), one('a')], 'a b'],
  ])('%s', (_name, candidates, expected) => {
    const sorted = [...candidates].sort(compareCandidates);
    expect(sorted.map(({ name }) => name).join(' ')).toBe(expected);
  });
});

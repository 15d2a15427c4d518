import { describe, expect, it } from 'vitest';
import {
  ENGINE_LIMITS,
  type MeterLimits,
  ODOMETER_LIMITS,
  type ReadingFinding,
  readingFinding,
} from './service-plans.ts';

const DAY_MS = 86_400_000;

describe('a reading after another', () => {
  it.each<[string, MeterLimits, number, number, ReadingFinding | null]>([
    ['the same value', ODOMETER_LIMITS, 0, 0, null],
    ['2 km lower, the tolerance', ODOMETER_LIMITS, 1, -2_000, null],
    ['more than 2 km lower', ODOMETER_LIMITS, 1, -2_001, 'lower'],
    ['2,000 km a day and the tolerance', ODOMETER_LIMITS, 2, 4_002_000, null],
    ['more than that', ODOMETER_LIMITS, 2, 4_002_001, 'higher'],
    ['half a day counts as half', ODOMETER_LIMITS, 0.5, 1_002_001, 'higher'],
    ['an hour of the engine more than a day has', ENGINE_LIMITS, 1, 90_000, null],
    ['more of the engine than that', ENGINE_LIMITS, 1, 90_001, 'higher'],
  ])('%s', (_name, limits, days, added, finding) => {
    const before = { atMs: 0, value: 200_000_000 };
    const after = { atMs: days * DAY_MS, value: before.value + added };
    expect(readingFinding(before, after, limits)).toBe(finding);
  });
});

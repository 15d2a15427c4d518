import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adasScore, behaviourScore, eventsPer100 } from './behaviour-score.ts';

const HUNDRED_MILES_M = 160_934.4;
const spotless = {
  distanceM: HUNDRED_MILES_M,
  harshAcceleration: 0,
  harshBraking: 0,
  harshCornering: 0,
  speeding: 0,
  idleS: 0,
};
const noWarnings = {
  distanceM: HUNDRED_MILES_M,
  forwardCollision: 0,
  laneDepartureLeft: 0,
  laneDepartureRight: 0,
  headway: 0,
  pedestrian: 0,
  speedLimit: 0,
};

describe('the driving score', () => {
  it('[M-24, M-P11] takes points off for each event in 100 miles', () => {
    expect(behaviourScore(spotless)).toBe(100);
    expect(behaviourScore({ ...spotless, harshAcceleration: 3 })).toBe(94);
    expect(behaviourScore({ ...spotless, harshBraking: 3 })).toBe(91);
    expect(behaviourScore({ ...spotless, harshCornering: 3 })).toBe(94);
    expect(behaviourScore({ ...spotless, speeding: 3 })).toBe(94);
    expect(behaviourScore({ ...spotless, idleS: 3600 })).toBe(94);
  });

  it('[M-24, M-P11] depends on rates: twice the events over twice the distance score the same', () => {
    const once = { ...spotless, harshBraking: 4, speeding: 2, idleS: 600 };
    const twice = { ...once, distanceM: 2 * once.distanceM, harshBraking: 8, speeding: 4 };
    expect(behaviourScore({ ...twice, idleS: 1200 })).toBe(behaviourScore(once));
  });

  it('[M-P11] [M-P12] is null below fifty miles', () => {
    for (const distanceM of [0, 300, 80_000]) {
      expect(behaviourScore({ ...spotless, distanceM, harshBraking: 1 })).toBeNull();
      expect(adasScore({ ...noWarnings, distanceM })).toBeNull();
    }
    expect(behaviourScore({ ...spotless, distanceM: 80_500 })).toBe(100);
  });

  it('[M-P11] events in 100 miles or kilometres; none without a distance', () => {
    expect(eventsPer100(17, HUNDRED_MILES_M, 'MLS')).toBeCloseTo(17, 3);
    expect(eventsPer100(17, HUNDRED_MILES_M, 'KMS')).toBeCloseTo(10.563, 3);
    expect(eventsPer100(17, 0, 'MLS')).toBe(0);
  });

  it('[M-24, M-25] stays between 0 and 100, and never rises with one more event', () => {
    const count = fc.nat(500);
    const distanceM = fc.integer({ min: 80_500, max: 2_000_000 });
    const counts = fc.tuple(distanceM, count, count, count, count, count, count);
    fc.assert(
      fc.property(counts, ([metres, a, b, c, d, e, f]) => {
        const driving = {
          distanceM: metres,
          harshAcceleration: a,
          harshBraking: b,
          harshCornering: c,
          speeding: d,
          idleS: e,
        };
        const warnings = {
          distanceM: metres,
          forwardCollision: a,
          laneDepartureLeft: b,
          laneDepartureRight: c,
          headway: d,
          pedestrian: e,
          speedLimit: f,
        };
        for (const value of [behaviourScore(driving), adasScore(warnings)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        expect(behaviourScore({ ...driving, harshBraking: b + 1 })).toBeLessThanOrEqual(
          behaviourScore(driving) ?? -1,
        );
        expect(adasScore({ ...warnings, pedestrian: e + 1 })).toBeLessThanOrEqual(
          adasScore(warnings) ?? -1,
        );
      }),
    );
  });
});

describe('the driver assistance score', () => {
  it('[M-25, M-P12] takes points off for each warning in 100 miles', () => {
    expect(adasScore(noWarnings)).toBe(100);
    expect(adasScore({ ...noWarnings, forwardCollision: 2 })).toBe(92);
    expect(adasScore({ ...noWarnings, pedestrian: 2 })).toBe(92);
    expect(adasScore({ ...noWarnings, headway: 2 })).toBe(96);
    expect(adasScore({ ...noWarnings, laneDepartureLeft: 1, laneDepartureRight: 1 })).toBe(98);
    expect(adasScore({ ...noWarnings, speedLimit: 2 })).toBe(98);
  });
});

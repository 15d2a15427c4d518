import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOf, coachingEffect } from './effect.ts';

const MINIMUM_M = 500_000;
const driven = (distanceM: number, ...events: [number, number][]) => ({
  distanceM,
  events: new Map(events),
});

describe('the effect of coaching', () => {
  it('[E-P04] compares events per 1,000 km, by type and in total', () => {
    const effect = coachingEffect(
      driven(2_000_000, [41, 20], [43, 10]),
      driven(4_000_000, [41, 8], [44, 4]),
      MINIMUM_M,
    );
    expect(effect.all).toEqual({ before: 30, after: 12, rateBefore: 15, rateAfter: 3 });
    expect(effect.byCode.get(41)).toEqual({ before: 20, after: 8, rateBefore: 10, rateAfter: 2 });
    expect(effect.byCode.get(43)).toMatchObject({ rateBefore: 5, rateAfter: 0 });
    expect(effect.byCode.get(44)).toMatchObject({ rateBefore: 0, rateAfter: 1 });
    expect(effect.verdict).toBe('improved');
  });

  it('says that it worsened, or that chance explains the difference', () => {
    const few = driven(1_000_000, [41, 3]);
    const many = driven(1_000_000, [41, 20]);
    expect(coachingEffect(few, many, MINIMUM_M).verdict).toBe('worsened');
    expect(coachingEffect(many, few, MINIMUM_M).verdict).toBe('improved');
    expect(coachingEffect(few, driven(1_000_000, [41, 2]), MINIMUM_M).verdict).toBe('unclear');
    const none = driven(1_000_000);
    expect(coachingEffect(none, none, MINIMUM_M)).toMatchObject({ verdict: 'unclear', chance: 1 });
  });

  it('has no rates below the minimum distance of either period', () => {
    const enough = driven(500_000, [41, 9]);
    for (const short of [driven(0), driven(499_999, [41, 1])]) {
      for (const [before, after] of [
        [enough, short],
        [short, enough],
      ] as const) {
        const effect = coachingEffect(before, after, MINIMUM_M);
        expect(effect).toMatchObject({ verdict: 'too_little', chance: null });
        expect(effect.all).toMatchObject({ rateBefore: null, rateAfter: null });
      }
    }
    expect(coachingEffect(enough, enough, MINIMUM_M).verdict).toBe('unclear');
  });

  it('has the chances of the binomial distribution', () => {
    // 2 × 0.5^5, and the whole distribution.
    expect(chanceOf(5, 0, 0.5)).toBeCloseTo(0.0625, 10);
    expect(chanceOf(3, 3, 0.5)).toBeCloseTo(1, 10);
    // P(X = 0) with n = 4 and p = 0.75 is 0.25^4; no other result is as unlikely.
    expect(chanceOf(4, 0, 0.75)).toBeCloseTo(0.00390625, 10);
  });

  it('stays between 0 and 1, and does not depend on which period is first', () => {
    const events = fc.nat(400);
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(events, events, share, (before, after, of) => {
        const chance = chanceOf(before, after, of);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(chanceOf(after, before, 1 - of)).toBeCloseTo(chance, 6);
      }),
    );
  });
});

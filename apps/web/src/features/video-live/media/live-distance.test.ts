import { describe, expect, it } from 'vitest';
import { keepDistance, WantedDistance } from './live-distance.ts';

describe('the live latency', () => {
  it('is controlled by the rate: unchanged near the target, faster when further behind', () => {
    expect(keepDistance(10, 9.7, 0.3)).toEqual({ rate: 1, jumpToS: null });
    expect(keepDistance(10, 9.2, 0.3).rate).toBeGreaterThan(1);
    expect(keepDistance(10, 7.5, 0.3).rate).toBe(1.25);
    expect(keepDistance(10, 9.95, 0.3).rate).toBeLessThan(1);
  });

  it('jumps when far behind', () => {
    expect(keepDistance(60, 10, 0.3)).toEqual({ rate: 1, jumpToS: 59.7 });
  });

  it('at the start, the initial burst is skipped, not played', () => {
    expect(keepDistance(2, 0, 0.25).jumpToS).toBeNull();
    expect(keepDistance(2, 0, 0.25, true).jumpToS).toBe(1.75);
    expect(keepDistance(0.5, 0, 0.25, true).jumpToS).toBeNull();
  });

  it('converges to the target latency from any start without oscillation', () => {
    let shownS = 0;
    let newestS = 2.5;
    const distances: number[] = [];
    for (let step = 0; step < 200; step += 1) {
      const { rate, jumpToS } = keepDistance(newestS, shownS, 0.3);
      shownS = jumpToS ?? shownS + 0.2 * rate;
      newestS += 0.2;
      distances.push(newestS - shownS);
    }
    for (const distance of distances.slice(100)) {
      expect(distance).toBeGreaterThan(0.15);
      expect(distance).toBeLessThan(0.45);
    }
  });
});

describe('the target latency', () => {
  it('is small on a steady connection and grows with its jitter, within limits', () => {
    const steady = new WantedDistance();
    const uneven = new WantedDistance();
    const stalled = new WantedDistance();
    for (let index = 0; index < 100; index += 1) {
      const endMs = index * 66;
      steady.arrived(1000 + endMs, endMs);
      uneven.arrived(1000 + endMs + (index % 2) * 400, endMs);
      stalled.arrived(1000 + endMs + (index > 50 ? 4000 : 0), endMs);
    }
    expect(steady.seconds).toBeLessThan(0.3);
    expect(uneven.seconds).toBeCloseTo(0.5, 1);
    expect(stalled.seconds).toBe(1.5);
  });

  it('is not increased by the initial burst of frames since the last key frame', () => {
    const wanted = new WantedDistance();
    for (let index = 0; index < 30; index += 1) wanted.arrived(5000 + index, index * 66);
    for (let index = 30; index < 60; index += 1)
      wanted.arrived(5000 + (index - 29) * 66, index * 66);
    expect(wanted.isFresh(5900)).toBe(true);
    expect(wanted.isFresh(6100)).toBe(false);
    expect(wanted.seconds).toBeLessThan(0.3);
  });

  it('forgets old jitter', () => {
    const wanted = new WantedDistance();
    wanted.arrived(2000, 0);
    for (let index = 0; index < 200; index += 1) wanted.arrived(10_000 + index * 66, index * 66);
    expect(wanted.seconds).toBeLessThan(0.3);
  });
});

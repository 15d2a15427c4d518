import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceM } from './leg.ts';
import { summariseTrail, type TrailPoint } from './trail-summary.ts';

const point = (s: number, changed: Partial<TrailPoint> = {}): TrailPoint => ({
  timeMs: s * 1000,
  latitudeDeg: 52,
  longitudeDeg: -1,
  speedKmh: 0,
  ignition: false,
  odometerM: null,
  ...changed,
});

describe('the summary of a trail', () => {
  it('[R-135] of nothing, or of one point, is empty', () => {
    const nothing = { distanceM: 0, drivingS: 0, idleS: 0, stops: [], maxSpeedKmh: 0 };
    expect(summariseTrail([])).toEqual(nothing);
    expect(summariseTrail([point(0)])).toEqual(nothing);
  });

  it('[R-135] measures distance by odometer, or by path if there is none', () => {
    const north = { latitudeDeg: 52.01 };
    expect(summariseTrail([point(0), point(60, north)]).distanceM).toBeCloseTo(1112, 0);
    const odometer = summariseTrail([
      point(0, { odometerM: 5000 }),
      point(60, { ...north, odometerM: 6300 }),
    ]);
    expect(odometer.distanceM).toBe(1300);
  });

  it('[R-135] uses the path if the odometer was reset or jumps', () => {
    const legs = [6300, 4_000_000, 0].map(
      (odometerM) =>
        summariseTrail([
          point(0, { odometerM: 5000 }),
          point(60, { latitudeDeg: 52.01, odometerM }),
        ]).distanceM,
    );
    expect(legs.map(Math.round)).toEqual([1300, 1112, 1112]);
  });

  it('[R-135] distinguishes driving from idling, and counts neither over a long gap', () => {
    const { drivingS, idleS, maxSpeedKmh } = summariseTrail([
      point(0, { speedKmh: 50, ignition: true }),
      point(60, { speedKmh: 0, ignition: true }),
      point(160, { speedKmh: 30, ignition: true }),
      point(5000, { speedKmh: 0, ignition: false }),
      point(5100, {}),
    ]);
    expect([drivingS, idleS, maxSpeedKmh]).toEqual([60, 100, 50]);
  });

  it('[R-135] counts a rest of five minutes or more once', () => {
    const rest = (lengthS: number) =>
      summariseTrail([
        point(0, { speedKmh: 50 }),
        point(60),
        ...Array.from({ length: lengthS / 60 }, (_, n) => point(120 + n * 60)),
        point(120 + lengthS, { speedKmh: 50 }),
        point(180 + lengthS, { speedKmh: 50 }),
      ]).stops.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000]);
    expect(rest(60)).toEqual([]);
    expect(rest(240)).toEqual([[60, 360]]);
    expect(rest(3600)).toEqual([[60, 3720]]);
  });

  it('[M-P05] a rest is located where it started, and may last until the end of the trail', () => {
    const { stops } = summariseTrail([
      point(0, { speedKmh: 50 }),
      point(60, { latitudeDeg: 53 }),
      point(600, { latitudeDeg: 53.001 }),
    ]);
    expect(stops).toEqual([{ startMs: 60_000, endMs: 600_000, latitudeDeg: 53, longitudeDeg: -1 }]);
  });

  it('[R-135] never has a negative sum, whatever devices send', () => {
    const points = fc.array(
      fc.record({
        timeMs: fc.nat(10_000_000),
        latitudeDeg: fc.double({ min: -90, max: 90, noNaN: true }),
        longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
        speedKmh: fc.option(fc.nat(200)),
        ignition: fc.option(fc.boolean()),
        odometerM: fc.option(fc.nat()),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(points, (trail) => {
        const { stops, ...sums } = summariseTrail([...trail].sort((a, b) => a.timeMs - b.timeMs));
        expect(stops.every(({ startMs, endMs }) => endMs > startMs)).toBe(true);
        for (const value of Object.values(sums)) {
          expect(Number.isFinite(value) && value >= 0).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('[R-135] measures the distance between London and Paris', () => {
    const london = { latitudeDeg: 51.5074, longitudeDeg: -0.1278 };
    const paris = { latitudeDeg: 48.8566, longitudeDeg: 2.3522 };
    expect(distanceM(london, paris) / 1000).toBeCloseTo(343.6, 0);
  });
});

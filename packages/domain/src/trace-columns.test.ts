import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTrace, encodeTrace, type TracePoint } from './trace-columns.ts';

/** Points at the resolution of the columns. */
const point: fc.Arbitrary<TracePoint> = fc.record({
  timeMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1000),
  latitudeDeg: fc.integer({ min: -9_000_000, max: 9_000_000 }).map((n) => n / 1e5),
  longitudeDeg: fc.integer({ min: -18_000_000, max: 18_000_000 }).map((n) => n / 1e5),
  headingDeg: fc.integer({ min: 0, max: 359 }),
  speedKmh: fc.integer({ min: 0, max: 3000 }).map((n) => n / 10),
  ignition: fc.constantFrom(null, false, true),
});

describe('trace columns', () => {
  it('[R-135] decode to the encoded trace, for any points', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const columns = encodeTrace(points);
        expect(decodeTrace(JSON.parse(JSON.stringify(columns)))).toEqual(points);
        for (const column of Object.values(columns)) {
          expect(column.every(Number.isInteger)).toBe(true);
        }
      }),
    );
  });

  it('[R-135] have small differences across north and across midnight', () => {
    const at = (timeMs: number, headingDeg: number): TracePoint => ({
      timeMs,
      latitudeDeg: 52,
      longitudeDeg: -1,
      headingDeg,
      speedKmh: 50,
      ignition: true,
    });
    const midnight = Date.parse('2026-06-02T00:00:00Z');
    const columns = encodeTrace([at(midnight - 5000, 350), at(midnight + 5000, 10)]);
    expect(columns.dir).toEqual([-10, 20]);
    expect(columns.time[1]).toBe(10);
  });

  it('[R-135] round places to a metre without accumulating the error', () => {
    const points = Array.from({ length: 1000 }, (_, n) => ({
      timeMs: n * 1000,
      latitudeDeg: 51.123456 + n * 0.0000123,
      longitudeDeg: -0.987654 - n * 0.0000077,
      headingDeg: 0,
      speedKmh: 33.34,
      ignition: null,
    }));
    decodeTrace(encodeTrace(points)).forEach((back, n) => {
      expect(Math.abs(back.latitudeDeg - (points[n]?.latitudeDeg ?? 0))).toBeLessThanOrEqual(
        0.50001e-5,
      );
      expect(back.speedKmh).toBe(33.3);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { areaM2, areaText, lengthM, lengthText, measureFeatures } from './measure.ts';

const p = (latitudeDeg: number, longitudeDeg: number) => ({ latitudeDeg, longitudeDeg });
/** A degree of a great circle, metres. */
const DEGREE_M = 111_195;
const GB = 'en-GB';

describe('measuring', () => {
  it('adds up the parts of a line', () => {
    expect(lengthM([])).toBe(0);
    expect(lengthM([p(0, 0)])).toBe(0);
    expect(lengthM([p(0, 0), p(0, 1), p(1, 1)])).toBeCloseTo(2 * DEGREE_M, -1);
  });

  it('has the area of a square in any direction, closed by itself', () => {
    const side = 0.01;
    const ring = [p(52, 0), p(52, side), p(52 + side, side), p(52 + side, 0)];
    const expected = side * DEGREE_M * (side * DEGREE_M * Math.cos((52.005 * Math.PI) / 180));
    expect(areaM2(ring) / expected).toBeCloseTo(1, 4);
    expect(areaM2([...ring].reverse())).toBeCloseTo(areaM2(ring), 3);
    expect(areaM2(ring.slice(0, 2))).toBe(0);
  });

  it.each([
    [340, 'KMS', '340 m'],
    [1500, 'KMS', '1.50 km'],
    [340, 'MLS', '372 yd'],
    [1609.344, 'MLS', '1.00 mi'],
  ] as const)('[S-06] shows %f m for %s as %s', (metres, unit, text) =>
    expect(lengthText(metres, unit, GB)).toBe(text),
  );

  it.each([
    [900, 'KMS', '900 m²'],
    [47e4, 'KMS', '47.00 ha'],
    [2.5e6, 'KMS', '2.50 km²'],
    [900, 'MLS', '1,076 yd²'],
    [47e4, 'MLS', '116.14 ac'],
    [2_589_988.2, 'MLS', '1.00 mi²'],
  ] as const)('shows %f m² for %s as %s', (squareMetres, unit, text) =>
    expect(areaText(squareMetres, unit, GB)).toBe(text),
  );

  it('draws corners, then a line, then a closed area', () => {
    const kinds = (kind: 'distance' | 'area', count: number) =>
      measureFeatures(kind, [p(0, 0), p(0, 1), p(1, 1)].slice(0, count)).features.map(
        ({ properties }) => properties?.kind,
      );
    expect(kinds('distance', 1)).toEqual(['corner']);
    expect(kinds('area', 2)).toEqual(['line', 'corner', 'corner']);
    expect(kinds('area', 3)).toEqual(['area', 'line', 'corner', 'corner', 'corner']);
    expect(kinds('distance', 3)).toEqual(['line', 'corner', 'corner', 'corner']);
  });
});

import { describe, expect, it } from 'vitest';
import {
  areaM2,
  boundsOf,
  circleOf,
  circleRing,
  corridorRing,
  distanceM,
  lengthM,
  type Point,
  ringsOf,
  type Shape,
} from './geofences-shape.ts';

const nothing: Shape = { shape: 'polygon', points: [], holes: [], centre: null, radius: null };
const centre = { lat: 52.4, long: -1.5 };

/** Metres from a point to a line, by sampling the line in small steps. */
function nearestM(point: Point, line: readonly Point[]): number {
  const steps = line.slice(1).flatMap((end, n) => {
    const start = line[n] ?? end;
    return Array.from({ length: 501 }, (_, step) => ({
      lat: start.lat + ((end.lat - start.lat) * step) / 500,
      long: start.long + ((end.long - start.long) * step) / 500,
    }));
  });
  return Math.min(...steps.map((one) => distanceM(point, one)));
}

describe('shapes of geofences', () => {
  it('[M-P10] a circle drawn as a ring is the same circle again, even with eight handles', () => {
    for (const corners of [64, 8]) {
      const found = circleOf(circleRing(centre, 260, corners));
      expect(found.radius).toBe(260);
      expect(distanceM(found.centre, centre)).toBeLessThan(0.1);
    }
  });

  it('[M-17] the edge of a corridor keeps its distance to the line, at bends and at both ends', () => {
    const line = [
      { lat: 52.4, long: -1.5 },
      { lat: 52.41, long: -1.49 },
      { lat: 52.405, long: -1.46 },
      { lat: 52.42, long: -1.45 },
    ];
    const ring = corridorRing(line, 100);
    // At the outer side of a bend the edge follows the circle around the corner.
    for (const point of ring) expect(nearestM(point, line)).toBeLessThan(101.5);
    const isOn = (side: number) => ring.some((point) => Math.abs(nearestM(point, line) - side) < 2);
    expect(isOn(100)).toBe(true);
    expect(Math.min(...ring.map((point) => nearestM(point, line)))).toBeGreaterThan(50);
  });

  it('[M-17] a polygon has its holes, and nothing drawn has no rings', () => {
    const points = circleRing(centre, 500, 4);
    const holes = [circleRing(centre, 50, 3)];
    expect(ringsOf({ ...nothing, points, holes })).toEqual([points, ...holes]);
    expect(ringsOf(nothing)).toEqual([]);
    expect(ringsOf({ ...nothing, shape: 'circle' })).toEqual([]);
    expect(ringsOf({ ...nothing, shape: 'corridor', points: [centre] })).toEqual([]);
  });

  it('[M-17] bounds hold every shape', () => {
    expect(boundsOf([nothing])).toBeNull();
    const points = [
      { lat: 52, long: -2 },
      { lat: 53, long: -2 },
      { lat: 53, long: -1 },
    ];
    const circle: Shape = { ...nothing, shape: 'circle', centre, radius: 10 };
    expect(boundsOf([{ ...nothing, points }, circle])).toEqual([-2, 52, -1, 53]);
  });

  it('[M-17] areas and lengths are accurate to 1 %', () => {
    expect(areaM2(circleRing(centre, 1000)) / (Math.PI * 1e6)).toBeCloseTo(1, 2);
    const north = [centre, { lat: centre.lat + 0.1, long: centre.long }];
    expect(lengthM(north) / 11_120).toBeCloseTo(1, 2);
  });
});

import { describe, expect, it } from 'vitest';
import { alongRoads, type MatchPoint, stretchesOf } from './matched-trail.ts';

const point = (s: number, latitudeDeg: number, changed: Partial<MatchPoint> = {}): MatchPoint => ({
  timeMs: s * 1000,
  latitudeDeg,
  longitudeDeg: -1,
  speedKmh: 30,
  headingDeg: 0,
  ignition: true,
  ...changed,
});

describe('matched points of a trail', () => {
  it('[M-P05] omit points where the vehicle stood', () => {
    const stood = [point(0, 52), point(10, 52.00001), point(20, 52.00002), point(30, 52.001)];
    expect(stretchesOf(stood, 100)).toEqual([[stood[0], stood[3]]]);
  });

  it('[M-P05] are split at a gap in coverage, because the route over it is unknown', () => {
    const gap = [point(0, 52), point(60, 52.001), point(2000, 52.1), point(2060, 52.101)];
    expect(stretchesOf(gap, 100).map(({ length }) => length)).toEqual([2, 2]);
  });

  it('[M-P05] are fewer for a long trail, and always cover its whole length', () => {
    const long = Array.from({ length: 10_000 }, (_, n) => point(n, 52 + n * 0.0002));
    const [stretch = []] = stretchesOf(long, 1000);
    expect(stretch.length).toBeLessThanOrEqual(1000);
    expect(stretch.length).toBeGreaterThan(400);
    expect(stretch.at(-1)?.latitudeDeg).toBeGreaterThan(53.98);
  });

  it('[M-P05] end however many gaps there are', () => {
    const torn = Array.from({ length: 300 }, (_, n) => point(n * 1000, 52 + n));
    const stretches = stretchesOf(torn, 100);
    expect(stretches.flat().length).toBeLessThanOrEqual(100);
  });
});

describe('a trail on roads', () => {
  const trail = [
    point(0, 52, { speedKmh: 20 }),
    point(60, 52.002, { speedKmh: 40 }),
    point(90, 53),
  ];

  it('[M-P05] follows the corners of the road, with time and speed by distance', () => {
    const corner = { latitudeDeg: 52, longitudeDeg: -0.99 };
    const path = [
      { latitudeDeg: 52, longitudeDeg: -1 },
      corner,
      { latitudeDeg: 52, longitudeDeg: -0.98 },
    ];
    const road = alongRoads(trail, [{ from: 0, to: 1, path }]);
    expect(road).toHaveLength(4);
    expect(road[1]).toMatchObject({ ...corner, speedKmh: expect.closeTo(30, 3) });
    expect(road[1]?.timeMs).toBeCloseTo(30_000, -1);
    expect(road[1]?.headingDeg).toBeCloseTo(90, 3);
    expect(road[2]).toMatchObject({ timeMs: 60_000, longitudeDeg: -0.98 });
    expect(road[3]).toBe(trail[2]);
  });

  it('[M-P05] is unchanged without roads', () => expect(alongRoads(trail, [])).toEqual(trail));

  it('[M-P05] a leg that leads back does not block it', () =>
    expect(alongRoads(trail, [{ from: 1, to: 0, path: [] }])).toEqual(trail));
});

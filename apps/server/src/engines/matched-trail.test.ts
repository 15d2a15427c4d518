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

describe('what of a trail is matched', () => {
  it('[M-P05] leaves out points where the vehicle stood', () => {
    const stood = [point(0, 52), point(10, 52.00001), point(20, 52.00002), point(30, 52.001)];
    expect(stretchesOf(stood, 100)).toEqual([[stood[0], stood[3]]]);
  });

  it('[M-P05] cuts at a gap in coverage: the vehicle may have come by any road', () => {
    const gap = [point(0, 52), point(60, 52.001), point(2000, 52.1), point(2060, 52.101)];
    expect(stretchesOf(gap, 100).map(({ length }) => length)).toEqual([2, 2]);
  });

  it('[M-P05] takes fewer points of a long trail, and always its whole length', () => {
    const long = Array.from({ length: 10_000 }, (_, n) => point(n, 52 + n * 0.0002));
    const [stretch = []] = stretchesOf(long, 1000);
    expect(stretch.length).toBeLessThanOrEqual(1000);
    expect(stretch.length).toBeGreaterThan(400);
    expect(stretch.at(-1)?.latitudeDeg).toBeGreaterThan(53.98);
  });

  it('[M-P05] ends however many gaps there are', () => {
    const torn = Array.from({ length: 300 }, (_, n) => point(n * 1000, 52 + n));
    const stretches = stretchesOf(torn, 100);
    expect(stretches.flat().length).toBeLessThanOrEqual(100);
  });
});

describe('a trail along the roads', () => {
  const trail = [
    point(0, 52, { speedKmh: 20 }),
    point(60, 52.002, { speedKmh: 40 }),
    point(90, 53),
  ];

  it('[M-P05] turns the corners of the road, in time and speed by the way', () => {
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

  it('[M-P05] without roads it is as it was recorded', () =>
    expect(alongRoads(trail, [])).toEqual(trail));

  it('[M-P05] a leg that leads back does not hold it up', () =>
    expect(alongRoads(trail, [{ from: 1, to: 0, path: [] }])).toEqual(trail));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGeofenceIndex, type GeofenceShape, type LatLong } from './index.ts';
import { DEGREES_PER_METRE } from './shape.ts';

const PLAIN = {
  points: [],
  holes: [],
  centre: null,
  radiusM: null,
  alertOnEntry: false,
  alertOnExit: false,
  dwellMin: null,
  speedLimitKmh: null,
} as const;
const polygon = (
  id: number,
  points: readonly LatLong[],
  holes: readonly (readonly LatLong[])[] = [],
): GeofenceShape => ({ ...PLAIN, id, shape: 'polygon', points, holes });
const circle = (id: number, centre: LatLong, radiusM: number): GeofenceShape => ({
  ...PLAIN,
  id,
  shape: 'circle',
  centre,
  radiusM,
});
const corridor = (id: number, points: readonly LatLong[], radiusM: number): GeofenceShape => ({
  ...PLAIN,
  id,
  shape: 'corridor',
  points,
  radiusM,
});
const square = (south: number, west: number, side: number): LatLong[] => [
  [south, west],
  [south, west + side],
  [south + side, west + side],
  [south + side, west],
];
const inside = (shapes: readonly GeofenceShape[], lat: number, long: number) =>
  createGeofenceIndex(shapes).inside(lat, long);

describe('polygons', () => {
  it('[M-20] contain the area between their corners, closed or not, in either direction', () => {
    const corners = square(52, -1, 0.1);
    for (const ring of [corners, [...corners].reverse(), [...corners, corners[0] as LatLong]]) {
      expect(inside([polygon(7, ring)], 52.05, -0.95)).toEqual([7]);
      expect(inside([polygon(7, ring)], 52.05, -0.85)).toEqual([]);
      expect(inside([polygon(7, ring)], 51.99, -0.95)).toEqual([]);
    }
  });

  it('[M-20] do not contain their holes', () => {
    const shape = polygon(1, square(52, -1, 0.1), [square(52.04, -0.96, 0.02)]);
    expect(inside([shape], 52.05, -0.95)).toEqual([]);
    expect(inside([shape], 52.02, -0.95)).toEqual([1]);
  });

  it('[M-20] that share an edge share no position on it', () => {
    const slanted: LatLong[] = [
      [52, -1],
      [52.0371, -0.9113],
    ];
    const [from, to] = slanted as [LatLong, LatLong];
    const index = createGeofenceIndex([
      polygon(1, [from, to, [52.1, -1.1]]),
      polygon(2, [to, from, [51.9, -0.8]]),
      polygon(3, square(53, 0, 1)),
      polygon(4, square(53, 1, 1)),
      polygon(5, square(54, 0, 1)),
    ]);
    for (let n = 1; n < 50; n += 1) {
      const share = n / 50;
      const lat = from[0] + share * (to[0] - from[0]);
      const long = from[1] + share * (to[1] - from[1]);
      expect(index.inside(lat, long)).toHaveLength(1);
      expect(index.inside(53 + share, 1)).toEqual([4]);
      expect(index.inside(54, share)).toEqual([5]);
    }
  });

  it('[M-20] work across the antimeridian', () => {
    const fiji = polygon(1, [
      [-17, 179],
      [-17, -179],
      [-16, -179],
      [-16, 179],
    ]);
    const holed = polygon(2, fiji.points, [
      [
        [-16.6, -179.6],
        [-16.6, -179.4],
        [-16.4, -179.4],
        [-16.4, -179.6],
      ],
    ]);
    const index = createGeofenceIndex([fiji, holed]);
    expect(index.inside(-16.5, 179.5)).toEqual([1, 2]);
    expect(index.inside(-16.5, -179.5)).toEqual([1]);
    expect(index.inside(-16.5, 180)).toEqual([1, 2]);
    expect(index.inside(-16.5, -180)).toEqual([1, 2]);
    expect(index.inside(-16.5, 0)).toEqual([]);
    expect(index.isNear(1, -16.5, -178.999_95, 20)).toBe(true);
    expect(index.isNear(1, -16.5, -178.999, 20)).toBe(false);
  });

  it('[M-20] of fewer than three corners are empty', () => {
    expect(inside([polygon(1, square(52, -1, 1).slice(0, 2))], 52, -0.5)).toEqual([]);
  });
});

describe('circles', () => {
  it.each([0, 52, -80])('[M-20] have the same radius in all directions at latitude %i', (lat) => {
    const index = createGeofenceIndex([circle(3, [lat, 179.999], 5000)]);
    const north = 5000 * DEGREES_PER_METRE;
    const east = north / Math.cos((lat * Math.PI) / 180);
    for (const [share, expected] of [
      [0.999, [3]],
      [1.001, []],
    ] as const) {
      expect(index.inside(lat + share * north, 179.999)).toEqual(expected);
      expect(index.inside(lat, 179.999 - share * east)).toEqual(expected);
      expect(index.inside(lat, 179.999 + share * east - 360)).toEqual(expected);
    }
  });

  it('[M-20] may contain a pole, and are empty without centre or radius', () => {
    const index = createGeofenceIndex([circle(1, [89.9, 0], 50_000)]);
    expect(index.inside(89.9, 180)).toEqual([1]);
    expect(index.inside(89, 180)).toEqual([]);
    expect(inside([{ ...circle(1, [52, 0], 5), centre: null }], 52, 0)).toEqual([]);
  });
});

describe('corridors', () => {
  const line: LatLong[] = [
    [52, -1],
    [52, -0.5],
    [52.3, -0.5],
  ];

  it('[M-20] contain the area within their radius of any leg, including the round ends', () => {
    const index = createGeofenceIndex([corridor(9, line, 100)]);
    const metre = DEGREES_PER_METRE;
    expect(index.inside(52 + 99 * metre, -0.7)).toEqual([9]);
    expect(index.inside(52 + 101 * metre, -0.7)).toEqual([]);
    expect(index.inside(52.2, -0.5)).toEqual([9]);
    expect(index.inside(52.15, -0.75)).toEqual([]);
    expect(index.inside(52.3 + 99 * metre, -0.5)).toEqual([9]);
    expect(index.inside(52.3 + 80 * metre, -0.5 + 120 * metre)).toEqual([]);
  });

  it('[M-20] are returned once if several legs contain a position', () => {
    expect(inside([corridor(9, line, 100)], 52, -0.5)).toEqual([9]);
  });

  it('[M-20] work across the antimeridian', () => {
    const index = createGeofenceIndex([
      corridor(
        1,
        [
          [-17, 179.9],
          [-17, -179.9],
        ],
        500,
      ),
    ]);
    expect([179.95, 180, -180, -179.95].map((long) => index.inside(-17, long))).toEqual([
      [1],
      [1],
      [1],
      [1],
    ]);
    expect(index.inside(-17, 0)).toEqual([]);
    expect(index.isNear(1, -17.0046, -179.95, 20)).toBe(true);
  });
});

describe('the index', () => {
  it('[M-18] returns the same as a test of each geofence alone, ids ascending', () => {
    const at = fc.tuple(
      fc.double({ min: 50, max: 56, noNaN: true }),
      fc.double({ min: -5, max: 2, noNaN: true }),
    );
    const shape = fc.oneof(
      fc.tuple(at, fc.double({ min: 0.01, max: 2, noNaN: true })).map(([[lat, long], side]) => ({
        ...polygon(0, square(lat, long, side)),
      })),
      fc
        .tuple(at, fc.double({ min: 5, max: 200_000, noNaN: true }))
        .map(([centre, radius]) => circle(0, centre, radius)),
      fc
        .tuple(fc.array(at, { minLength: 2, maxLength: 6 }), fc.integer({ min: 5, max: 10_000 }))
        .map(([points, radius]) => corridor(0, points, radius)),
    );
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 60 }), fc.array(at), (made, places) => {
        const shapes = made.map((one, n) => ({ ...one, id: n + 1 }));
        const index = createGeofenceIndex([...shapes].reverse());
        expect(index.size).toBe(shapes.length);
        for (const [lat, long] of places) {
          const alone = shapes.flatMap((one) => inside([one], lat, long));
          expect(index.inside(lat, long)).toEqual(alone);
          for (const id of alone) {
            expect(index.isNear(id, lat, long, 1e6)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[M-18] allocates nothing for a position outside all geofences', () => {
    const index = createGeofenceIndex([circle(1, [52, 0], 100)]);
    expect(index.inside(53, 0)).toBe(index.inside(54, 0));
    expect(createGeofenceIndex([]).inside(52, 0)).toBe(index.inside(53, 0));
  });

  it('[M-18] returns the rule of each geofence, and undefined for any other', () => {
    const index = createGeofenceIndex([{ ...circle(4, [52, 0], 100), dwellMin: 12 }]);
    expect(index.rule(4)?.dwellMin).toBe(12);
    expect(index.rule(5)).toBeUndefined();
    expect(index.isNear(5, 52, 0, 1000)).toBe(false);
  });
});

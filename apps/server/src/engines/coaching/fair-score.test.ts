import type { ExposureClass } from '@roadworthy/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classOfSpeed, distanceOfExposure, NO_EXPOSURE, tripProfile } from './exposure.ts';
import { fairScores, groupRates, type ScoredDriver } from './fair-score.ts';

const KM = 1000;
const MINIMUM_M = 300 * KM;
const exposureOf = (...of: Parameters<typeof tripProfile>) => tripProfile(...of).exposure;
/** One degree of latitude on the sphere of the engine. */
const DEGREE_M = 111_194.927;

/** Positions on a meridian, each `stepS` after the one before, at these speeds. */
function drive(speeds: readonly number[], stepS = 10) {
  let metres = 0;
  return speeds.map((kmh, n) => {
    metres += (kmh / 3.6) * stepS;
    return { timeMs: n * stepS * 1000, latitudeDeg: 50 + metres / DEGREE_M, longitudeDeg: 1 };
  });
}
const minutes = (kmh: number, count: number) => Array<number>(count * 6).fill(kmh);
const trip = (distanceM: number, drivingS: number) => ({ distanceM, drivingS });

describe('the class of a road', () => {
  it('depends on the type of vehicle', () => {
    expect([50, 51, 75, 76].map((kmh) => classOfSpeed(kmh, 'STR'))).toEqual([
      'urban',
      'rural',
      'rural',
      'motorway',
    ]);
    expect([60, 61, 90, 91].map((kmh) => classOfSpeed(kmh, 'VAN'))).toEqual([
      'urban',
      'rural',
      'rural',
      'motorway',
    ]);
  });
});

describe('the exposure of a trip', () => {
  it('divides its distance by the moving average of the speed', () => {
    const exposure = exposureOf(
      drive([...minutes(30, 30), ...minutes(85, 60)]),
      trip(100 * KM, 5400),
      'STR',
    );
    expect(distanceOfExposure(exposure)).toBeCloseTo(100 * KM, 3);
    // 15 km of town and 85 km of motorway, but for the minutes around the change.
    expect(exposure.urban.distanceM / KM).toBeGreaterThan(14);
    expect(exposure.motorway.distanceM / KM).toBeGreaterThan(81);
    expect(exposure.rural.distanceM / KM).toBeLessThan(4);
    expect(exposure.urban.drivingS).toBeGreaterThan(1700);
  });

  it('keeps a short queue on a motorway a motorway, and leaves out standing', () => {
    const points = drive([...minutes(88, 20), ...minutes(20, 0.5), ...minutes(88, 20)]);
    const queue = exposureOf(points, trip(60 * KM, 2430), 'STR');
    expect(queue.motorway.distanceM).toBeCloseTo(60 * KM, 0);
    const stop = exposureOf(
      drive([...minutes(40, 5), ...minutes(0, 30), ...minutes(40, 5)]),
      trip(7 * KM, 600),
      'CAR',
    );
    expect(stop.urban.distanceM).toBeCloseTo(7 * KM, 3);
    expect(stop.urban.drivingS).toBeCloseTo(600, 3);
  });

  it('says the class at each moment', () => {
    const points = drive([...minutes(30, 30), ...minutes(85, 30)]);
    const { classAt } = tripProfile(points, trip(60 * KM, 3600), 'STR');
    expect([0, 10, 40, 90].map((minute) => classAt(minute * 60_000))).toEqual([
      'urban',
      'urban',
      'motorway',
      'motorway',
    ]);
  });

  it('takes the average speed of the trip without positions, also after a gap', () => {
    const long = [
      { timeMs: 0, latitudeDeg: 50, longitudeDeg: 1 },
      { timeMs: 600_000, latitudeDeg: 51, longitudeDeg: 1 },
    ];
    for (const points of [[], long]) {
      expect(exposureOf(points, trip(100 * KM, 3600), 'VAN')).toEqual({
        ...NO_EXPOSURE,
        motorway: trip(100 * KM, 3600),
      });
    }
    expect(exposureOf([], trip(0, 0), 'VAN').urban).toEqual(trip(0, 0));
  });

  it('always has the distance and the time of the trip', () => {
    const speed = fc.integer({ min: 0, max: 130 });
    fc.assert(
      fc.property(fc.array(speed, { maxLength: 80 }), fc.nat(500_000), (speeds, metres) => {
        const { motorway, rural, urban } = exposureOf(drive(speeds), trip(metres, 1000), 'STR');
        const sum = (of: 'distanceM' | 'drivingS') => urban[of] + rural[of] + motorway[of];
        expect(sum('distanceM')).toBeCloseTo(metres, 3);
        expect(sum('drivingS')).toBeCloseTo(1000, 6);
      }),
    );
  });
});

const driver = (
  id: number,
  km: Readonly<Record<ExposureClass, number>>,
  events: Readonly<Record<ExposureClass, number>>,
): ScoredDriver => ({
  id,
  events,
  exposure: {
    urban: trip(km.urban * KM, 0),
    rural: trip(km.rural * KM, 0),
    motorway: trip(km.motorway * KM, 0),
  },
});
const town = (id: number, events: number) =>
  driver(id, { urban: 1000, rural: 0, motorway: 0 }, { urban: events, rural: 0, motorway: 0 });
const trunk = (id: number, events: number) =>
  driver(id, { urban: 0, rural: 0, motorway: 4000 }, { urban: 0, rural: 0, motorway: events });

describe('fair scores', () => {
  it('[M-P11] compare a driver with the group on the same roads', () => {
    const drivers = [town(1, 10), town(2, 30), trunk(3, 2), trunk(4, 6)];
    expect(groupRates(drivers)).toEqual({ urban: 20, rural: null, motorway: 1 });
    const scores = fairScores(drivers, MINIMUM_M);
    expect(scores.map(({ expected }) => expected)).toEqual([20, 20, 4, 4]);
    // Town drivers have more events than trunk drivers, and still the best score.
    expect(scores.map(({ score }) => score)).toEqual([100, 0, 67, 33]);
    expect(scores[0]?.ratio).toBeCloseTo(12 / 22, 10);
  });

  it('have no score below the minimum distance, whose driving still counts for the group', () => {
    const short = driver(
      9,
      { urban: 299, rural: 0, motorway: 0 },
      { urban: 9, rural: 0, motorway: 0 },
    );
    const scores = fairScores([town(1, 10), short], MINIMUM_M);
    expect(scores[1]).toMatchObject({ ratio: null, score: null });
    expect(scores[0]?.expected).toBeCloseTo((19 * 1000) / 1299, 10);
    expect(scores[0]?.score).toBe(50);
    expect(fairScores([], MINIMUM_M)).toEqual([]);
  });

  it('are equal for equal drivers, and never rise with one more event', () => {
    expect(fairScores([town(1, 5), town(2, 5), town(3, 5)], 0).map(({ score }) => score)).toEqual([
      50, 50, 50,
    ]);
    const counts = fc.array(fc.nat(50), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(counts, ([first = 0, ...others]) => {
        const scoreOf = (events: number) =>
          fairScores([town(0, events), ...others.map((n, id) => trunk(id + 1, n))], 0)[0]?.score ??
          -1;
        expect(scoreOf(first + 1)).toBeLessThanOrEqual(100);
        const same = [
          town(0, first + 1),
          town(99, first),
          ...others.map((n, id) => town(id + 1, n)),
        ];
        const [worse, better] = fairScores(same, 0);
        expect(worse?.score ?? 0).toBeLessThanOrEqual(better?.score ?? -1);
      }),
    );
  });
});

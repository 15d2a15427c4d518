import { ENGINE_LIMITS, ODOMETER_LIMITS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import {
  expectedUse,
  type MeterReading,
  nextService,
  plausibleReadings,
  remainingUse,
  scheduleDays,
  useBetweenReadings,
} from './index.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const KM = 1000;

const read = (day: number, km: number, isCertain = false): MeterReading => ({
  atMs: NOW + day * DAY,
  value: km * KM,
  isCertain,
});
const kept = (readings: readonly MeterReading[]) =>
  plausibleReadings(readings, ODOMETER_LIMITS).map(({ value }) => value / KM);

describe('Readings of a meter', () => {
  it.each<[string, readonly MeterReading[], readonly number[]]>([
    ['none', [], []],
    ['that rise are kept', [read(0, 100), read(1, 400), read(2, 900)], [100, 400, 900]],
    ['are put in the order of their time', [read(2, 900), read(0, 100)], [100, 900]],
    ['of a driver that fall are left out', [read(0, 500), read(1, 50), read(2, 800)], [500, 800]],
    ['with a digit too many are left out', [read(0, 500), read(1, 8000), read(2, 900)], [500, 900]],
    [
      'with a digit too many before right ones are left out',
      [read(0, 90_000), read(1, 9_500), read(2, 9_900)],
      [9_500, 9_900],
    ],
    ['may fall by the rounding of a kilometre', [read(0, 500), read(0.5, 499)], [500, 499]],
    [
      'of the office win, as of a new instrument',
      [read(0, 500_000), read(1, 10, true), read(2, 300)],
      [500_000, 10, 300],
    ],
    [
      'of the office are not left out for later ones',
      [read(0, 500, true), read(1, 90), read(2, 120)],
      [500],
    ],
    ['far apart may lie far apart', [read(0, 500), read(100, 150_000)], [500, 150_000]],
  ])('%s', (_, readings, expected) => {
    expect(kept(readings)).toEqual(expected);
  });

  it('of engine hours rise by at most 24 hours a day', () => {
    const at = (day: number, hours: number) => ({ ...read(day, 0), value: hours * 3600 });
    const all = [at(0, 100), at(1, 120), at(2, 190), at(3, 150)];
    expect(plausibleReadings(all, ENGINE_LIMITS).map(({ value }) => value / 3600)).toEqual([
      100, 120, 150,
    ]);
  });
});

describe('The use between readings', () => {
  it.each<[string, readonly MeterReading[], number | null]>([
    ['is unknown without readings', [], null],
    ['is unknown of two weeks that are not whole', [read(0, 100), read(13, 5000)], null],
    ['is that of the days between them', [read(0, 100), read(3, 9000), read(20, 5100)], 250_000],
    [
      'is unknown if a new instrument counts from zero',
      [read(0, 90_000), read(20, 50, true)],
      null,
    ],
  ])('%s', (_, readings, expected) => {
    expect(useBetweenReadings(readings)).toBe(expected);
  });
});

describe('The average use', () => {
  it.each<[string, readonly number[], number | null]>([
    ['is unknown without a whole week', [], null],
    ['is that of the week', [700], 100],
    ['counts weeks at rest', [700, 0], 50],
    ['of a year counts each season', [...Array(26).fill(900), ...Array(26).fill(1200)], 150],
    [
      'of a vehicle that moved to other work is that of eight weeks',
      [...Array(8).fill(2100), ...Array(40).fill(700)],
      300,
    ],
    ['ignores a repair of three weeks', [0, 0, 0, ...Array(49).fill(700)], (49 * 100) / 52],
  ])('%s', (_, weeks, expected) => {
    const found = expectedUse(weeks);
    if (expected === null) expect(found).toBeNull();
    else expect(found?.perDay).toBeCloseTo(expected, 6);
  });
});

describe('The forecast of a year', () => {
  // Weeks before now, the newest first: the half year to come was half as busy again last year.
  const weeks = [...Array(26).fill(800), ...Array(26).fill(1200)];

  it('follows the same weeks of the last year, averaged over nine weeks', () => {
    const use = expectedUse(weeks);
    expect(use?.perDay).toBeCloseTo(1000 / 7, 6);
    expect(use?.weeks?.slice(5, 21)).toEqual(Array(16).fill(1200));
    expect(use?.weeks?.slice(31, 47)).toEqual(Array(16).fill(800));
  });

  it('says when a distance is used up in busy and in quiet weeks', () => {
    const due = (interval: number) =>
      remainingUse({ cause: 'distance', interval, last: 0, now: 0, use: expectedUse(weeks) }, NOW);
    const days = (interval: number) => ((due(interval).dueMs ?? 0) - NOW) / DAY;
    expect(days(26 * 1200)).toBeLessThan(27 * 7);
    expect(days(52 * 1000)).toBeCloseTo(364, 6);
    // After a year, the weeks come again.
    expect(days(2 * 52 * 1000)).toBeCloseTo(728, 6);
  });

  it('is not made without a whole year', () => {
    expect(expectedUse(weeks.slice(0, 51))?.weeks).toBeNull();
  });
});

describe('The next service', () => {
  const distance = (last: number, now: number, perDay: number | null, interval = 30_000) =>
    remainingUse(
      {
        cause: 'distance',
        interval: interval * KM,
        last: last * KM,
        now: now * KM,
        use: perDay === null ? null : { perDay: perDay * KM, weeks: null },
      },
      NOW,
    );
  const inDays = (days: number) => NOW + days * DAY;

  it.each<[string, number, Parameters<typeof distance>[], { cause: string; days: number }]>([
    ['by time without another interval', 90, [], { cause: 'time', days: 90 }],
    [
      'by distance if that is sooner',
      90,
      [[100_000, 124_000, 200]],
      { cause: 'distance', days: 30 },
    ],
    ['by time if that is sooner', 20, [[100_000, 124_000, 200]], { cause: 'time', days: 20 }],
    ['by time if the use is unknown', 90, [[100_000, 124_000, null]], { cause: 'time', days: 90 }],
    ['by time for a vehicle at rest', 90, [[100_000, 124_000, 0]], { cause: 'time', days: 90 }],
    [
      'now, if the distance is used up and the use unknown',
      90,
      [[100_000, 131_000, null]],
      { cause: 'distance', days: 0 },
    ],
    [
      'in the past, if the distance was used up then',
      90,
      [[100_000, 131_000, 200]],
      { cause: 'distance', days: -5 },
    ],
    [
      'on the day of the last service at the earliest',
      90,
      [[100_000, 170_000, 200]],
      { cause: 'distance', days: -30 },
    ],
    [
      'by time if the distance lasts for more than ten years',
      90,
      [[0, 0, 1]],
      { cause: 'time', days: 90 },
    ],
  ])('is due %s', (_, timeDays, meters, { cause, days }) => {
    const uses = meters.map((meter) => distance(...meter));
    expect(nextService(inDays(timeDays), uses, inDays(-30))).toEqual({
      cause,
      dueMs: inDays(days),
    });
  });

  it('is due by engine hours, if these are used up first', () => {
    const engine = remainingUse(
      {
        cause: 'engine_hours',
        interval: 1_800_000,
        last: 0,
        now: 1_440_000,
        use: { perDay: 36_000, weeks: null },
      },
      NOW,
    );
    expect(engine).toMatchObject({ due: 1_800_000, remaining: 360_000, dueMs: inDays(10) });
    expect(nextService(inDays(90), [distance(0, 24_000, 200), engine], 0)).toEqual({
      cause: 'engine_hours',
      dueMs: inDays(10),
    });
  });
});

describe('The days of a schedule that distance moves', () => {
  const due = Date.UTC(2026, 5, 20);
  const earliest = Date.UTC(2026, 5, 10);
  it.each<[string, string | null, object]>([
    [
      'are those of the forecast',
      null,
      { dueOn: '2026-06-20', earliestOn: '2026-06-10', latestOn: '2026-06-20', plannedOn: null },
    ],
    ['keep a visit before it', '2026-06-15', { latestOn: '2026-06-20', plannedOn: '2026-06-15' }],
    [
      'keep a visit before the window',
      '2026-06-05',
      { earliestOn: '2026-06-05', plannedOn: '2026-06-05' },
    ],
    [
      'keep a visit up to a week after it',
      '2026-06-27',
      { latestOn: '2026-06-27', plannedOn: '2026-06-27' },
    ],
    ['give up a visit later than that', '2026-06-28', { latestOn: '2026-06-20', plannedOn: null }],
  ])('%s', (_, planned, expected) => {
    expect(scheduleDays(due, earliest, planned)).toMatchObject(expected);
  });
});

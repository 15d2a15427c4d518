import type { AssetKind, VehicleType } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import {
  dayOfDotWeek,
  findingsOf,
  firstDue,
  forecastWear,
  isPressureLow,
  type TreadPoint,
  treadLimit,
  tyreState,
  wearRate,
} from './index.ts';
import { isAgeRuled, tenYearsAfter } from './rules.ts';

const DAY_MS = 86_400_000;
const KM = 1000;
const vehicle = (type: VehicleType, kind: AssetKind, grossKg: number | null = null) => ({
  type,
  kind,
  grossKg,
});

describe('The least tread', () => {
  it.each<[string, VehicleType, AssetKind, number | null, number | null, number, number]>([
    // Construction and Use Regulations 1986, regulation 27: 1.0 mm.
    ['of a lorry', 'STR', 'rigid', 18_000, null, 1, 1],
    ['of a tractor without a weight', 'STR', 'tractor', null, null, 1, 1],
    ['of a heavy trailer', 'STR', 'semi_trailer', 39_000, null, 1, 1],
    ['of a van over 3,500 kg', 'VAN', 'van', 5000, null, 1, 1],
    ['of a coach', 'STR', 'bus', 18_000, null, 1, 1],
    ['of a minibus, which has more than eight seats', 'VAN', 'bus', 3500, null, 1, 1],
    ['of a motorcycle', 'BIK', 'motorcycle', null, null, 1, 1],
    // The same regulation: 1.6 mm.
    ['of a car', 'CAR', 'car', null, null, 1.6, 1.6],
    ['of a van of 3,500 kg', 'VAN', 'van', 3500, null, 1.6, 1.6],
    ['of a light trailer', 'VAN', 'drawbar_trailer', 2700, null, 1.6, 1.6],
    ['of a lorry of up to 3,500 kg', 'STR', 'rigid', 3500, null, 1.6, 1.6],
    // Own limits above the law.
    ['by an own limit above the law', 'STR', 'rigid', 18_000, 3, 1, 3],
    ['by the law above an own limit', 'CAR', 'car', null, 1, 1.6, 1.6],
  ])('%s', (_, type, kind, grossKg, own, legalMm, limitMm) => {
    expect(treadLimit(vehicle(type, kind, grossKg), own)).toEqual({ legalMm, limitMm });
  });
});

describe('The ten-year rule', () => {
  const at = (isSteered: boolean, isSingle: boolean, isSpare = false) => ({
    isSteered,
    isSingle,
    isSpare,
  });
  it.each<[string, VehicleType, AssetKind, number | null, ReturnType<typeof at>, boolean]>([
    // SI 2020/1191: front steered axles of goods vehicles over 3,500 kg, buses and coaches.
    ['front axle of a lorry', 'STR', 'rigid', 18_000, at(true, true), true],
    ['second steered axle of a lorry', 'STR', 'rigid', 32_000, at(true, true), true],
    ['rear axle of a lorry', 'STR', 'rigid', 18_000, at(false, false), false],
    ['middle axle of a tractor, single', 'STR', 'tractor', 26_000, at(false, true), false],
    ['front axle of a van over 3,500 kg', 'VAN', 'van', 5000, at(true, true), true],
    ['front axle of a van up to 3,500 kg', 'VAN', 'van', 3500, at(true, true), false],
    ['front axle of a coach', 'STR', 'bus', 18_000, at(true, true), true],
    ['rear axle of a coach', 'STR', 'bus', 18_000, at(false, false), false],
    // All single wheels of a minibus.
    ['front axle of a minibus', 'VAN', 'bus', 5000, at(true, true), true],
    ['single rear wheel of a minibus', 'VAN', 'bus', 5000, at(false, true), true],
    ['twin rear wheel of a minibus', 'VAN', 'bus', 5000, at(false, false), false],
    // Others are not banned.
    ['trailer', 'STR', 'semi_trailer', 39_000, at(false, true), false],
    ['car', 'CAR', 'car', null, at(true, true), false],
    ['spare wheel of a lorry', 'STR', 'rigid', 18_000, at(true, true, true), false],
  ])('%s', (_, type, kind, grossKg, position, expected) => {
    expect(isAgeRuled(vehicle(type, kind, grossKg), position)).toBe(expected);
  });

  it.each([
    ['0116', '2016-01-04'],
    ['0120', '2019-12-30'],
    ['5320', '2020-12-28'],
    ['3521', '2021-08-30'],
  ])('counts from the first day of week %s', (week, day) => {
    expect(dayOfDotWeek(week)).toBe(day);
  });

  it('ends a tyre after ten years to the day', () => {
    expect([tenYearsAfter('2016-01-04'), tenYearsAfter('2016-02-29')]).toEqual([
      '2026-01-04',
      '2026-03-01',
    ]);
  });
});

describe('What is due for a tyre', () => {
  const lorry = vehicle('STR', 'rigid', 18_000);
  const front = { isSteered: true, isSingle: true, isSpare: false };
  const rear = { isSteered: false, isSingle: false, isSpare: false };
  const tyre = (changed: object = {}) => ({
    dotWeek: '3524',
    retreadedOn: null,
    tread: { mm: 9, on: '2026-05-01' },
    limitOn: () => null,
    fittedOn: '2024-12-01',
    ...changed,
  });
  const rules = (...of: Parameters<typeof findingsOf>) =>
    findingsOf(...of).map(({ on, rule }) => [rule, on]);
  it.each<[string, object, typeof front, number | null, unknown[][]]>([
    ['a good one', {}, front, null, [['age', '2034-08-26']]],
    ['a good one at the rear', {}, rear, null, [['age_advice', '2034-08-26']]],
    [
      'one below the law',
      { tread: { mm: 0.9, on: '2026-05-01' } },
      rear,
      3,
      [
        ['tread_law', '2026-05-01'],
        ['age_advice', '2034-08-26'],
      ],
    ],
    [
      'one below the limit of the operator',
      { tread: { mm: 2.9, on: '2026-05-01' } },
      rear,
      3,
      [
        ['tread_own', '2026-05-01'],
        ['age_advice', '2034-08-26'],
      ],
    ],
    [
      'one at the limit',
      { tread: { mm: 1, on: '2026-05-01' } },
      rear,
      null,
      [['age_advice', '2034-08-26']],
    ],
    [
      'one that is expected at the limit',
      { limitOn: () => '2026-09-01' },
      rear,
      3,
      [
        ['tread_own', '2026-09-01'],
        ['age_advice', '2034-08-26'],
      ],
    ],
    [
      'one without a legible date code in front',
      { dotWeek: null },
      front,
      null,
      [['date_code', '2024-12-01']],
    ],
    ['one without a legible date code at the rear', { dotWeek: null }, rear, null, []],
    [
      'an old casing with a new tread',
      { dotWeek: '0112', retreadedOn: '2023-06-15' },
      front,
      null,
      [['age', '2033-06-15']],
    ],
    [
      'one without a measurement',
      { tread: null },
      rear,
      null,
      [
        ['no_tread', null],
        ['age_advice', '2034-08-26'],
      ],
    ],
    ['a spare', { tread: { mm: 0.5, on: '2026-05-01' } }, { ...rear, isSpare: true }, null, []],
  ])('%s', (_, changed, position, own, expected) => {
    expect(rules(tyre(changed), lorry, position, own)).toEqual(expected);
  });

  it('is the earliest that is binding', () => {
    const old = tyre({ dotWeek: '0112', limitOn: () => '2026-09-01' });
    expect(firstDue(findingsOf(old, lorry, front, null))).toEqual({
      on: '2022-01-02',
      cause: 'age',
    });
    expect(firstDue(findingsOf(old, lorry, rear, null))?.cause).toBe('tread_law');
  });

  it.each<[string | null, boolean, string]>([
    ['2026-06-01', true, 'now'],
    ['2026-06-02', true, 'soon'],
    ['2026-06-29', true, 'soon'],
    ['2026-06-30', true, 'good'],
    [null, true, 'good'],
    [null, false, 'unknown'],
  ])('on %s with a tread (%s) is %s', (on, hasTread, state) => {
    expect(tyreState(on, hasTread, '2026-06-01')).toBe(state);
  });
});

describe('The wear of a tyre', () => {
  const NOW = Date.UTC(2026, 5, 1);
  const point = (day: number, km: number | null, treadMm: number): TreadPoint => ({
    atMs: NOW + day * DAY_MS,
    runM: km === null ? null : km * KM,
    treadMm,
  });
  it.each<[string, readonly TreadPoint[], number | null, string]>([
    ['of no point', [], null, ''],
    ['of one point', [point(0, 0, 15)], null, ''],
    ['of a straight line', [point(-90, 0, 15), point(0, 30_000, 12)], 0.1, 'm'],
    [
      'of points around a line',
      [
        point(-90, 0, 15.1),
        point(-60, 10_000, 13.9),
        point(-30, 20_000, 12.9),
        point(0, 30_000, 12.1),
      ],
      0.1,
      'm',
    ],
    ['of points close together', [point(-2, 0, 15), point(0, 500, 14.9)], null, ''],
    ['that rises', [point(-90, 0, 12), point(0, 30_000, 13)], null, ''],
    ['without an odometer, per day', [point(-100, null, 15), point(0, null, 13)], 0.02, 'day'],
    ['at rest, per day', [point(-100, 0, 15), point(0, 0, 14)], 0.01, 'day'],
  ])('%s', (_, points, expected, per) => {
    const rate = wearRate(points);
    if (expected === null) expect(rate).toBeNull();
    else {
      expect(rate?.per).toBe(per);
      expect((rate?.mm ?? 0) * (per === 'm' ? 1_000_000 : 1)).toBeCloseTo(expected, 2);
    }
  });

  const rate = { mm: 0.1 / 1_000_000, per: 'm' } as const;
  it('gives the day of the limit', () => {
    // 12 mm less 1 mm since; 11 mm down to 3 mm, 8 mm, at 0.1 mm per 1,000 km and 400 km a day are 200 days.
    const now = { atMs: NOW, runM: 40_000 * KM, mPerDay: 400 * KM };
    const forecast = forecastWear(point(-20, 30_000, 12), rate, now, 3);
    expect(forecast.treadMm).toBeCloseTo(11, 6);
    expect(((forecast.limitMs ?? 0) - NOW) / DAY_MS).toBeCloseTo(200, 6);
  });
  it('gives today for a tread that has reached it', () => {
    const now = { atMs: NOW, runM: 130_000 * KM, mPerDay: 400 * KM };
    expect(forecastWear(point(-20, 30_000, 12), rate, now, 3).limitMs).toBe(NOW);
  });
  it('gives none for a vehicle at rest', () => {
    const now = { atMs: NOW, runM: 30_000 * KM, mPerDay: 0 };
    expect(forecastWear(point(-20, 30_000, 12), rate, now, 3).limitMs).toBeNull();
  });
});

it.each<[number | null, number | null, number, boolean | null]>([
  [640, 800, 20, false],
  [639, 800, 20, true],
  [700, 800, 10, true],
  [null, 800, 20, null],
  [640, null, 20, null],
])('A pressure of %s kPa of %s is low by more than %s %%: %s', (kpa, recommended, pct, low) => {
  expect(isPressureLow(kpa, recommended, pct)).toBe(low);
});

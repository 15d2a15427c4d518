import { describe, expect, it } from 'vitest';
import { tyreCostRow, tyreCostRows } from './tyre-cost-rows.ts';
import { treadAt, type UsedFitting, type UsedTyre, useOfTyre, wearOf } from './tyre-use.ts';

const KM = 1000;
/** A moment: day and odometer in km; null without an odometer. */
const at = (day: number, km: number | null) => ({
  atMs: day * 86_400_000,
  odometerM: km === null ? null : km * KM,
});
const tread = (day: number, km: number | null, treadMm: number) => ({ ...at(day, km), treadMm });

const fitting = (changed: Partial<UsedFitting> = {}): UsedFitting => ({
  from: at(100, 10_000),
  to: at(200, 30_000),
  treads: [tread(100, 10_000, 14), tread(200, 30_000, 10)],
  place: 'drive',
  newTreadMm: 15,
  lifeCost: 360,
  limitMm: 3,
  ...changed,
});
const tyre = (id: number, changed: Partial<UsedTyre> = {}): UsedTyre => ({
  id,
  make: 'Michelin',
  model: 'X Multi',
  isFittedNow: true,
  isBought: false,
  cost: 360,
  retreadCosts: [],
  retreads: 0,
  scrapped: null,
  fittings: [fitting()],
  ...changed,
});

describe('the tread at a moment', () => {
  const known = [tread(0, 0, 16), tread(100, 10_000, 12), tread(200, 40_000, 6)];
  it.each([
    ['is that of a measurement on it', at(100, 10_000), 12, false],
    ['follows the distance between two measurements, not the time', at(150, 34_000), 7.2, true],
    ['follows the time where the odometer is unknown', at(150, null), 9, true],
    ['is the same while the vehicle stands', at(150, 10_000), 12, true],
    ['is that of the next measurement after all of the distance', at(199, 40_000), 6, true],
    ['does not exceed the distance to the next measurement', at(150, 50_000), 6, true],
  ])('%s', (_name, moment, treadMm, isInterpolated) => {
    const found = treadAt(known, moment);
    expect(found?.treadMm).toBeCloseTo(treadMm);
    expect(found?.isInterpolated).toBe(isInterpolated);
  });
  it.each([
    ['before the first measurement', at(-1, 0)],
    ['after the last measurement', at(201, 40_000)],
  ])('is unknown %s', (_name, moment) => {
    expect(treadAt(known, moment)).toBeNull();
  });
  it('is unknown without measurements', () => {
    expect(treadAt([], at(1, 1))).toBeNull();
  });
  it('follows the time if the vehicle did not run between two measurements', () => {
    const still = [tread(0, 5, 10), tread(10, 5, 9)];
    expect(treadAt(still, at(5, 5))?.treadMm).toBeCloseTo(9.5);
  });
});

describe('the wear of a fitting in a period', () => {
  it.each<[string, Partial<UsedFitting>, { mm: number; runKm: number | null; is: boolean } | null]>(
    [
      ['is between measurements at both ends', {}, { mm: 4, runKm: 20_000, is: false }],
      [
        'is interpolated at both ends between measurements around them',
        { treads: [tread(50, 0, 16), tread(300, 40_000, 8)] },
        { mm: 4, runKm: 20_000, is: true },
      ],
      [
        'ends with the last measurement if none is after the period',
        { treads: [tread(100, 10_000, 14), tread(150, 20_000, 12)] },
        { mm: 2, runKm: 10_000, is: false },
      ],
      [
        'begins with the first measurement if none is before the period',
        { treads: [tread(150, 20_000, 12), tread(200, 30_000, 10)] },
        { mm: 2, runKm: 10_000, is: false },
      ],
      [
        'is that of the period, not of the life',
        {
          treads: [
            tread(0, 0, 20),
            tread(100, 10_000, 14),
            tread(200, 30_000, 10),
            tread(400, 60_000, 3),
          ],
        },
        { mm: 4, runKm: 20_000, is: false },
      ],
      [
        'is unsorted input as well',
        { treads: [tread(200, 30_000, 10), tread(100, 10_000, 14)] },
        { mm: 4, runKm: 20_000, is: false },
      ],
      [
        'has no distance without an odometer',
        { from: at(100, null), treads: [tread(100, null, 14), tread(200, 30_000, 10)] },
        { mm: 4, runKm: null, is: false },
      ],
      ['is unknown with one measurement', { treads: [tread(150, 20_000, 12)] }, null],
      ['is unknown without measurements', { treads: [] }, null],
      [
        'is unknown if all are before the period',
        { treads: [tread(1, 0, 15), tread(9, 900, 14)] },
        null,
      ],
      [
        'is negative where the gauge says more than before: it averages out over many tyres',
        { treads: [tread(100, 10_000, 10), tread(200, 30_000, 10.2)] },
        { mm: -0.2, runKm: 20_000, is: false },
      ],
    ],
  )('%s', (_name, changed, expected) => {
    const wear = wearOf(fitting(changed));
    if (expected === null) {
      expect(wear).toBeNull();
      return;
    }
    expect(wear?.mm).toBeCloseTo(expected.mm);
    expect(wear?.runM).toBe(expected.runKm === null ? null : expected.runKm * KM);
    expect(wear?.isInterpolated).toBe(expected.is);
  });
});

describe('what a tyre did in a period', () => {
  it.each<[string, Partial<UsedTyre>, object]>([
    // 360 for 12 usable mm is 30 a mm; 4 mm were worn.
    ['wears off its cost', {}, { runM: 20_000 * KM, wornMm: 4, wornCost: 120, totalCost: 360 }],
    [
      'adds up its positions',
      { fittings: [fitting(), fitting({ place: 'steer' })] },
      { runM: 40_000 * KM, wornMm: 8, wornCost: 240 },
    ],
    [
      'does not run as a spare wheel',
      { fittings: [fitting({ place: 'spare' })] },
      { runM: null, wornMm: 0, wornCost: null, lacksDistance: false },
    ],
    [
      'has a part of its distance unknown',
      { fittings: [fitting(), fitting({ to: at(200, null), treads: [] })] },
      { runM: 20_000 * KM, lacksDistance: true },
    ],
    ['was not fitted', { fittings: [] }, { runM: null, wornCost: null, lacksDistance: false }],
    [
      'has no cost of its wear without the cost of its life',
      { cost: null, fittings: [fitting({ lifeCost: null })] },
      { totalCost: null, wornCost: null, wornMm: 4 },
    ],
    [
      'has no cost of its wear without a new tread',
      { fittings: [fitting({ newTreadMm: null })] },
      { wornCost: null, totalCost: 360 },
    ],
    [
      'has no cost of its wear if nothing of its tread is usable',
      { fittings: [fitting({ newTreadMm: 3 })] },
      { wornCost: null },
    ],
    ['cost its purchase and its retreads', { retreadCosts: [150, 140] }, { totalCost: 650 }],
    ['lacks a cost if that of a retread is missing', { retreadCosts: [null] }, { totalCost: null }],
    [
      'was free, which is a known cost',
      { cost: 0, fittings: [fitting({ lifeCost: 0 })] },
      { totalCost: 0, wornCost: 0 },
    ],
    [
      'never runs backwards',
      { fittings: [fitting({ from: at(100, 30_000), to: at(200, 10_000), treads: [] })] },
      { runM: 0 },
    ],
  ])('%s', (_name, changed, expected) => {
    expect(useOfTyre(tyre(1, changed))).toMatchObject(expected);
  });
});

describe('the figures of a make and model', () => {
  it('count what is missing, and never take it as zero', () => {
    const row = tyreCostRow({ make: 'M', model: 'X' }, [
      tyre(1),
      tyre(2, { cost: null, isBought: null, fittings: [fitting({ lifeCost: null })] }),
      tyre(3, { isBought: true, isFittedNow: false, fittings: [] }),
    ]);
    expect(row).toMatchObject({
      fittedNow: [1, 2],
      bought: [3],
      withoutPurchaseDay: [2],
      ran: [1, 2],
      meanRunM: 20_000 * KM,
      costed: [1, 3],
      meanCost: 360,
      withoutCost: [2],
      worn: [1],
      measured: [1, 2],
      mPerMm: 5_000 * KM,
    });
    // Of tyre 1 alone: neither the distance nor the wear of a tyre without cost counts.
    expect(row.costPerM).toBeCloseTo(120 / (20_000 * KM));
  });

  it('count scrapped tyres by cause, and retreads and their tyres', () => {
    const row = tyreCostRow({ make: 'M', model: 'X' }, [
      tyre(1, { scrapped: 'worn' }),
      tyre(2, { scrapped: 'damaged' }),
      tyre(3, { scrapped: 'damaged', retreads: 2 }),
    ]);
    expect(row).toMatchObject({ scrapped: [1, 2, 3], retreads: 2, retreaded: [3] });
    expect(row.causes).toEqual({ worn: 1, damaged: 2, age: 0, casing: 0, sold: 0, other: 0 });
  });

  it('are unknown without any tyre that tells them', () => {
    expect(
      tyreCostRow({ make: 'M', model: '' }, [tyre(1, { cost: null, fittings: [] })]),
    ).toMatchObject({
      meanRunM: null,
      mPerMm: null,
      meanCost: null,
      costPerM: null,
    });
  });

  it('weigh tyres by their distance and wear', () => {
    const hard = fitting({
      to: at(200, 20_000),
      treads: [tread(100, 10_000, 14), tread(200, 20_000, 6)],
    });
    const row = tyreCostRow({ make: 'M', model: 'X' }, [tyre(1), tyre(2, { fittings: [hard] })]);
    expect(row.mPerMm).toBe((30_000 * KM) / 12);
    expect(row.costPerM).toBeCloseTo((120 + 240) / (30_000 * KM));
  });

  it('have no wear if the gauges say that nothing is worn', () => {
    const still = fitting({ treads: [tread(100, 10_000, 10), tread(200, 30_000, 10.2)] });
    expect(tyreCostRow({ make: 'M', model: 'X' }, [tyre(1, { fittings: [still] })])).toMatchObject({
      mPerMm: null,
      costPerM: null,
    });
  });

  it('are by make and model, whatever the case and spaces, by name', () => {
    const rows = tyreCostRows([
      tyre(1, { make: 'Michelin' }),
      tyre(2, { make: ' michelin ', model: 'x multi' }),
      tyre(3, { make: 'Bridgestone' }),
      tyre(4, { model: 'X Line' }),
    ]);
    expect(rows.map(({ make, model, tyres }) => [make, model, tyres])).toEqual([
      ['Bridgestone', 'X Multi', [3]],
      ['Michelin', 'X Line', [4]],
      ['Michelin', 'X Multi', [1, 2]],
    ]);
  });
});

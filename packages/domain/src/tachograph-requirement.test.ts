import { describe, expect, it } from 'vitest';
import { ASSET_KINDS, kindFits } from './asset-kinds.ts';
import {
  TACHOGRAPH_REASON_NAMES,
  type TachographFacts,
  tachographRequirement,
} from './tachograph-requirement.ts';
import { VEHICLE_TYPES } from './vehicles.ts';

const VAN: TachographFacts = {
  type: 'VAN',
  kind: null,
  gross_weight_kg: 3500,
  train_weight_kg: null,
  is_international_haulage: true,
  has_unit: false,
};
const BEFORE = '2026-06-30';
const FIRST = '2026-07-01';

const reasonOn = (day: string, changed: Partial<TachographFacts> = {}) =>
  tachographRequirement({ ...VAN, ...changed }, day).reason;

describe('whether a vehicle needs a tachograph', () => {
  it('a van in international haulage needs one over 2,500 kg, from 1 July 2026', () => {
    expect(tachographRequirement(VAN, FIRST)).toEqual({
      isRequired: true,
      reason: 'international_haulage',
      article: '2(1)(aa)',
    });
    expect(tachographRequirement(VAN, BEFORE)).toEqual({
      isRequired: false,
      reason: 'before_july_2026',
      article: '2(1)(aa)',
    });
    expect(reasonOn(FIRST, { gross_weight_kg: 2501 })).toBe('international_haulage');
    expect(reasonOn(FIRST, { gross_weight_kg: 2500 })).toBe('up_to_2500');
    expect(reasonOn(BEFORE, { gross_weight_kg: 2500 })).toBe('up_to_2500');
  });

  it('in international haulage the mass with the trailer counts', () => {
    expect(reasonOn(FIRST, { gross_weight_kg: 2000, train_weight_kg: 2501 })).toBe(
      'international_haulage',
    );
    expect(reasonOn(FIRST, { gross_weight_kg: 2000, train_weight_kg: 2500 })).toBe('up_to_2500');
    expect(reasonOn(FIRST, { gross_weight_kg: null, train_weight_kg: 4000 })).toBe(
      'international_haulage',
    );
    expect(reasonOn(FIRST, { gross_weight_kg: null })).toBe('mass_unknown');
  });

  it('a van needs none on own account or inside a country, up to 3,500 kg', () => {
    const national = { is_international_haulage: false };
    expect(tachographRequirement({ ...VAN, ...national }, FIRST)).toEqual({
      isRequired: false,
      reason: 'no_international_haulage',
      article: '2(1)(aa), 3(ha)',
    });
    expect(reasonOn(FIRST, { ...national, gross_weight_kg: null })).toBe(
      'no_international_haulage',
    );
    // What it may pull does not say that it pulls.
    expect(reasonOn(FIRST, { ...national, train_weight_kg: 6300 })).toBe(
      'no_international_haulage',
    );
    expect(reasonOn(BEFORE, { ...national, gross_weight_kg: 3501 })).toBe('goods_over_3500');
    expect(reasonOn(BEFORE, { gross_weight_kg: 3501 })).toBe('goods_over_3500');
  });

  it('a car needs one only in haulage; buses of type van and motorcycles never', () => {
    expect(reasonOn(FIRST, { type: 'CAR' })).toBe('international_haulage');
    expect(reasonOn(FIRST, { type: 'CAR', is_international_haulage: false })).toBe('not_for_goods');
    expect(reasonOn(FIRST, { kind: 'bus' })).toBe('not_for_goods');
    expect(reasonOn(FIRST, { type: 'BIK' })).toBe('not_for_goods');
  });

  it('the category of lorries decides whatever mass is stored', () => {
    const lorry = { type: 'STR', is_international_haulage: false } as const;
    expect(tachographRequirement({ ...VAN, ...lorry }, BEFORE)).toEqual({
      isRequired: true,
      reason: 'goods_category',
      article: '2(1)(a)',
    });
    expect(reasonOn(BEFORE, { ...lorry, gross_weight_kg: null })).toBe('goods_category');
    expect(reasonOn(BEFORE, { ...lorry, kind: 'tractor' })).toBe('goods_category');
    expect(reasonOn(BEFORE, { ...lorry, kind: 'bus' })).toBe('passengers');
    for (const kind of ['semi_trailer', 'drawbar_trailer', 'tail_lift', 'plant'] as const) {
      expect(reasonOn(FIRST, { ...lorry, kind })).toBe('unpowered');
      expect(reasonOn(FIRST, { kind })).toBe('unpowered');
    }
  });

  it('a vehicle whose unit was downloaded has one', () => {
    const downloaded = { has_unit: true, is_international_haulage: false };
    expect(tachographRequirement({ ...VAN, ...downloaded }, BEFORE)).toEqual({
      isRequired: true,
      reason: 'unit_downloaded',
      article: null,
    });
    expect(reasonOn(BEFORE, { has_unit: true, type: 'STR' })).toBe('goods_category');
  });

  it('each reason occurs', () => {
    const found = new Set(
      VEHICLE_TYPES.flatMap((type) =>
        [null, ...ASSET_KINDS.filter((kind) => kindFits(type, kind))].flatMap((kind) =>
          [null, 2500, 3500, 3501].flatMap((kg) =>
            [true, false].flatMap((isHaulage) =>
              [true, false].flatMap((hasUnit) =>
                [BEFORE, FIRST].map((day) =>
                  reasonOn(day, {
                    type,
                    kind,
                    gross_weight_kg: kg,
                    is_international_haulage: isHaulage,
                    has_unit: hasUnit,
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    expect([...found].sort()).toEqual([...TACHOGRAPH_REASON_NAMES].sort());
  });
});

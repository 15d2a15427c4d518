import { expect, it } from 'vitest';
import {
  ASSET_KINDS,
  type AssetKind,
  canPull,
  defaultKind,
  isPowered,
  isTrailer,
  kindFits,
  kindOf,
  typeOfDefault,
  typesOfKind,
} from './asset-kinds.ts';
import { VEHICLE_TYPES } from './vehicles.ts';

it('each vehicle type has a kind of its own, which fits it', () => {
  expect(VEHICLE_TYPES.map((type) => kindOf(type, null))).toEqual([
    'car',
    'van',
    'rigid',
    'motorcycle',
  ]);
  for (const type of VEHICLE_TYPES) {
    expect(kindFits(type, defaultKind(type))).toBe(true);
    expect(typeOfDefault(defaultKind(type))).toBe(type);
  }
  expect(kindOf('STR', 'semi_trailer')).toBe('semi_trailer');
  expect(typeOfDefault('plant')).toBeNull();
});

it.each([
  ['car', false, true, true],
  ['motorcycle', false, false, true],
  ['tractor', false, true, true],
  ['bus', false, true, true],
  ['drawbar_trailer', true, false, false],
  ['semi_trailer', true, false, false],
  ['tail_lift', false, false, false],
  ['plant', false, false, false],
] as [AssetKind, boolean, boolean, boolean][])(
  '%s: trailer %s, pulls %s, powered %s',
  (kind, trailer, pulls, powered) => {
    expect([isTrailer(kind), canPull(kind), isPowered(kind)]).toEqual([trailer, pulls, powered]);
  },
);

it('each kind has a type', () => {
  for (const kind of ASSET_KINDS) expect(typesOfKind(kind).length).toBeGreaterThan(0);
});

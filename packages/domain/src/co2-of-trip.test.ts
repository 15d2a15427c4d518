import { expect, it } from 'vitest';
import { co2OfTrip } from './costs.ts';

it.each([
  ['the counter of a diesel', 100_000, 20, 'diesel', null, 50.26, false],
  ['the counter wins over the measured use', 100_000, 20, 'diesel', 0.001, 50.26, false],
  ['an estimate by the measured use', 100_000, null, 'petrol', 0.00008, 16.68, true],
  ['an electric vehicle by its energy', 100_000, null, 'electric', 0.0002, 4.14, true],
  ['no measurement', 100_000, null, 'diesel', null, null, false],
  ['gas', 100_000, 20, 'other', 0.0002, null, false],
] as const)('%s', (_, distanceM, fuelUsedL, fuel, perM, kg, isEstimate) => {
  expect(co2OfTrip({ distanceM, fuelUsedL }, { fuel, perM })).toEqual({ kg, isEstimate });
});

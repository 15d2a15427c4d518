import { describe, expect, it } from 'vitest';
import {
  INSPECTION_SHEETS,
  type InspectionSheet,
  sheetFor,
  sheetOf,
  tyrePositionsOf,
} from './inspection-sheets.ts';

const namesOf = (sheet: InspectionSheet) => sheetOf(sheet).flatMap(({ names }) => names);

describe('inspection sheets', () => {
  it.each(INSPECTION_SHEETS)('%s has items of every subject, each once', (sheet) => {
    const names = namesOf(sheet);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(['Tyres', 'Lamps', 'Chassis', 'Suspension']));
    expect(sheetOf(sheet).every(({ names: items }) => items.length > 0)).toBe(true);
    expect(tyrePositionsOf(sheet).length).toBeGreaterThan(3);
  });

  it.each([
    ['Fifth wheel', ['tractor']],
    ['Kingpin or drawbar eye', ['trailer']],
    ['Doors and emergency exits', ['psv']],
    ['Horn', ['rigid', 'tractor', 'psv', 'van']],
    ['Air system leaks and reservoirs', ['rigid', 'tractor', 'trailer', 'psv']],
    ['Side guards and rear under-run', ['rigid', 'trailer']],
  ])('%s is on the sheets of %s', (name, sheets) => {
    expect(INSPECTION_SHEETS.filter((sheet) => namesOf(sheet).includes(name))).toEqual(sheets);
  });

  it('follows the type of the vehicle and its category', () => {
    expect(sheetFor('STR', 'goods')).toBe('rigid');
    expect(sheetFor('STR', 'psv')).toBe('psv');
    expect(sheetFor('STR', 'trailer')).toBe('trailer');
    expect(sheetFor('VAN', 'light')).toBe('van');
    expect(sheetFor('CAR', 'light')).toBe('van');
  });
});

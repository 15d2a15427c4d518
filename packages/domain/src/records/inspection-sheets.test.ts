import { describe, expect, it } from 'vitest';
import { INSPECTION_SHEETS, type InspectionSheet, sheetFor, sheetOf } from './inspection-sheets.ts';

const namesOf = (sheet: InspectionSheet) => sheetOf(sheet).flatMap(({ names }) => names);

describe('inspection sheets', () => {
  it.each(INSPECTION_SHEETS)('%s has items of every subject, each once', (sheet) => {
    const names = namesOf(sheet);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(['Tyres', 'Lamps', 'Chassis', 'Suspension']));
    expect(sheetOf(sheet).every(({ names: items }) => items.length > 0)).toBe(true);
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

  it.each([
    ['rigid', 'goods', 'rigid'],
    ['tractor', 'goods', 'tractor'],
    ['semi_trailer', 'trailer', 'trailer'],
    ['drawbar_trailer', 'light', 'trailer'],
    ['bus', 'psv', 'psv'],
    ['bus', 'light', 'psv'],
    ['rigid', 'psv', 'psv'],
    ['van', 'light', 'van'],
    ['car', 'light', 'van'],
  ] as const)('of a %s with %s brakes is that of a %s', (kind, category, sheet) => {
    expect(sheetFor(kind, category)).toBe(sheet);
  });
});

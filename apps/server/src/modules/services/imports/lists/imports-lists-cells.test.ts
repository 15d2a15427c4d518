import { describe, expect, it } from 'vitest';
import type { Display } from '../../../../platform/tables/index.ts';
import { FileError } from '../reading/file-error.ts';
import { dayOfCell, knownNamesIn, possibleNames, typesOfCell } from './imports-lists-cells.ts';
import { cellsOf, findColumns } from './imports-lists-headings.ts';
import { IMPORTS } from './kinds/index.ts';

const display = (dateFormat: string, own: ReadonlyMap<string, string> = new Map()): Display => ({
  language: { reference: 'en', own },
  locale: 'en-GB',
  unit: 'MLS',
  currency: 'GBP',
  dates: { timeZone: 'UTC', dateFormat, timeFormat: null },
});
const english = display('DD/MM/YY');
const { columns } = IMPORTS.driver;

describe('the columns of a file', () => {
  it('[O-P02] are found by the headings of the export, in both languages and as custom texts', () => {
    const own = display('DD/MM/YY', new Map([['report.column.licence', 'Photocard']]));
    for (const headings of [
      ['Surname', 'First name', 'Licence number', 'Note'],
      ['APELIDO', 'Nome próprio', 'numero da carta', 'Note'],
      ['surname', 'first_name', 'Photocard', 'Note'],
    ]) {
      const found = findColumns(headings, columns, own);
      expect([...found.places.keys()]).toEqual(['surname', 'first_name', 'licence_number']);
      expect(found.ignored).toEqual(['Note']);
    }
  });

  it('[O-P02] must exist if they are required', () => {
    expect(() => findColumns(['Surname', 'Licence number'], columns, english)).toThrow(FileError);
  });

  it('[O-P02] are skipped if empty, and treat a formula as text', () => {
    const found = findColumns(['Surname', 'First name', 'E-mail'], columns, english);
    expect(cellsOf(["'=1+1", " O'Neill ", ' '], found)).toEqual({
      surname: '=1+1',
      first_name: "O'Neill",
    });
    expect(cellsOf(["'s-Graven"], found)).toEqual({ surname: "'s-Graven" });
  });
});

describe('a cell', () => {
  it('[O-P02] [S-10] has a date in the reader’s format, or in the format of the API', () => {
    const days = (format: string, ...cells: string[]) =>
      cells.map((cell) => dayOfCell(cell, display(format)));
    expect(days('DD/MM/YY', '05/06/30', '5/6/2030', '2030-06-05', '05.06.2030')).toEqual(
      Array(4).fill('2030-06-05'),
    );
    expect(days('MM/DD/YYYY', '06/05/2030', '6/5/30', '2030-06-05')).toEqual(
      Array(3).fill('2030-06-05'),
    );
    expect(days('YYYY-MM-DD', '2030-06-05', '05/06/2030')).toEqual(Array(2).fill('2030-06-05'));
    expect(days('DD/MM/YY', '01/01/99', '31/06/30', 'soon')).toEqual(['1999-01-01', null, null]);
    // If the month comes first, an impossible date is not tried with the day first.
    expect(days('MM/DD/YY', '31/05/30')).toEqual([null]);
  });

  it('[O-P02] has several names, some with commas in them', () => {
    const known = new Set(['Quay, east', 'Yard', 'a']);
    expect(knownNamesIn('Yard, Quay, east; a', (name) => known.has(name))).toEqual([
      'Yard',
      'Quay, east',
      'a',
    ]);
    expect(knownNamesIn('Yard,, Nowhere', (name) => known.has(name))).toEqual(['Yard', 'Nowhere']);
    expect(possibleNames('Yard, Quay, east')).toContain('Quay, east');
  });

  it('[O-P02] has vehicle types by code or name', () => {
    expect(typesOfCell('VAN STR')).toEqual(['VAN', 'STR']);
    expect(typesOfCell('straight truck; mota')).toEqual(['STR', 'BIK']);
    expect(typesOfCell('van, boat')).toBeNull();
  });
});

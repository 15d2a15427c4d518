import { describe, expect, it } from 'vitest';
import { displayOf } from '../display.ts';
import type { Report } from '../report.ts';
import { safeName } from '../report.ts';
import { harmless, toCsv } from './csv.ts';

const viewer = { language: 'en', distanceUnit: 'KMS' } as Parameters<typeof displayOf>[0];

function reportOf(rows: Report['table']['rows']): Report {
  return {
    title: 'Events',
    facts: [],
    table: {
      columns: [
        { name: 'report.column.driver', type: 'text' },
        { name: 'report.column.distance', type: 'distance' },
        { name: 'report.column.time', type: 'moment' },
      ],
      rows,
      totals: [null, null, null],
    },
    display: displayOf(viewer, { dateFormat: '=DD', timeFormat: null }, 'Europe/London'),
    madeAtMs: 0,
    fileStem: 'events',
    range: '',
  };
}

describe('texts of a CSV file', () => {
  it('[M-P07] [M-P09] are never formulas, however they begin', () => {
    for (const text of ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1']) {
      expect(harmless(text)).toBe(`'${text}`);
    }
    for (const text of ['', 'N1 AAA', "O'Neil", 'a=b', ' x', '1-2'])
      expect(harmless(text)).toBe(text);
  });

  it('[M-P07] are quoted, so that no name can add a row or a column', async () => {
    const csv = (await toCsv(reportOf([['Ann "A", of\r\n=Away', 1500, null]]))).toString();
    expect(csv).toBe('\uFEFFDriver,Distance (km),Time\r\n"Ann ""A"", of\r\n=Away",1.50,\r\n');
  });

  it('[M-P07] are also safe if they come from a preference; numbers stay numbers', async () => {
    const csv = (await toCsv(reportOf([['-', -1500, Date.UTC(2026, 5, 2)]]))).toString();
    expect(csv.split('\r\n')[1]).toBe("'-,-1.50,'=02 01:00");
  });
});

describe('a list in Portuguese', () => {
  it('[A-06] [S-18] translates types and places, and shows the currency of amounts', async () => {
    const { display: _, table: _table, ...rest } = reportOf([]);
    const reader = { language: 'pt', distanceUnit: 'KMS', currency: 'EUR' } as typeof viewer;
    const report: Report = {
      ...rest,
      display: displayOf(reader, { dateFormat: null, timeFormat: null }, 'Europe/Lisbon'),
      table: {
        columns: [
          { name: 'report.column.activityType', type: 'known' },
          { name: 'report.column.place', type: 'place' },
          { name: 'report.column.cost', type: 'money' },
        ],
        rows: [['Safety Inspection', '3.6 mi NW of Harlow', 1234.5]],
        totals: [null, null, null],
      },
    };
    const [header, row] = (await toCsv(report)).toString().split('\r\n');
    expect(header).toContain('Custo (EUR)');
    expect(row).toBe('Inspeção de segurança,"3,6 mi a NO de Harlow",1234.50');
  });
});

describe('names of files', () => {
  it('[M-P07] are safe, whatever the name of the vehicle', () => {
    expect(safeName('N1 AAA')).toBe('N1-AAA');
    expect(safeName('São João/..\\"\r\nX: y')).toBe('Sao-Joao-X-y');
    expect(safeName('../../etc/passwd')).toBe('etc-passwd');
    expect(safeName('грузовик')).toBe('report');
    expect(safeName('x'.repeat(300))).toHaveLength(40);
  });
});

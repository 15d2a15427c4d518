import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { UPLOAD_FIELDS, UPLOAD_MAX_ROWS } from '@roadworthy/domain';
import { afterAll, describe, expect, it } from 'vitest';
import writeSheet from 'write-excel-file/node';
import { zipOf } from '../../../../../test/zip-of.ts';
import { FileError } from '../reading/file-error.ts';
import { textOfBytes } from '../reading/imports-reading-encoding.ts';
import { tableRows } from '../reading/imports-reading-table.ts';
import { dayOf, namesIn } from '../reading/imports-reading-values.ts';
import { afterWeekend } from './imports-vehicles-weekend.ts';
import { chosenColumns, guessColumns } from './rows/imports-vehicles-rows.columns.ts';
import { fieldsOf, RowForms } from './rows/row-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-uploads-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rows of a file with these bytes. */
async function readBytes(bytes: Buffer | string) {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, bytes);
  const rows: (readonly [number, readonly string[]])[] = [];
  for await (const { row, cells } of tableRows(path)) rows.push([row, cells]);
  return rows;
}

const errorOf = (bytes: Buffer | string) =>
  readBytes(bytes).then(
    () => null,
    (error) => (error instanceof FileError ? error.key : error),
  );

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a text', () => {
  const text = 'registration;depot\nAB12 CDE;São João – Évora';

  it('[Q-01] [Q-P01] is UTF-8 or UTF-16, with or without a byte order mark', () => {
    const le = Buffer.from(text, 'utf16le');
    expect(textOfBytes(Buffer.from(text))).toBe(text);
    expect(textOfBytes(Buffer.from(`\uFEFF${text}`))).toBe(text);
    expect(textOfBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), le]))).toBe(text);
    expect(textOfBytes(Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be(text)]))).toBe(text);
    expect(textOfBytes(le)).toBe(text);
    expect(textOfBytes(utf16be(text))).toBe(text);
  });

  it('[Q-01] is Windows-1252 if it is not valid UTF-8', () => {
    const bytes = Buffer.from(text.replace('–', '\x96'), 'latin1');
    expect(textOfBytes(bytes)).toBe(text);
  });

  it('[Q-01] is refused with a reason if it breaks its own encoding, or is not text', async () => {
    const broken = Buffer.concat([Buffer.from('\uFEFFregistration\nAB'), Buffer.from([0xff])]);
    expect(await errorOf(broken)).toBe('upload.file.encoding');
    expect(await errorOf(Buffer.from([1, 2, 3, 0, 5, 0xff, 0]))).toBe('upload.file.noText');
    expect(await errorOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('upload.file.oldExcel');
  });
});

describe('a CSV file', () => {
  it('[Q-P01] is separated by commas, semicolons, tabs or bars', async () => {
    for (const sign of [',', ';', '\t', '|']) {
      const rows = await readBytes(`registration${sign}vin\r\nAB12 CDE${sign}"A,B;C"\r\n`);
      expect(rows).toEqual([
        [1, ['registration', 'vin']],
        [2, ['AB12 CDE', 'A,B;C']],
      ]);
    }
    expect(await readBytes('sep=;\r\nregistration;vin\r\nA1;B')).toHaveLength(2);
  });

  it('[Q-P01] numbers its rows as a spreadsheet does, and skips blank ones', async () => {
    const rows = await readBytes('\n"registration"\n\n,,\n"A\n1",x\n B2 \n\n');
    expect(rows).toEqual([
      [2, ['registration']],
      [5, ['A\n1', 'x']],
      [6, ['B2']],
    ]);
  });

  it('[Q-P01] is refused without rows, with an unclosed quotation mark, and with too many rows', async () => {
    expect(await errorOf('registration\n\n')).toBe('upload.file.noRows');
    expect(await errorOf(`registration\n"${'A1\n'.repeat(40_000)}`)).toBe('upload.file.csv');
    expect(await errorOf('registration\nA"B"C"\n"x" y\n')).toBe('upload.file.csv');
    expect(await errorOf(`registration\n${'A1\n'.repeat(100_000)}`)).toBe('upload.file.tooMany');
    expect(await readBytes(`registration\n${'A1\n'.repeat(UPLOAD_MAX_ROWS)}`)).toHaveLength(
      UPLOAD_MAX_ROWS + 1,
    );
  });
});

describe('a spreadsheet', () => {
  it('[Q-P01] is read with numbers and dates as displayed, and saved values of formulas', async () => {
    const bytes = await writeSheet([
      [{ value: 'registration' }, { value: 'tracker' }, { value: 'registered' }, { value: 'sum' }],
      [
        { value: 'AB12 CDE' },
        { value: 350_000_000_000_001 },
        { value: new Date('2020-02-29T00:00:00Z'), format: 'dd/mm/yyyy' },
        { type: 'Formula', value: '=1+1' },
      ],
    ]).toBuffer();
    const rows = await readBytes(bytes);
    expect(rows[1]).toEqual([2, ['AB12 CDE', '350000000000001', '2020-02-29', '']]);
  });

  it('[Q-P01] is refused if it is not a valid XLSX file', async () => {
    expect(await errorOf(zipOf('readme.txt', Buffer.from('no sheet')))).toBe('upload.file.xlsx');
    expect(await errorOf(zipOf('xl/workbook.xml', Buffer.from('none')).subarray(0, -22))).toBe(
      'upload.file.xlsx',
    );
  });

  it('[Q-P01] is refused by the directory of its archive, before anything is unpacked', async () => {
    const bomb = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(290 * 2 ** 20));
    expect(bomb.length).toBeLessThan(300_000);
    expect(await errorOf(bomb)).toBe('upload.file.bomb');
    // These bytes cannot be unpacked, so the refusal shows that nothing was tried.
    const packed = Buffer.from('these bytes are not packed at all');
    for (const unpackedBytes of [170 * 2 ** 20, 0xffff_ffff, 5 * 2 ** 20]) {
      const claims = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(0), { packed, unpackedBytes });
      expect(await errorOf(claims)).toBe('upload.file.bomb');
    }
  });

  it('[Q-P01] is refused if it unpacks to more than its directory states', async () => {
    const content = Buffer.alloc(290 * 2 ** 20);
    const lie = zipOf('xl/worksheets/sheet1.xml', content, { unpackedBytes: 9000 });
    expect(await errorOf(lie)).toBe('upload.file.bomb');
    // A file that is missing in the directory is not unpacked either.
    const hidden = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(2 ** 20));
    const honest = zipOf('xl/workbook.xml', Buffer.from('<workbook/>'));
    expect(await errorOf(Buffer.concat([hidden, honest]))).toBe('upload.file.xlsx');
  });
});

describe('the columns of a header', () => {
  it('[Q-P01] are recognised by the names of the template, of the export and of both languages', () => {
    const template = Object.fromEntries(UPLOAD_FIELDS.map((field, n) => [field, n]));
    expect(guessColumns(UPLOAD_FIELDS)).toEqual(template);
    expect(
      guessColumns(['Matrícula', 'N.º', 'Fabricante', 'Depósito', 'IMEI', 'Vehicle type']),
    ).toMatchObject({ registration: 0, manufacturer: 2, depot: 3, tracker: 4, vehicle_type: 5 });
    expect(guessColumns(['Name', 'Number'])).toMatchObject({ registration: null, vin: null });
  });

  it('[Q-05] can be chosen if they exist in the file', () => {
    const chosen = chosenColumns(['a', 'b'], { registration: 1, vin: 7 });
    expect(chosen).toMatchObject({ registration: 1, vin: null, depot: null });
    expect(fieldsOf(['x', 'AB12 CDE'], chosen)).toEqual({ registration: 'AB12 CDE' });
  });
});

describe('a single row', () => {
  const keys = (forms: RowForms, row: number, fields: Parameters<RowForms['errorsOf']>[1]) =>
    forms.errorsOf(row, fields).map(({ key }) => key.replace('upload.row.', ''));

  it('[Q-P01] needs a registration that is not in an earlier row in any spelling', () => {
    const forms = new RowForms();
    expect(keys(forms, 2, { vin: 'ABC' })).toEqual(['noRegistration']);
    expect(keys(forms, 3, { registration: 'ab12 cde' })).toEqual([]);
    expect(forms.errorsOf(4, { registration: 'AB12CDE' })).toEqual([
      { key: 'upload.row.twice', values: { cell: 'AB12CDE', row: '3' } },
    ]);
    expect(keys(forms, 5, { registration: 'X'.repeat(21) })).toEqual(['registration']);
  });

  it('[Q-P01] never accepts a formula as a registration', () => {
    const forms = new RowForms();
    for (const registration of ['=1+1', '+A1', '-A1', '@SUM(A1)', "=cmd|'/C calc'!A0"]) {
      expect(keys(forms, 2, { registration })).toEqual(['registration']);
    }
  });

  it('[Q-P01] has its VIN, its date and its trackers checked', () => {
    const forms = new RowForms();
    expect(
      keys(forms, 2, { registration: 'A1', vin: 'IOQ', first_registered_on: '30/02/2020' }),
    ).toEqual(['vin', 'date']);
    expect(keys(forms, 3, { registration: 'A2', tracker: '351; 352' })).toEqual([]);
    expect(keys(forms, 4, { registration: 'A3', tracker: '352' })).toEqual(['trackerTwice']);
    expect(keys(forms, 5, { registration: 'A4', tracker: '3.5E+14' })).toEqual(['shortened']);
    expect(['2020-02-29', '29/2/2020', '29.02.2020', '2020-13-01', 'May'].map(dayOf)).toEqual([
      '2020-02-29',
      '2020-02-29',
      '2020-02-29',
      null,
      null,
    ]);
    expect(namesIn(' North; South,, North ')).toEqual(['North', 'South']);
  });
});

describe('an upload that must not run at a weekend', () => {
  const at = (moment: string, zone = 'Europe/London') => {
    const ms = afterWeekend(Date.parse(moment), zone);
    return ms === null ? null : new Date(ms).toISOString();
  };

  it('[Q-06] [Q-P01] waits for Monday in the time zone of its sender, and starts at once on other days', () => {
    expect(at('2026-07-17T12:00:00Z')).toBeNull();
    expect(at('2026-07-17T23:30:00Z')).toBe('2026-07-19T23:00:00.000Z');
    expect(at('2026-07-18T12:00:00Z')).toBe('2026-07-19T23:00:00.000Z');
    expect(at('2026-07-19T22:59:00Z')).toBe('2026-07-19T23:00:00.000Z');
    expect(at('2026-07-19T23:00:00Z')).toBeNull();
    expect(at('2026-07-20T02:00:00Z', 'America/New_York')).toBe('2026-07-20T04:00:00.000Z');
  });
});

describe('the form of a vehicle activity', () => {
  it('[Q-13] is multipart, with the activity type or its id, a description and a status', () => {
    const { multipart } = contract.vehicleFile.create;
    const form = { vehicle: '2', description: 'MOT 2026', status: 'Pass' };
    for (const activity_type of ['MOT', '7', '{"id":7}']) {
      expect(multipart.parse({ ...form, activity_type })).toMatchObject({ activity_type });
    }
    expect(multipart.safeParse({ vehicle: '2', status: 'Pass' }).success).toBe(false);
  });
});

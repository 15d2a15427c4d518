import { contract } from '@roadworthy/contract';
import { UPLOAD_FIELDS } from '@roadworthy/domain';
import type { UploadColumns, UploadFields } from '../../../../platform/db/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';

/** What is wrong with a row, by the name of a text of the server and what is filled into it. */
export interface RowFault {
  readonly key: Extract<TextKey, `upload.row.${string}`>;
  readonly values?: Readonly<Record<string, string>>;
}

const MAX_SHOWN = 40;

/** The first signs of a text, none of them cut in half. */
export const firstSigns = (text: string, most: number): string =>
  Array.from(text).slice(0, most).join('');

/** A cell as a text names it. */
export const shown = (cell: string): string =>
  cell.length > MAX_SHOWN ? `${firstSigns(cell, MAX_SHOWN)}…` : cell;

/** What a spreadsheet would calculate; a registration never begins so. */
const FORMULA = /^[=+\-@\t\r]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
/** What a spreadsheet makes of a long number: the last digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** Whether a spreadsheet has shortened a number, whose last digits are lost. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell);
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
/** As both languages write it: the day first. */
const WRITTEN_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

const { registration, vin } = contract.vehicles.create.body.shape;

/** The fields that a row says something in. */
export function fieldsOf(cells: readonly string[], columns: UploadColumns): UploadFields {
  return Object.fromEntries(
    UPLOAD_FIELDS.flatMap((field) => {
      const place = columns[field] ?? null;
      const cell = place === null ? '' : (cells[place] ?? '');
      return cell === '' ? [] : [[field, cell]];
    }),
  );
}

/** A registration without case and blanks: two of the same are of one vehicle. */
export const plainRegistration = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** A day as YYYY-MM-DD; null for what is none. */
export function dayOf(text: string): string | null {
  const iso = DAY.exec(text);
  const written = WRITTEN_DAY.exec(text);
  const parts =
    iso?.slice(1, 4) ?? (written === null ? null : [written[3], written[2], written[1]]);
  if (parts === null) return null;
  const day = parts.map((part, n) => (part ?? '').padStart(n === 0 ? 4 : 2, '0')).join('-');
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}

/** The names in a cell that may hold several, with semicolons or commas between. */
export const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[;,]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Finds what is wrong with the rows of a file by themselves; the fleet is asked elsewhere. */
export class RowForms {
  /** In which row a registration, and a tracker, was. */
  readonly #registrations = new Map<string, number>();
  readonly #trackers = new Map<string, number>();

  /** What is wrong with a row, among those that came before it. */
  faultsOf(row: number, fields: UploadFields): RowFault[] {
    const faults: RowFault[] = [];
    const plate = this.#registrationFault(row, fields.registration);
    if (plate !== null) faults.push(plate);
    if (fields.vin !== undefined && !vin.safeParse(fields.vin).success) {
      faults.push({ key: 'upload.row.vin', values: { cell: shown(fields.vin) } });
    }
    const { first_registered_on: day } = fields;
    if (day !== undefined && dayOf(day) === null) {
      faults.push({ key: 'upload.row.date', values: { cell: shown(day) } });
    }
    for (const tracker of namesIn(fields.tracker ?? '')) {
      if (isShortened(tracker)) {
        faults.push({ key: 'upload.row.shortened', values: { cell: shown(tracker) } });
      }
      const before = this.#trackers.get(tracker);
      if (before === undefined) this.#trackers.set(tracker, row);
      else {
        const values = { cell: shown(tracker), row: String(before) };
        faults.push({ key: 'upload.row.trackerTwice', values });
      }
    }
    return faults;
  }

  #registrationFault(row: number, text: string | undefined): RowFault | null {
    if (text === undefined) return { key: 'upload.row.noRegistration' };
    if (FORMULA.test(text) || CONTROL.test(text) || !registration.safeParse(text).success) {
      return { key: 'upload.row.registration', values: { cell: shown(text) } };
    }
    const plain = plainRegistration(text);
    const before = this.#registrations.get(plain);
    if (before === undefined) {
      this.#registrations.set(plain, row);
      return null;
    }
    return { key: 'upload.row.twice', values: { cell: text, row: String(before) } };
  }
}

import { contract } from '@roadworthy/contract';
import { UPLOAD_FIELDS } from '@roadworthy/domain';
import type { UploadColumns, UploadFields } from '../../../../../platform/db/index.ts';
import type { TextKey } from '../../../../../platform/texts.ts';

/** An error of a row: the key of a server text, and its parameters. */
export interface RowError {
  readonly key: Extract<TextKey, `upload.row.${string}`>;
  readonly values?: Readonly<Record<string, string>>;
}

const MAX_SHOWN = 40;

/** The first characters of a text, without splitting any. */
export const firstCharacters = (text: string, most: number): string =>
  Array.from(text).slice(0, most).join('');

/** A cell, shortened for an error text. */
export const shown = (cell: string): string =>
  cell.length > MAX_SHOWN ? `${firstCharacters(cell, MAX_SHOWN)}…` : cell;

/** Start of a cell that a spreadsheet would calculate; no registration starts like this. */
const FORMULA = /^[=+\-@\t\r]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
/** How a spreadsheet shortens a long number. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** Whether a spreadsheet has shortened a number; its last digits are lost. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell);
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
/** The day first, as usual in both languages. */
const WRITTEN_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

const { registration, vin } = contract.vehicles.create.body.shape;

/** The fields of a row that are not empty. */
export function fieldsOf(cells: readonly string[], columns: UploadColumns): UploadFields {
  return Object.fromEntries(
    UPLOAD_FIELDS.flatMap((field) => {
      const place = columns[field] ?? null;
      const cell = place === null ? '' : (cells[place] ?? '');
      return cell === '' ? [] : [[field, cell]];
    }),
  );
}

/** Normalises a registration to compare it, ignoring case and spaces. */
export const plainRegistration = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** A day as YYYY-MM-DD; null if it is invalid. */
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

/** The names in a cell, separated by semicolons or commas. */
export const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[;,]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Checks the rows of a file, without access to the fleet. */
export class RowForms {
  /** Row numbers by registration and by tracker. */
  readonly #registrations = new Map<string, number>();
  readonly #trackers = new Map<string, number>();

  /** The errors of a row, including conflicts with earlier rows. */
  errorsOf(row: number, fields: UploadFields): RowError[] {
    const errors: RowError[] = [];
    const plate = this.#registrationError(row, fields.registration);
    if (plate !== null) errors.push(plate);
    if (fields.vin !== undefined && !vin.safeParse(fields.vin).success) {
      errors.push({ key: 'upload.row.vin', values: { cell: shown(fields.vin) } });
    }
    const { first_registered_on: day } = fields;
    if (day !== undefined && dayOf(day) === null) {
      errors.push({ key: 'upload.row.date', values: { cell: shown(day) } });
    }
    for (const tracker of namesIn(fields.tracker ?? '')) {
      if (isShortened(tracker)) {
        errors.push({ key: 'upload.row.shortened', values: { cell: shown(tracker) } });
      }
      const before = this.#trackers.get(tracker);
      if (before === undefined) this.#trackers.set(tracker, row);
      else {
        const values = { cell: shown(tracker), row: String(before) };
        errors.push({ key: 'upload.row.trackerTwice', values });
      }
    }
    return errors;
  }

  #registrationError(row: number, text: string | undefined): RowError | null {
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

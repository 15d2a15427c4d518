import { contract } from '@roadworthy/contract';
import { UPLOAD_FIELDS } from '@roadworthy/domain';
import type { UploadColumns, UploadFields } from '../../../../../platform/db/index.ts';
import type { TextKey } from '../../../../../platform/texts.ts';
import {
  dayOf,
  isShortened,
  namesIn,
  plainRegistration,
  shown,
} from '../../reading/imports-reading-values.ts';

/** An error of a row: the key of a server text, and its parameters. */
export interface RowError {
  readonly key: Extract<TextKey, `upload.row.${string}`>;
  readonly values?: Readonly<Record<string, string>>;
}

/** Start of a cell that a spreadsheet would calculate; no registration starts like this. */
const FORMULA = /^[=+\-@\t\r]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
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

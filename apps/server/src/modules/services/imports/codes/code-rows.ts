import { FileError } from '../reading/file-error.ts';
import { plainHeader } from '../reading/imports-reading-headings.ts';
import { plainRegistration, shown } from '../reading/imports-reading-values.ts';
import type { TableRow } from '../reading/table-row.ts';
import { guessColumns } from '../vehicles/rows/imports-vehicles-rows.columns.ts';
import type { CodeError } from './code-error.ts';

/** A row of a file of codes. */
export interface CodeRow {
  readonly row: number;
  readonly registration: string;
  /** Null if any code will do. */
  readonly qrid: string | null;
}

/** Header names of the code column. */
const CODE_NAMES: readonly string[] = ['qrid', 'qr', 'qrcode', 'code', 'codigo', 'codigoqr'];
const MAX_REGISTRATION = 20;
/**
 * Format of codes in addresses. Shorter codes are too easy to guess, and they open a vehicle's
 * documents.
 */
const CODE = /^[\w-]{8,64}$/;

/** Reads a file of codes and checks each row, without access to the fleet. */
export class CodeRows {
  readonly rows: CodeRow[] = [];
  readonly errors: CodeError[] = [];
  readonly #plates = new Map<string, number>();
  readonly #codes = new Map<string, number>();

  /** @throws FileError for an unreadable file, and for one without a registration column */
  static async read(table: AsyncGenerator<TableRow>): Promise<CodeRows> {
    const read = new CodeRows();
    let places: { plate: number; code: number } | null = null;
    for await (const { row, cells } of table) {
      if (places !== null) {
        read.#take(row, cells[places.plate] ?? '', cells[places.code] ?? '');
        continue;
      }
      const plate = guessColumns(cells).registration ?? null;
      if (plate === null) throw new FileError('upload.file.noRegistration');
      places = { plate, code: cells.findIndex((cell) => CODE_NAMES.includes(plainHeader(cell))) };
    }
    return read;
  }

  #take(row: number, registration: string, qrid: string): void {
    const refuse = (key: CodeError['key'], before?: number) =>
      this.errors.push({
        row,
        key,
        values: {
          registration: shown(registration),
          qrid: shown(qrid),
          before: String(before ?? ''),
        },
      });
    const plain = plainRegistration(registration);
    const plate = this.#plates.get(plain);
    if (registration === '' || registration.length > MAX_REGISTRATION) {
      return void refuse('upload.code.noRegistration');
    }
    if (plate !== undefined) return void refuse('upload.code.twice', plate);
    this.#plates.set(plain, row);
    if (qrid !== '') {
      const code = this.#codes.get(qrid);
      if (!CODE.test(qrid)) return void refuse('upload.code.wrongQrid');
      if (code !== undefined) return void refuse('upload.code.qridTwice', code);
      this.#codes.set(qrid, row);
    }
    this.rows.push({ row, registration, qrid: qrid === '' ? null : qrid });
  }
}

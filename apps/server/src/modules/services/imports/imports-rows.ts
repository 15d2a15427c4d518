import type { AnswerOf, contract } from '@roadworthy/contract';
import { errorText } from '../../../platform/error-texts.ts';
import { type ErrorMessage, HttpError } from '../../../platform/errors.ts';
import { type Display, wordsOf } from '../../../platform/tables/index.ts';
import { referenceOf } from '../../../platform/texts.ts';
import { isSameName, isShortened, shown } from '../uploads/index.ts';
import type { FoundColumns } from './imports-headings.ts';
import type {
  Candidate,
  Cells,
  Draft,
  FaultKey,
  Form,
  ImportKind,
  OpenedKind,
  SavingServices,
  Say,
} from './imports-kind.ts';

type Outcome = AnswerOf<typeof contract.imports.send>;
export type ImportedRow = Outcome['rows'][number];

/** As long as a cell is read of a spreadsheet; what is as long may have been longer. */
const LONGEST_CELL = 10_000;
const WHOLE_ROW = 'non_field_errors';

/** A form as a text that is the same for the same content, whatever its order. */
function contentOf(draft: object): string {
  return JSON.stringify(draft, (_, value) => {
    if (Array.isArray(value)) {
      return value.every((one) => typeof one !== 'object') ? [...value].sort() : value;
    }
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What a row would make of a form. */
interface Meant {
  readonly form: Form;
  readonly draft: Draft;
  readonly faults: readonly (readonly [field: string, text: string])[];
  readonly isSame: boolean;
}

/** Takes the rows of a file one after the other: each is saved as its form would be. */
export class RowsImport {
  /** In which row a record, and the key of a new one, stood. */
  readonly #taken = new Map<number | string, number>();

  constructor(
    private readonly kind: ImportKind,
    private readonly opened: OpenedKind,
    private readonly found: FoundColumns,
    private readonly display: Display,
    private readonly services: SavingServices,
  ) {}

  /**
   * Saves what a row says, whole or not at all.
   *
   * @param row as a spreadsheet counts
   */
  async take(row: number, cells: Cells): Promise<ImportedRow> {
    const name = shown(this.kind.nameOf(cells));
    const faults = new Map<string, string[]>();
    const fault = (field: string, text: string) => {
      const heading = this.#headingOf(field);
      faults.set(heading, [...new Set([...(faults.get(heading) ?? []), text])]);
    };
    const outcome = await this.#outcome(row, cells, fault);
    const isWrong = faults.size > 0;
    return {
      row,
      name,
      outcome: isWrong ? 'wrong' : outcome,
      faults: Object.fromEntries(faults),
    };
  }

  async #outcome(
    row: number,
    cells: Cells,
    fault: (field: string, text: string) => void,
  ): Promise<ImportedRow['outcome']> {
    const say: Say = (field, key, values) => fault(field, this.#text(key, cells, field, values));
    const key = this.kind.keyOf(cells);
    if (key === null) {
      say(this.kind.columns[0]?.field ?? WHOLE_ROW, 'import.row.missing');
      return 'wrong';
    }
    const target = this.#targetOf(row, cells, key, say);
    if (target === null) return 'wrong';
    const meant = this.#meantBy(cells, target.candidate);
    for (const [field, text] of meant.faults) fault(field, text);
    if (meant.isSame || meant.faults.length > 0) return 'unchanged';
    const { unchangeable } = target.candidate ?? {};
    const filled = meant.form.fill(meant.draft);
    if ('issues' in filled) {
      for (const { path } of filled.issues) this.#sayIssue(path, cells, say);
      return 'wrong';
    }
    // The form has tidied up what it was given.
    if (target.candidate !== null && contentOf(filled.body) === contentOf(meant.form.draft)) {
      return 'unchanged';
    }
    if (unchangeable !== undefined) say(WHOLE_ROW, unchangeable);
    else await this.#save(filled.save, cells, fault);
    return target.candidate === null ? 'created' : 'changed';
  }

  /** The record that a row means; null within for a new one, null at all where nobody can tell. */
  #targetOf(
    row: number,
    cells: Cells,
    key: string,
    say: Say,
  ): { readonly candidate: Candidate | null } | null {
    const all = this.opened.candidates(cells);
    const standing = all.filter(({ isArchived }) => !isArchived);
    if (standing.length === 0 && all.length > 0) {
      say(WHOLE_ROW, 'import.row.archived');
      return null;
    }
    const free = standing.filter(({ id }) => !this.#taken.has(id));
    const candidate = this.#oneOf(free, cells);
    if (candidate === undefined) {
      say(WHOLE_ROW, 'import.row.several');
      return null;
    }
    const before = standing.find(({ id }) => this.#taken.has(id));
    const earlier =
      candidate !== null
        ? undefined
        : before === undefined
          ? this.#taken.get(key)
          : this.#taken.get(before.id);
    if (earlier !== undefined) {
      say(WHOLE_ROW, 'import.row.twice', { row: String(earlier) });
      return null;
    }
    this.#taken.set(candidate?.id ?? key, row);
    return { candidate };
  }

  /** The one that is meant of several: null where there is none, undefined where it is not clear. */
  #oneOf(free: readonly Candidate[], cells: Cells): Candidate | null | undefined {
    const [first, second] = free;
    if (first === undefined) return null;
    if (second === undefined) return first;
    const same = free.find((one) => this.#meantBy(cells, one).isSame);
    if (same !== undefined) return same;
    const [own, another] = free.filter(({ isBuiltIn }) => isBuiltIn !== true);
    return another === undefined ? own : undefined;
  }

  #meantBy(cells: Cells, candidate: Candidate | null): Meant {
    const form = candidate?.form ?? this.opened.fresh;
    const faults: [string, string][] = [];
    const say: Say = (field, key, values) =>
      faults.push([field, this.#text(key, cells, field, values)]);
    const said = Object.entries(cells).filter(
      ([field, cell = '']) => !isSameName(cell, candidate?.shown?.[field] ?? null),
    );
    for (const [field, cell = ''] of said) {
      const column = this.kind.columns.find((one) => one.field === field);
      if (cell.length >= LONGEST_CELL) say(field, 'import.row.tooLong');
      if (column?.isNumber === true && isShortened(cell)) say(field, 'upload.row.shortened');
    }
    const changes = this.opened.read(Object.fromEntries(said), say, form.draft);
    const draft = { ...form.draft, ...changes };
    const isSame =
      candidate !== null && faults.length === 0 && contentOf(draft) === contentOf(form.draft);
    return { form, draft, faults, isSame };
  }

  /** Runs the save of the form behind a savepoint; what it refuses becomes faults of the row. */
  async #save(
    save: (services: SavingServices) => Promise<unknown>,
    cells: Cells,
    fault: (field: string, text: string) => void,
  ): Promise<void> {
    try {
      await save(this.services);
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
      const { errors = {} } = error.extra;
      if (Object.keys(errors).length === 0) {
        const { refused } = this.kind;
        const said =
          refused === undefined ? this.#errorText(error.detail) : this.#text(refused, cells);
        return fault(WHOLE_ROW, said);
      }
      for (const [field, messages] of Object.entries(errors)) {
        const refused = this.kind.columns.find((column) => column.field === field)?.refused;
        const said =
          refused === undefined
            ? messages.map((message) => this.#errorText(message))
            : [this.#text(refused, cells, field)];
        for (const text of said) fault(field, text);
      }
    }
  }

  /** What the form does not take: a cell that is there, or one that is missing. */
  #sayIssue(path: readonly PropertyKey[], cells: Cells, say: Say): void {
    const whole = path.map(String).join('.');
    const column = this.kind.columns.find(
      ({ field }) => field === whole || field === String(path[0]),
    );
    const field = column?.field ?? WHOLE_ROW;
    const isMissing = cells[field] === undefined;
    say(field, isMissing ? 'import.row.missing' : (column?.wrong ?? 'import.row.wrong'));
  }

  #headingOf(field: string): string {
    const inFile = this.found.places.get(field)?.heading;
    if (inFile !== undefined) return inFile;
    const column = this.kind.columns.find((one) => one.field === field);
    return column === undefined ? WHOLE_ROW : wordsOf(this.display, column.heading);
  }

  #errorText(message: ErrorMessage) {
    return errorText(referenceOf(this.display.language), message);
  }

  #text(key: FaultKey, cells: Cells, field = '', values: Readonly<Record<string, string>> = {}) {
    return wordsOf(this.display, key, {
      cell: shown(cells[field] ?? ''),
      column: this.#headingOf(field),
      ...values,
    });
  }
}

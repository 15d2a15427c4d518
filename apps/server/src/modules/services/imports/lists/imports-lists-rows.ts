import type { AnswerOf, contract } from '@roadworthy/contract';
import { errorText } from '../../../../platform/error-texts.ts';
import { type ErrorMessage, HttpError } from '../../../../platform/errors.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { referenceOf } from '../../../../platform/texts.ts';
import { contentOf } from '../imports-content.ts';
import { isSameName, isShortened, shown } from '../reading/imports-reading-values.ts';
import type { FoundColumns } from './imports-lists-headings.ts';
import type {
  AddError,
  Candidate,
  Cells,
  Draft,
  ErrorKey,
  Form,
  ImportKind,
  OpenedKind,
  SavingServices,
} from './imports-lists-kind.ts';
import type { CellError } from './mappings/imports-mappings-cells.ts';

type Outcome = AnswerOf<typeof contract.imports.send>;
export type ImportedRow = Outcome['rows'][number];

/** A row with what a preview shows of it. */
export interface TakenRow {
  readonly row: ImportedRow;
  readonly cells: Cells;
  /** The values of its form; null if it names no record. */
  readonly draft: Draft | null;
  /** By field. */
  readonly faults: ImportedRow['faults'];
}

/**
 * Longer cells of a spreadsheet are truncated to this length, so one of this length may be
 * incomplete.
 */
const LONGEST_CELL = 10_000;
const WHOLE_ROW = 'non_field_errors';

/** The form of a row's record, with the changes of the row. */
interface RowDraft {
  readonly form: Form;
  readonly draft: Draft;
  readonly errors: readonly (readonly [field: string, text: string])[];
  readonly isSame: boolean;
}

/** Imports the rows of a file one by one: saves each as its form would be saved. */
export class RowsImport {
  /** Row numbers by the id of a record, and by the key of a new one. */
  readonly #taken = new Map<number | string, number>();

  constructor(
    private readonly kind: ImportKind,
    private readonly opened: OpenedKind,
    private readonly found: FoundColumns,
    private readonly display: Display,
    private readonly services: SavingServices,
  ) {}

  /**
   * Saves a row completely or not at all.
   *
   * @param row number in the spreadsheet
   * @param unread cells that are not written as chosen
   */
  async take(row: number, cells: Cells, unread: readonly CellError[] = []): Promise<TakenRow> {
    const name = shown(this.kind.nameOf(cells));
    const faults = new Map<string, string[]>(
      unread.map(({ field, key, values }) => [field, [this.#text(key, cells, field, values)]]),
    );
    // The list would only say the same again of a cell that could not be read.
    const skipped = new Set(faults.keys());
    const addText = (field: string, text: string) => {
      if (!skipped.has(field))
        faults.set(field, [...new Set([...(faults.get(field) ?? []), text])]);
    };
    const { draft, outcome } = await this.#outcome(row, cells, addText, skipped.size > 0);
    const byHeading = new Map<string, string[]>();
    for (const [field, texts] of faults) {
      const heading = this.#headingOf(field);
      byHeading.set(heading, [...new Set([...(byHeading.get(heading) ?? []), ...texts])]);
    }
    return {
      row: {
        row,
        name,
        outcome: faults.size > 0 ? 'wrong' : outcome,
        faults: Object.fromEntries(byHeading),
      },
      cells,
      draft,
      faults: Object.fromEntries(faults),
    };
  }

  async #outcome(
    row: number,
    cells: Cells,
    addText: (field: string, text: string) => void,
    isUnread: boolean,
  ): Promise<{ readonly outcome: ImportedRow['outcome']; readonly draft: Draft | null }> {
    const addError: AddError = (field, key, values) =>
      addText(field, this.#text(key, cells, field, values));
    const key = this.kind.keyOf(cells);
    if (key === null) {
      addError(this.kind.columns[0]?.field ?? WHOLE_ROW, 'import.row.missing');
      return { outcome: 'wrong', draft: null };
    }
    const target = this.#targetOf(row, cells, key, addError);
    if (target === null) return { outcome: 'wrong', draft: null };
    const rowDraft = this.#draftOf(cells, target.candidate);
    const { draft } = rowDraft;
    for (const [field, text] of rowDraft.errors) addText(field, text);
    if (isUnread || rowDraft.isSame || rowDraft.errors.length > 0) {
      return { outcome: 'unchanged', draft };
    }
    const { unchangeable } = target.candidate ?? {};
    const filled = rowDraft.form.fill(draft);
    if ('issues' in filled) {
      for (const { path } of filled.issues) this.#addIssue(path, cells, addError);
      return { outcome: 'wrong', draft };
    }
    // The form has normalised the values.
    if (target.candidate !== null && contentOf(filled.body) === contentOf(rowDraft.form.draft)) {
      return { outcome: 'unchanged', draft };
    }
    if (unchangeable !== undefined) addError(WHOLE_ROW, unchangeable);
    else await this.#save(filled.save, cells, addText);
    return { outcome: target.candidate === null ? 'created' : 'changed', draft };
  }

  /**
   * The record of a row; `{ candidate: null }` for a new one, null if it is ambiguous or refused.
   */
  #targetOf(
    row: number,
    cells: Cells,
    key: string,
    addError: AddError,
  ): { readonly candidate: Candidate | null } | null {
    const all = this.opened.candidates(cells);
    const active = all.filter(({ isArchived }) => !isArchived);
    if (active.length === 0 && all.length > 0) {
      addError(WHOLE_ROW, 'import.row.archived');
      return null;
    }
    const free = active.filter(({ id }) => !this.#taken.has(id));
    const candidate = this.#oneOf(free, cells);
    if (candidate === undefined) {
      addError(WHOLE_ROW, 'import.row.several');
      return null;
    }
    const before = active.find(({ id }) => this.#taken.has(id));
    const earlier =
      candidate !== null
        ? undefined
        : before === undefined
          ? this.#taken.get(key)
          : this.#taken.get(before.id);
    if (earlier !== undefined) {
      addError(WHOLE_ROW, 'import.row.twice', { row: String(earlier) });
      return null;
    }
    this.#taken.set(candidate?.id ?? key, row);
    return { candidate };
  }

  /** The matching candidate: null if there is none, undefined if it is ambiguous. */
  #oneOf(free: readonly Candidate[], cells: Cells): Candidate | null | undefined {
    const [first, second] = free;
    if (first === undefined) return null;
    if (second === undefined) return first;
    const same = free.find((one) => this.#draftOf(cells, one).isSame);
    if (same !== undefined) return same;
    const [own, another] = free.filter(({ isBuiltIn }) => isBuiltIn !== true);
    return another === undefined ? own : undefined;
  }

  #draftOf(cells: Cells, candidate: Candidate | null): RowDraft {
    const form = candidate?.form ?? this.opened.fresh;
    const errors: [string, string][] = [];
    const addError: AddError = (field, key, values) =>
      errors.push([field, this.#text(key, cells, field, values)]);
    const changedCells = Object.entries(cells).filter(
      ([field, cell = '']) => !isSameName(cell, candidate?.shown?.[field] ?? null),
    );
    for (const [field, cell = ''] of changedCells) {
      const column = this.kind.columns.find((one) => one.field === field);
      if (cell.length >= LONGEST_CELL) addError(field, 'import.row.tooLong');
      if (column?.isNumber === true && isShortened(cell)) addError(field, 'upload.row.shortened');
    }
    const changes = this.opened.read(Object.fromEntries(changedCells), addError, form.draft);
    const draft = { ...form.draft, ...changes };
    const isSame =
      candidate !== null && errors.length === 0 && contentOf(draft) === contentOf(form.draft);
    return { form, draft, errors, isSame };
  }

  /** Saves the form behind a savepoint; converts a refusal to errors of the row. */
  async #save(
    save: (services: SavingServices) => Promise<unknown>,
    cells: Cells,
    addText: (field: string, text: string) => void,
  ): Promise<void> {
    try {
      await save(this.services);
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
      const { errors = {} } = error.extra;
      if (Object.keys(errors).length === 0) {
        const { refused } = this.kind;
        const text =
          refused === undefined ? this.#errorText(error.detail) : this.#text(refused, cells);
        return addText(WHOLE_ROW, text);
      }
      for (const [field, messages] of Object.entries(errors)) {
        const refused = this.kind.columns.find((column) => column.field === field)?.refused;
        const texts =
          refused === undefined
            ? messages.map((message) => this.#errorText(message))
            : [this.#text(refused, cells, field)];
        for (const text of texts) addText(field, text);
      }
    }
  }

  /** Reports a value that the form rejects, or that is missing. */
  #addIssue(path: readonly PropertyKey[], cells: Cells, addError: AddError): void {
    const whole = path.map(String).join('.');
    const column = this.kind.columns.find(
      ({ field }) => field === whole || field === String(path[0]),
    );
    const field = column?.field ?? WHOLE_ROW;
    const isMissing = cells[field] === undefined;
    addError(field, isMissing ? 'import.row.missing' : (column?.wrong ?? 'import.row.wrong'));
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

  #text(key: ErrorKey, cells: Cells, field = '', values: Readonly<Record<string, string>> = {}) {
    return wordsOf(this.display, key, {
      cell: shown(cells[field] ?? ''),
      column: this.#headingOf(field),
      ...values,
    });
  }
}

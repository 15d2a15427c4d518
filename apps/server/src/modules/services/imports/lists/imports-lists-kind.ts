import type { contract, ParamsOf } from '@roadworthy/contract';
import type { Access, ImportCellType } from '@roadworthy/domain';
import type { z } from 'zod';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Display } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';

/** A list that files can be imported into. */
export type ImportKindName = ParamsOf<typeof contract.imports.send>['kind'];

/** Text keys of row errors. */
export type ErrorKey = Extract<TextKey, `import.row.${string}` | 'upload.row.shortened'>;

/** A column of a kind's file. */
export interface ImportColumn {
  /** The form field that it fills; errors of that field are reported in this column. */
  readonly field: string;
  /** Its heading, the same as in the list's export if the column is there. */
  readonly heading: Extract<TextKey, `report.column.${string}`>;
  /** Other accepted headings, in lower case without spaces and accents. */
  readonly others?: readonly string[];
  /** A file without this column is refused, */
  readonly isNeeded?: boolean;
  /** unless it has all of these. */
  readonly insteadOf?: readonly string[];
  /** How its cells are written; a text by default. */
  readonly type?: ImportCellType;
  /** Long numbers, which spreadsheets shorten. */
  readonly isNumber?: boolean;
  /** Error for a cell that the form rejects. */
  readonly wrong?: ErrorKey;
  /** Error if the service refuses the field; replaces the service's own error. */
  readonly refused?: ErrorKey;
}

/** The cells of a row that are not empty, by field. */
export type Cells = Readonly<Record<string, string | undefined>>;

/** Values of a form, by field. */
export type Draft = Readonly<Record<string, unknown>>;

/** Adds an error to a field. */
export type AddError = (
  field: string,
  key: ErrorKey,
  values?: Readonly<Record<string, string>>,
) => void;

/** A completed form, ready to save. */
interface FilledIn {
  readonly body: object;
  readonly save: (services: SavingServices) => Promise<unknown>;
}

/** Services used to save, within the transaction of the import. */
export type SavingServices = Pick<Services, 'db' | 'bus'>;

/** The form of an existing or new record. */
export interface Form {
  readonly draft: Draft;
  readonly fill: (draft: Draft) => FilledIn | { readonly issues: readonly z.core.$ZodIssue[] };
}

/** Creates the form of a call from the schema of its body and the function that saves it. */
export function formOf<Body extends object>(
  schema: z.ZodType<Body>,
  draft: Draft,
  save: (services: SavingServices, body: Body) => Promise<unknown>,
): Form {
  return {
    draft,
    fill: (filled) => {
      const parsed = schema.safeParse(filled);
      if (!parsed.success) return { issues: parsed.error.issues };
      return { body: parsed.data, save: (services) => save(services, parsed.data) };
    },
  };
}

/** A record that a row may refer to. */
export interface Candidate {
  readonly id: number;
  readonly isArchived: boolean;
  /** A built-in entry: if an entry of the customer matches too, that one is used. */
  readonly isBuiltIn?: boolean;
  readonly form: Form;
  /**
   * Exported texts of values that are not plain text: a cell with the same text changes nothing.
   */
  readonly shown?: Cells;
  /** Error if the row would change anything. */
  readonly unchangeable?: ErrorKey;
}

/** A kind with all records that the rows of a file refer to. */
export interface OpenedKind {
  /** The records that a row may refer to, including archived ones. */
  readonly candidates: (cells: Cells) => readonly Candidate[];
  readonly fresh: Form;
  /** The form values of a row. */
  readonly read: (cells: Cells, addError: AddError, before: Draft) => Draft;
}

/** Customer, person and display settings of an import. */
export interface ImportContext {
  readonly trx: Transaction;
  /** The person, limited to the customer of the import. */
  readonly viewer: Viewer;
  readonly customerId: number;
  readonly display: Display;
}

/** A list that files can be imported into: its columns, and how its rows are matched and read. */
export interface ImportKind {
  /** What the call that saves a row requires, besides the right to import. */
  readonly access?: Access;
  readonly title: Extract<TextKey, `administration.list.${string}`>;
  readonly columns: readonly ImportColumn[];
  /** The name of a row in the answer. */
  readonly nameOf: (cells: Cells) => string;
  /** Distinguishes new records of a file; null if the row has no value for it. */
  readonly keyOf: (cells: Cells) => string | null;
  /** Error if the service refuses the whole row. */
  readonly refused?: ErrorKey;
  /** A value of the form as a word, for a preview; nothing for one that is shown as it is. */
  readonly wordOf?: (field: string, value: unknown, display: Display) => string | undefined;
  readonly open: (context: ImportContext, rows: readonly Cells[]) => Promise<OpenedKind>;
}

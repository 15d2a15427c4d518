import type { contract, ParamsOf } from '@roadworthy/contract';
import type { z } from 'zod';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import type { Display } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';

/** A list that a file can be taken into. */
export type ImportKindName = ParamsOf<typeof contract.imports.send>['kind'];

/** What is said of a row that is wrong. */
export type FaultKey = Extract<TextKey, `import.row.${string}` | 'upload.row.shortened'>;

/** A column of a kind's file. */
export interface ImportColumn {
  /** The field of the form that it fills; what its save refuses stands there. */
  readonly field: string;
  /** Its heading: that of the list's own export, where it has the column. */
  readonly heading: Extract<TextKey, `report.column.${string}`>;
  /** What people call it besides, in small letters without blanks and accents. */
  readonly others?: readonly string[];
  /** A file without it cannot be taken. */
  readonly isNeeded?: boolean;
  /** Long numbers, which spreadsheets shorten. */
  readonly isNumber?: boolean;
  /** What is said of a cell that the form does not take. */
  readonly wrong?: FaultKey;
  /** What is said where the service refuses the field, whose own words are English. */
  readonly refused?: FaultKey;
}

/** The cells of a row that say something, by their fields. */
export type Cells = Readonly<Record<string, string | undefined>>;

/** A form as it stands, by its fields. */
export type Draft = Readonly<Record<string, unknown>>;

/** What stands behind a fault beside a field. */
export type Say = (field: string, key: FaultKey, values?: Readonly<Record<string, string>>) => void;

/** A form filled in as its call takes it. */
interface FilledIn {
  readonly body: object;
  readonly save: (services: SavingServices) => Promise<unknown>;
}

/** What services save with: within the transaction of the import. */
export type SavingServices = Pick<Services, 'db' | 'bus'>;

/** The form of a record, or of a new one. */
export interface Form {
  readonly draft: Draft;
  readonly fill: (draft: Draft) => FilledIn | { readonly issues: readonly z.core.$ZodIssue[] };
}

/** Makes the form of a call: its body as the contract has it, and how the service saves it. */
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

/** A record that a row may mean. */
export interface Candidate {
  readonly id: number;
  readonly isArchived: boolean;
  /** Nobody's own: of two that fit, the customer's counts. */
  readonly isBuiltIn?: boolean;
  readonly form: Form;
  /** How the export writes what is not a plain text: a cell that says this again changes nothing. */
  readonly shown?: Cells;
  /** What is said where it would be changed at all. */
  readonly unchangeable?: FaultKey;
}

/** A kind with all that the rows of a file refer to. */
export interface OpenedKind {
  /** The records that a row may mean, archived ones as well. */
  readonly candidates: (cells: Cells) => readonly Candidate[];
  readonly fresh: Form;
  /** What a row says, in the fields of the form. */
  readonly read: (cells: Cells, say: Say, before: Draft) => Draft;
}

/** For whom and in which words a file is taken in. */
export interface ImportContext {
  readonly trx: Transaction;
  /** The person, as one who administers the customer of the import. */
  readonly viewer: Viewer;
  readonly customerId: number;
  readonly display: Display;
}

/** A list that a file can be taken into: its columns, and what its rows mean. */
export interface ImportKind {
  readonly title: Extract<TextKey, `administration.list.${string}`>;
  readonly columns: readonly ImportColumn[];
  /** How an answer names a row. */
  readonly nameOf: (cells: Cells) => string;
  /** What tells new records of a file apart; null where a row lacks it. */
  readonly keyOf: (cells: Cells) => string | null;
  /** What is said where the service refuses the whole row. */
  readonly refused?: FaultKey;
  readonly open: (context: ImportContext, rows: readonly Cells[]) => Promise<OpenedKind>;
}

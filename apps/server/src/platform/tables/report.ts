import type { Display } from './display.ts';
import type { Table } from './table.ts';

/** What stands behind a report that becomes a PDF, in the words of pdfmake. */
export interface Appendix {
  readonly content: readonly object[];
  /** Files within the file, by the names that nodes of the content attach them by. */
  readonly files: Readonly<Record<string, object>>;
}

/** A report before it becomes a file. */
export interface Report {
  readonly title: string;
  /** What stands below the title: label and value; whose it is, the range, what was chosen. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly table: Table;
  readonly display: Display;
  /** ms since 1970 UTC */
  readonly madeAtMs: number;
  /** The file's name without its ending: letters, digits, hyphens and underscores. */
  readonly fileStem: string;
  /** The range as it is read. */
  readonly range: string;
  readonly appendix?: Appendix;
}

/** A report as a file. */
export interface ReportFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * A text as part of a file name: no sign that a system or a header could take for something else.
 *
 * @returns at most 40 letters, digits, hyphens and underscores; "report" where none is left
 */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return plain === '' ? 'report' : plain;
}

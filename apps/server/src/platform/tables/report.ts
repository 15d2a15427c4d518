import type { Display } from './display.ts';
import type { Table } from './table.ts';

/** pdfmake content after the table of a report. */
export interface Appendix {
  readonly content: readonly object[];
  /** Embedded files, by the names to which nodes of the content refer. */
  readonly files: Readonly<Record<string, object>>;
}

/** A report before it is written to a file. */
export interface Report {
  readonly title: string;
  /** Label and value pairs below the title: customer, range, filters. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly table: Table;
  readonly display: Display;
  /** ms since 1970 UTC */
  readonly madeAtMs: number;
  /** The file's name without extension: letters, digits, hyphens and underscores. */
  readonly fileStem: string;
  /** The displayed range. */
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
 * A text as part of a file name, without special characters of file systems and headers.
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

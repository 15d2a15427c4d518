import { Worker } from 'node:worker_threads';
import { InternalError } from '@roadworthy/domain';
import { unavailable } from '../errors.ts';
import { TurnQueue } from './turn-queue.ts';

export { JoinedPdf } from './joined-pdf.ts';
export { pictureUrl } from './picture-url.ts';

/** A PDF as data: a pdfmake document definition without functions. */
export interface PdfContent {
  /** Tables may use the layouts `report` and `cutLines`. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** Footer of every page; `pageOf` contains `{page}` and `{pages}`. */
  readonly footer: {
    readonly left: string;
    readonly pageOf: string;
    /** Number of pages of the same document before these. */
    readonly pagesBefore?: number;
  };
}

/** A cell of a sheet; its type is that of the value, so that text never becomes a formula. */
export type SheetCell = {
  readonly value: string | number | Date;
  /** Format of a number or a date in spreadsheet syntax: `0.00`, `dd/mm/yy`. */
  readonly format?: string;
  readonly fontWeight?: 'bold';
  readonly align?: 'right';
  readonly wrap?: boolean;
} | null;

/** An XLSX file. */
export interface XlsxContent {
  readonly sheets: readonly {
    readonly sheet: string;
    readonly data: readonly (readonly SheetCell[])[];
    /** Widths in characters. */
    readonly columns: readonly { readonly width: number }[];
    readonly stickyRowsCount?: number;
  }[];
}

/** Documents take a second or two; this limit is reached only by a defect. */
const LIMIT_MS = 60_000;
/** Queue limit; beyond it, callers would give up before their document is made. */
const MAX_WAITING = 20;
/** The longest table takes 300 MB. */
const MEMORY_MB = 1024;

interface Task {
  /** The group of a part of a long document; null for a whole document. */
  readonly group: string | null;
  readonly kind: 'pdf' | 'xlsx';
  readonly content: PdfContent | XlsxContent;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

type Reply = { readonly bytes: Uint8Array } | { readonly error: string };

/** The thread that makes documents one at a time, started on first use. */
class DocumentMaker {
  readonly #waiting = new TurnQueue<Task>();
  #current: Task | null = null;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;

  make(kind: Task['kind'], content: Task['content'], group: string | null = null): Promise<Buffer> {
    // Parts of long documents wait in turn and block no other documents.
    if (group === null && this.#waiting.sizeOf(null) >= MAX_WAITING) {
      throw unavailable('document.busy');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add({ group, kind, content, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== null) return;
    const task = this.#waiting.next();
    if (task === undefined) {
      // Without work, the thread does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    this.#current = task;
    this.#timer = setTimeout(() => {
      void this.#worker?.terminate();
      this.#fail(new InternalError('document.too_slow'));
    }, LIMIT_MS);
    const worker = this.#started();
    worker.ref();
    worker.postMessage({ kind: task.kind, content: task.content });
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./document-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      // Options of this process such as `--eval` cannot be used to start a file.
      execArgv: [],
    });
    worker.on('message', (reply: Reply) => {
      if ('bytes' in reply) this.#settle()?.resolve(Buffer.from(reply.bytes));
      else this.#settle()?.reject(new Error(reply.error));
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(error as Error);
    });
    this.#worker = worker;
    return worker;
  }

  #settle(): Task | null {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const task = this.#current;
    this.#current = null;
    return task;
  }

  /** The thread has failed; the next document starts a new one. */
  #fail(error: Error): void {
    this.#worker = null;
    this.#settle()?.reject(error);
    this.#next();
  }
}

const maker = new DocumentMaker();

/**
 * Makes a PDF in a separate thread.
 *
 * @param group for parts of a long document: groups take turns, and so do documents without one
 * @throws HttpError 503 while too many documents are waiting
 */
export async function makePdf(content: PdfContent, group: string | null = null): Promise<Buffer> {
  return maker.make('pdf', content, group);
}

/** Maximum length of a sheet name in spreadsheets. */
const SHEET_NAME_SIZE = 31;

/** Valid sheet names: short, without reserved characters, unique. */
function withSheetNames({ sheets }: XlsxContent): XlsxContent {
  const taken = new Set<string>();
  const nameOf = (title: string): string => {
    const clean =
      title.replace(/[\\/?*[\]:\p{Cc}]+/gu, ' ').replace(/^[\s']+|[\s']+$/g, '') || 'Sheet';
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const name = `${clean.slice(0, SHEET_NAME_SIZE - suffix.length).trimEnd()}${suffix}`;
      // Spreadsheets compare names without regard to case.
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
  return { sheets: sheets.map((one) => ({ ...one, sheet: nameOf(one.sheet) })) };
}

/**
 * Makes an XLSX file in a separate thread.
 *
 * @throws HttpError 503 while too many documents are waiting
 */
export async function makeXlsx(content: XlsxContent): Promise<Buffer> {
  return maker.make('xlsx', withSheetNames(content));
}

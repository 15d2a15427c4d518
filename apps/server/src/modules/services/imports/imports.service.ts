import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { IMPORT_MAX_ROWS } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Bus } from '../../../platform/bus/index.ts';
import { databaseWithin, type Transaction } from '../../../platform/db/index.ts';
import { conflict, unavailable, wrongField } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
} from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { customerFor } from '../../core/customers/index.ts';
import type { TableRow } from '../uploads/index.ts';
import { FileError, type ReceivedTable, refusingFileErrors, tableRows } from '../uploads/index.ts';
import { cellsOf, findColumns } from './imports-headings.ts';
import type { ImportContext, ImportKind, ImportKindName } from './imports-kind.ts';
import { type ImportedRow, RowsImport } from './imports-rows.ts';
import { IMPORTS } from './kinds/index.ts';

type Calls = typeof contract.imports;
type Outcome = AnswerOf<Calls['send']>;
type Fields = FieldsOf<Calls['send']>;

/** Of more rows, an answer leaves out those that change nothing. */
const ROWS_TOLD = 500;
/** Files at once; each holds a connection for some seconds. */
const MAX_RUNNING = 3;

/** More than a CSV of the size that is taken could say. */
const MAX_SIGNS = 10_000_000;

/** What PostgreSQL says where two transactions wait for each other, to the one that it ends. */
const DEADLOCK = '40P01';

/** Ends a transaction that shall leave nothing, with what it came to. */
class LeftUndone extends Error {
  constructor(readonly outcome: Outcome) {
    super('Nothing is written');
  }
}

async function rowsOf(path: string): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  let signs = 0;
  for await (const row of tableRows(path, IMPORT_MAX_ROWS)) {
    signs += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    // A spreadsheet may say one long text in every cell.
    if (signs > MAX_SIGNS) throw new FileError('upload.file.bomb');
    rows.push(row);
  }
  return rows;
}

/** What was said to the other processes within a transaction, to be said once it stands. */
function heldBus(bus: Bus): { readonly held: Bus; readonly release: () => void } {
  const said: (() => void)[] = [];
  return {
    held: {
      publish: (topic, message) => void said.push(() => bus.publish(topic, message)),
      subscribe: (topic, listener) => bus.subscribe(topic, listener),
      close: () => bus.close(),
    },
    release: () => {
      for (const say of said) say();
    },
  };
}

function outcomeOf(
  rows: readonly ImportedRow[],
  ignored: readonly string[],
  isCheck: boolean,
): Outcome {
  const of = (outcome: ImportedRow['outcome']) => rows.filter((row) => row.outcome === outcome);
  const wrong = of('wrong').length;
  return {
    written: !isCheck && wrong === 0,
    created: of('created').length,
    changed: of('changed').length,
    unchanged: of('unchanged').length,
    wrong,
    ignored: [...ignored],
    rows: rows.length > ROWS_TOLD ? rows.filter((row) => row.outcome !== 'unchanged') : [...rows],
  };
}

/** Whose list it becomes, and in which words the person reads. */
async function contextOf(
  trx: Transaction,
  viewer: Viewer,
  customer: number | undefined,
): Promise<ImportContext> {
  const customerId = await customerFor(trx, viewer, customer);
  const reader = await readerOf(trx, viewer);
  return {
    trx,
    // Who administers all customers acts as one who administers this one: names are looked for in it alone.
    viewer: { ...viewer, customerId, isGlobalAdmin: false },
    customerId,
    display: displayOf(viewer, reader, viewer.timeZone ?? 'UTC'),
  };
}

/** Files that become records of the administered lists (O-P02): all of a file is written, or nothing. */
export class ImportsService {
  #running = 0;

  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /**
   * Takes a file into a list: each row as the form's save would, with its checks, rights and entries in the
   * audit log. A check does all of it, and undoes it.
   *
   * @param file null where none came
   * @throws HttpError 400 for a file that cannot be taken and for a customer that is not the own, 409 where
   *   somebody else changes the same records, 503 while others are taken in
   */
  async send(
    viewer: Viewer,
    name: ImportKindName,
    fields: Fields,
    file: ReceivedTable | null,
  ): Promise<Outcome> {
    if (file === null) throw wrongField('file', 'validation.required');
    if (this.#running >= MAX_RUNNING) {
      throw unavailable('import.busy');
    }
    this.#running += 1;
    try {
      // Before a connection is taken: a spreadsheet is read by a process of its own.
      const table = await refusingFileErrors(rowsOf(file.path));
      return await refusingFileErrors(this.#run(viewer, IMPORTS[name], fields, table));
    } finally {
      this.#running -= 1;
    }
  }

  async #run(
    viewer: Viewer,
    kind: ImportKind,
    { customer, verifyUpload: isCheck }: Fields,
    [header, ...table]: readonly TableRow[],
  ): Promise<Outcome> {
    const { db, bus } = this.services;
    const { held, release } = heldBus(bus);
    const work = db.asViewer(viewer, async (trx) => {
      if (header === undefined) throw new FileError('upload.file.noRows');
      const context = await contextOf(trx, viewer, customer);
      const found = findColumns(header.cells, kind.columns, context.display);
      const rows = table.map(({ row, cells }) => ({ row, cells: cellsOf(cells, found) }));
      const opened = await kind.open(
        context,
        rows.map(({ cells }) => cells),
      );
      const services = { db: databaseWithin(db, trx), bus: held };
      const importing = new RowsImport(kind, opened, found, context.display, services);
      const taken: ImportedRow[] = [];
      for (const { row, cells } of rows) taken.push(await importing.take(row, cells));
      const outcome = outcomeOf(taken, found.ignored, isCheck);
      if (!outcome.written) throw new LeftUndone(outcome);
      return outcome;
    });
    try {
      const outcome = await work;
      release();
      return outcome;
    } catch (error) {
      if (error instanceof LeftUndone) return error.outcome;
      if ((error as { code?: unknown }).code === DEADLOCK) {
        throw conflict('import.changed_meanwhile');
      }
      throw error;
    }
  }

  /** An empty file with the headings that an import of this kind knows, in the words of whoever asks. */
  template(
    viewer: Viewer,
    name: ImportKindName,
    { format }: QueryOf<Calls['template']>,
  ): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { title, columns } = IMPORTS[name];
      const display = displayOf(viewer, await readerOf(trx, viewer), viewer.timeZone ?? 'UTC');
      const table = tableOf(
        [],
        columns.map(({ heading }) => ({ name: heading, type: 'text', value: () => null })),
      );
      const report = {
        title: textOf(display.language, title),
        facts: [],
        table,
        display,
        madeAtMs: Date.now(),
        fileStem: `${name.replaceAll('_', '-')}-template`,
        range: '',
      };
      return reportFile(report, format);
    });
  }
}

import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { IMPORT_MAX_ROWS } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Bus } from '../../../../platform/bus/index.ts';
import { databaseWithin, type Transaction } from '../../../../platform/db/index.ts';
import { conflict, unavailable, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
} from '../../../../platform/tables/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import { customerFor } from '../../../core/customers/index.ts';
import type { ReceivedTable } from '../imports-form.routes.ts';
import { FileError, refusingFileErrors } from '../reading/file-error.ts';
import { tableRows } from '../reading/imports-reading-table.ts';
import type { TableRow } from '../reading/table-row.ts';
import { cellsOf, findColumns } from './imports-lists-headings.ts';
import type { ImportContext, ImportKind, ImportKindName } from './imports-lists-kind.ts';
import { type ImportedRow, RowsImport } from './imports-lists-rows.ts';
import { IMPORTS } from './kinds/index.ts';

type Calls = typeof contract.imports;
type Outcome = AnswerOf<Calls['send']>;
type Fields = FieldsOf<Calls['send']>;

/** If a file has more rows, the answer omits the unchanged ones. */
const MAX_LISTED_ROWS = 500;
/** Concurrent imports; each holds a database connection for some seconds. */
const MAX_RUNNING = 3;

/** More than a CSV file of the maximum size can contain. */
const MAX_CHARACTERS = 10_000_000;

/** PostgreSQL error code of the transaction that is aborted in a deadlock. */
const DEADLOCK = '40P01';

/** Rolls back the transaction and carries its outcome. */
class RolledBack extends Error {
  constructor(readonly outcome: Outcome) {
    super('Nothing is written');
  }
}

async function rowsOf(path: string): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  let characters = 0;
  for await (const row of tableRows(path, IMPORT_MAX_ROWS)) {
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    // In a spreadsheet, all cells can share one long text.
    if (characters > MAX_CHARACTERS) throw new FileError('upload.file.bomb');
    rows.push(row);
  }
  return rows;
}

/** Buffers messages to other processes during a transaction, to publish them after its commit. */
function bufferedBus(bus: Bus): { readonly buffered: Bus; readonly release: () => void } {
  const messages: (() => void)[] = [];
  return {
    buffered: {
      publish: (topic, message) => void messages.push(() => bus.publish(topic, message)),
      subscribe: (topic, listener) => bus.subscribe(topic, listener),
      close: () => bus.close(),
    },
    release: () => {
      for (const publish of messages) publish();
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
    rows:
      rows.length > MAX_LISTED_ROWS ? rows.filter((row) => row.outcome !== 'unchanged') : [...rows],
  };
}

/** The customer of the import, and the display settings of the person. */
async function contextOf(
  trx: Transaction,
  viewer: Viewer,
  customer: number | undefined,
): Promise<ImportContext> {
  const customerId = await customerFor(trx, viewer, customer);
  const reader = await readerOf(trx, viewer);
  return {
    trx,
    // Limit a global administrator to this customer, so that names are only looked up there.
    viewer: { ...viewer, customerId, isGlobalAdmin: false },
    customerId,
    display: displayOf(viewer, reader, viewer.timeZone ?? 'UTC'),
  };
}

/** Imports files into the administered lists (O-P02): all rows of a file are written, or none. */
export class ImportsService {
  #running = 0;

  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /**
   * Imports a file into a list: saves each row as its form would, with the same checks, permissions
   * and audit entries. A check does all of this, and rolls it back.
   *
   * @param file null if none was sent
   * @throws HttpError 400 for a file that cannot be accepted and for another customer, 409 if other
   *   requests change the same records, 503 while too many imports run
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
      // Before opening a transaction: a spreadsheet is read by a separate process.
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
    const { buffered, release } = bufferedBus(bus);
    const work = db.asViewer(viewer, async (trx) => {
      if (header === undefined) throw new FileError('upload.file.noRows');
      const context = await contextOf(trx, viewer, customer);
      const found = findColumns(header.cells, kind.columns, context.display);
      const rows = table.map(({ row, cells }) => ({ row, cells: cellsOf(cells, found) }));
      const opened = await kind.open(
        context,
        rows.map(({ cells }) => cells),
      );
      const services = { db: databaseWithin(db, trx), bus: buffered };
      const importing = new RowsImport(kind, opened, found, context.display, services);
      const taken: ImportedRow[] = [];
      for (const { row, cells } of rows) taken.push(await importing.take(row, cells));
      const outcome = outcomeOf(taken, found.ignored, isCheck);
      if (!outcome.written) throw new RolledBack(outcome);
      return outcome;
    });
    try {
      const outcome = await work;
      release();
      return outcome;
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome;
      if ((error as { code?: unknown }).code === DEADLOCK) {
        throw conflict('import.changed_meanwhile');
      }
      throw error;
    }
  }

  /** An empty file with the headings of this kind, in the viewer's language. */
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

import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Bus } from '../../../../platform/bus/index.ts';
import { databaseWithin, type Transaction } from '../../../../platform/db/index.ts';
import { conflict, forbidden, unavailable, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type Display,
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
} from '../../../../platform/tables/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import { customerFor } from '../../../core/customers/index.ts';
import type { ReceivedTable } from '../imports-form.routes.ts';
import { refusingFileErrors } from '../reading/file-error.ts';
import {
  cellsOf,
  type FoundColumns,
  guessColumns,
  refuseMissing,
} from './imports-lists-headings.ts';
import type { ImportContext, ImportKind, ImportKindName } from './imports-lists-kind.ts';
import { previewOf } from './imports-lists-preview.ts';
import { type ImportedRow, RowsImport, type TakenRow } from './imports-lists-rows.ts';
import { IMPORTS } from './kinds/index.ts';
import { readCells } from './mappings/imports-mappings-cells.ts';
import { chosenColumns } from './mappings/imports-mappings-columns.ts';
import {
  type ChosenMapping,
  type ReadFile,
  readFileFor,
} from './mappings/imports-mappings-reading.ts';

type Calls = typeof contract.imports;
type Outcome = AnswerOf<Calls['send']>;
type Preview = AnswerOf<Calls['preview']>;
type Fields = FieldsOf<Calls['send']>;

/** If a file has more rows, the answer omits the unchanged ones. */
const MAX_LISTED_ROWS = 500;
/** Concurrent imports; each holds a database connection for some seconds. */
const MAX_RUNNING = 3;
/** Rows of a preview. */
const PREVIEWED_ROWS = 5;

/** PostgreSQL error code of the transaction that is aborted in a deadlock. */
const DEADLOCK = '40P01';

/** Rolls back the transaction and carries its outcome. */
class RolledBack<T> extends Error {
  constructor(readonly outcome: T) {
    super('Nothing is written');
  }
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
  { ignored }: FoundColumns,
  saved: ReadFile['saved'],
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
    mapping: saved === null ? null : { id: saved.id, name: saved.name },
    rows:
      rows.length > MAX_LISTED_ROWS ? rows.filter((row) => row.outcome !== 'unchanged') : [...rows],
  };
}

/** The columns of a file, as chosen; by their headings if none are. */
function columnsOf(
  { header, mapping }: ReadFile,
  { columns }: ImportKind,
  display: Display,
): FoundColumns {
  return mapping === null || Object.keys(mapping.columns).length === 0
    ? guessColumns(header, columns, display)
    : chosenColumns(header, columns, mapping, display);
}

/** @throws HttpError 403 if the person may not save rows of the list one by one */
function checkAccess(viewer: Viewer, name: ImportKindName): void {
  const { access } = IMPORTS[name];
  if (access !== undefined && !allows(access, viewer)) throw forbidden('access.denied');
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
   * @throws HttpError 400 for a file that cannot be accepted and for another customer, 403 for a list that the
   *   person may not write, 409 if other
   *   requests change the same records, 503 while too many imports run
   */
  async send(
    viewer: Viewer,
    name: ImportKindName,
    fields: Fields,
    file: ReceivedTable | null,
  ): Promise<Outcome> {
    checkAccess(viewer, name);
    return this.#counted(async () => {
      const read = await this.#read(viewer, name, fields, file);
      const { buffered, release } = bufferedBus(this.services.bus);
      const { verifyUpload: isCheck } = fields;
      const { isKept, outcome } = await this.#transact(viewer, fields.customer, async (context) => {
        const kind = IMPORTS[name];
        const found = refuseMissing(columnsOf(read, kind, context.display), context.display);
        const taken = await this.#take(context, kind, read, found, buffered);
        const result = outcomeOf(
          taken.map(({ row }) => row),
          found,
          read.saved,
          isCheck,
        );
        return { isKept: result.written, outcome: result };
      });
      if (isKept) release();
      return outcome;
    });
  }

  /**
   * The columns of a file, and its first rows as an import would store them.
   *
   * @throws HttpError as {@link send}
   */
  async preview(
    viewer: Viewer,
    name: ImportKindName,
    fields: ChosenMapping,
    file: ReceivedTable | null,
  ): Promise<Preview> {
    checkAccess(viewer, name);
    return this.#counted(async () => {
      const read = await this.#read(viewer, name, fields, file);
      const first = { ...read, rows: read.rows.slice(0, PREVIEWED_ROWS) };
      const { buffered } = bufferedBus(this.services.bus);
      const { outcome } = await this.#transact(viewer, fields.customer, async (context) => {
        const kind = IMPORTS[name];
        const found = columnsOf(first, kind, context.display);
        const isWhole = found.missing.length === 0;
        const taken = isWhole ? await this.#take(context, kind, first, found, buffered) : [];
        return { isKept: false, outcome: previewOf(first, kind, found, taken, context.display) };
      });
      return outcome;
    });
  }

  /** Before opening a transaction: a spreadsheet is read by a separate process. */
  async #read(
    viewer: Viewer,
    name: ImportKindName,
    chosen: ChosenMapping,
    file: ReceivedTable | null,
  ): Promise<ReadFile> {
    if (file === null) throw wrongField('file', 'validation.required');
    return refusingFileErrors(readFileFor(this.services.db, viewer, name, chosen, file.path));
  }

  /** Limits how many files are imported at the same time. */
  async #counted<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RUNNING) throw unavailable('import.busy');
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }

  /** Runs the work in a transaction, which is kept only if the work says so. */
  #transact<T>(
    viewer: Viewer,
    customer: number | undefined,
    work: (context: ImportContext) => Promise<{ readonly isKept: boolean; readonly outcome: T }>,
  ): Promise<{ readonly isKept: boolean; readonly outcome: T }> {
    const written = this.services.db.asViewer(viewer, async (trx) => {
      const result = await work(await contextOf(trx, viewer, customer));
      if (!result.isKept) throw new RolledBack(result);
      return result;
    });
    return refusingFileErrors(written).catch((error) => {
      if (error instanceof RolledBack) return error.outcome;
      if ((error as { code?: unknown }).code === DEADLOCK) {
        throw conflict('import.changed_meanwhile');
      }
      throw error;
    });
  }

  /** Saves the rows of a file one by one. */
  async #take(
    context: ImportContext,
    kind: ImportKind,
    { isSheet, mapping, rows }: ReadFile,
    found: FoundColumns,
    bus: Bus,
  ): Promise<TakenRow[]> {
    const { display, trx } = context;
    const read = rows.map(({ row, cells }) => {
      const raw = cellsOf(cells, found);
      if (mapping === null) return { row, cells: raw, errors: [] };
      return { row, ...readCells(raw, kind.columns, { ...mapping, isSheet }, display) };
    });
    const opened = await kind.open(
      context,
      read.map(({ cells }) => cells),
    );
    const services = { db: databaseWithin(this.services.db, trx), bus };
    const importing = new RowsImport(kind, opened, found, display, services);
    const taken: TakenRow[] = [];
    for (const { row, cells, errors } of read) taken.push(await importing.take(row, cells, errors));
    return taken;
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

import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { KeptChoices, Transaction, UploadColumns } from '../../../../platform/db/index.ts';
import { FileError } from '../reading/file-error.ts';
import { firstCharacters } from '../reading/imports-reading-values.ts';
import type { TableRow } from '../reading/table-row.ts';
import {
  insertRows,
  insertUpload,
  type StoredRow,
  writeRowCount,
} from './imports-vehicles.repository.ts';
import { chosenColumns } from './rows/imports-vehicles-rows.columns.ts';
import { fieldsOf, RowForms } from './rows/row-form.ts';
import { BATCH_ROWS, errorText } from './running/imports-vehicles-running-batch.ts';

/** A requested upload. */
export interface WantedUpload {
  readonly customerId: number;
  readonly fileName: string;
  readonly isCheck: boolean;
  readonly choices: KeptChoices;
  /** Undefined to guess them from the header. */
  readonly columns: UploadColumns | undefined;
  readonly email: string | null;
  readonly runsOnWeekend: boolean;
  readonly runAt: Date | null;
  readonly requestKey: string | null;
}

/** Rows shown in the choice of columns. */
const SAMPLE_ROWS = 3;
const MAX_REGISTRATION = 40;

/** The first rows of a file, and an iterator of the others. */
interface OpenedTable {
  readonly headers: readonly string[];
  readonly first: readonly TableRow[];
  readonly others: AsyncGenerator<TableRow>;
}

/**
 * Reads the first rows of a file.
 *
 * @throws FileError for a file that cannot be accepted
 */
export async function openTable(rows: AsyncGenerator<TableRow>): Promise<OpenedTable> {
  const first: TableRow[] = [];
  while (first.length <= SAMPLE_ROWS) {
    const { value, done } = await rows.next();
    if (done === true) break;
    first.push(value);
  }
  const [header, ...sample] = first;
  if (header === undefined) throw new FileError('upload.file.noRows');
  return { headers: header.cells, first: sample, others: rows };
}

async function* allRows({ first, others }: OpenedTable): AsyncGenerator<TableRow> {
  yield* first;
  yield* others;
}

/** Stores the rows of a file; marks those that are invalid on their own. */
async function storeRows(
  trx: Transaction,
  { language }: Viewer,
  upload: { readonly id: number; readonly customer_id: number },
  table: OpenedTable,
  columns: UploadColumns,
): Promise<void> {
  const forms = new RowForms();
  let [position, errors] = [0, 0];
  let batch: StoredRow[] = [];
  for await (const { row, cells } of allRows(table)) {
    position += 1;
    const fields = fieldsOf(cells, columns);
    const rowErrors = forms.errorsOf(row, fields);
    if (rowErrors.length > 0) errors += 1;
    batch.push({
      position,
      row_number: row,
      registration: firstCharacters(fields.registration ?? '', MAX_REGISTRATION),
      fields: rowErrors.length > 0 ? null : fields,
      outcome: rowErrors.length > 0 ? 'error' : null,
      texts: rowErrors.map((error) => errorText(language, error)),
    });
    if (batch.length < BATCH_ROWS) continue;
    await insertRows(trx, upload, batch);
    batch = [];
  }
  await insertRows(trx, upload, batch);
  await writeRowCount(trx, upload.id, position, errors);
}

/**
 * Stores an upload with all rows of its file, or nothing.
 *
 * @returns its id, and whether a column holds the registration: without one, no rows are stored
 * @throws FileError for a file that cannot be accepted
 */
export async function receiveUpload(
  trx: Transaction,
  viewer: Viewer,
  wanted: WantedUpload,
  table: OpenedTable,
): Promise<{ id: number; hasRegistration: boolean }> {
  const { customerId, isCheck, choices, fileName } = wanted;
  const columns = chosenColumns(table.headers, wanted.columns);
  const hasRegistration = typeof columns.registration === 'number';
  if (!hasRegistration && !isCheck) throw new FileError('upload.file.noRegistration');
  const actor = await actorOf(trx, viewer);
  const id = await insertUpload(trx, {
    customer_id: customerId,
    user_id: viewer.userId,
    user_name: actor.name,
    request_key: wanted.requestKey,
    file_name: fileName,
    is_check: isCheck,
    choices: JSON.stringify(choices),
    email: wanted.email,
    runs_on_weekend: wanted.runsOnWeekend,
    state: isCheck ? 'checking' : 'waiting',
    failure: null,
    headers: [...table.headers],
    columns: JSON.stringify(columns),
    sample: JSON.stringify(table.first.map(({ cells }) => cells)),
    run_at: wanted.runAt,
  });
  if (hasRegistration)
    await storeRows(trx, viewer, { id, customer_id: customerId }, table, columns);
  if (!isCheck) {
    await recordChange(trx, {
      customerId,
      actor,
      subject: { kind: 'upload', id: String(id), name: fileName },
      action: 'created',
      before: null,
      after: choices,
    });
  }
  return { id, hasRegistration };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { must, UPLOAD_MAX_ROWS } from '@roadworthy/domain';
import { unavailable } from '../../../../platform/errors.ts';
import { FileError } from './file-error.ts';
import type { TableRow } from './table-row.ts';

/** A file of twenty thousand rows takes less than two seconds. */
const LIMIT_MS = 30_000;
const HEAP_MB = 350;
const UNREADABLE = 4;
/** Allows for blank rows above the header, and one row too many. */
const ROWS_READ = UPLOAD_MAX_ROWS + 50;

/** Concurrent readers; each uses a CPU core and some hundred megabytes for a second or two. */
const MAX_READERS = 2;
let readers = 0;

function startReader(path: string): ChildProcess {
  const program = fileURLToPath(new URL('./spreadsheet-reader.js', import.meta.url));
  return spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, program, path, String(ROWS_READ)],
    // The environment is empty: the reader needs none of the server's variables.
    { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  );
}

/**
 * The rows of the first sheet of an XLSX file, including empty ones, read by a separate process
 * with limited memory and time. Formulas are not calculated: a cell has its value when the file was
 * saved.
 *
 * @throws FileError for an invalid file, and for one that unpacks to too much; HttpError 503 while
 *   other files are being read
 */
export async function* xlsxRows(path: string): AsyncGenerator<TableRow> {
  if (readers >= MAX_READERS) {
    throw unavailable('upload.busy');
  }
  readers += 1;
  const reader = startReader(path);
  const ended = once(reader, 'close');
  // Awaited after the last line; until then, this prevents an unhandled rejection.
  ended.catch(() => undefined);
  try {
    const output = must(reader.stdout, 'upload.reader_without_output');
    let row = 0;
    for await (const line of createInterface({ input: output })) {
      // A truncated line is the last output of a reader that was killed.
      if (!line.endsWith(']')) continue;
      row += 1;
      yield { row, cells: JSON.parse(line) as string[] };
    }
    const [code] = (await ended) as [number | null];
    if (code === UNREADABLE) throw new FileError('upload.file.xlsx');
    if (code !== 0) throw new FileError('upload.file.bomb');
  } finally {
    reader.kill('SIGKILL');
    await ended.catch(() => undefined);
    readers -= 1;
  }
}

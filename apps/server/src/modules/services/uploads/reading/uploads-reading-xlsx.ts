import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { UPLOAD_MAX_ROWS } from '@roadworthy/domain';
import { unavailable } from '../../../../platform/errors.ts';
import { FileFault } from './file-fault.ts';
import type { TableRow } from './table-row.ts';

/** A file of twenty thousand rows is read within two seconds. */
const LIMIT_MS = 30_000;
const HEAP_MB = 350;
const UNREADABLE = 4;
/** Blank rows above the header and one row too many. */
const ROWS_READ = UPLOAD_MAX_ROWS + 50;

/** So many at once; each takes a processor and some hundred megabytes for a second or two. */
const MAX_READERS = 2;
let readers = 0;

function startReader(path: string): ChildProcess {
  const program = fileURLToPath(new URL('./spreadsheet-reader.js', import.meta.url));
  return spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, program, path, String(ROWS_READ)],
    // It needs nothing that this process knows.
    { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  );
}

/**
 * The rows of the first sheet of an XLSX file, empty ones as well, read by a process of its own whose
 * memory and time are bounded. Formulas are not calculated: a cell is what it was worth when the file was
 * saved.
 *
 * @throws FileFault for what is no such file, and for one that unpacks to too much; HttpError 503 while
 *   others are read
 */
export async function* xlsxRows(path: string): AsyncGenerator<TableRow> {
  if (readers >= MAX_READERS) {
    throw unavailable('upload.busy');
  }
  readers += 1;
  const reader = startReader(path);
  const ended = once(reader, 'close');
  // Looked at once its last line was read; until then a failure is nobody's.
  ended.catch(() => undefined);
  try {
    if (reader.stdout === null) throw new Error('The reader has no output');
    let row = 0;
    for await (const line of createInterface({ input: reader.stdout })) {
      // A line that was cut off is the last of a reader that was ended.
      if (!line.endsWith(']')) continue;
      row += 1;
      yield { row, cells: JSON.parse(line) as string[] };
    }
    const [code] = (await ended) as [number | null];
    if (code === UNREADABLE) throw new FileFault('upload.file.xlsx');
    if (code !== 0) throw new FileFault('upload.file.bomb');
  } finally {
    reader.kill('SIGKILL');
    await ended.catch(() => undefined);
    readers -= 1;
  }
}

// A process of its own that reads the first sheet of an XLSX file and writes a line of JSON a row: what a
// spreadsheet unpacks to is never in the memory of the server, and too much of it ends this process alone.
//
//   node spreadsheet-reader.js <path> <most rows>

import { once } from 'node:events';
import { readSheet } from 'read-excel-file/node';
import { judgeArchive, TooMuch } from './archive-guard.js';

/** More memory than the longest file that is taken needs. */
const MAX_RSS_BYTES = 400 * 2 ** 20;
const WATCH_MS = 10;
const MAX_COLUMNS = 100;
/** The longest that is written: the names of all depots of a region. */
const MAX_SIGNS = 10_000;
/** What the server takes for "unpacks to too much". */
const TOO_MUCH = 3;
const UNREADABLE = 4;

const watch = setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS_BYTES) process.exit(TOO_MUCH);
}, WATCH_MS);
watch.unref();

/** A cell as a person reads it; a formula is what it was worth when the file was saved. */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  }
  return String(value).slice(0, MAX_SIGNS);
}

const [path, mostRows] = process.argv.slice(2);
try {
  await judgeArchive(path);
  const rows = await readSheet(path);
  for (const row of rows.slice(0, Number(mostRows))) {
    const line = `${JSON.stringify(row.slice(0, MAX_COLUMNS).map(textOf))}\n`;
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
} catch (error) {
  process.exitCode = error instanceof TooMuch ? TOO_MUCH : UNREADABLE;
}

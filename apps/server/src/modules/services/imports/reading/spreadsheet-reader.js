// Reads the first sheet of an XLSX file in a separate process, and writes each row as a line of
// JSON. The unpacked spreadsheet is never in the memory of the server; if it is too large, only
// this process ends.
//
//   node spreadsheet-reader.js <path> <most rows>

import { once } from 'node:events';
import { readSheet } from 'read-excel-file/node';
import { ArchiveTooLarge, checkArchive } from './archive-guard.js';

/** More than the longest accepted file needs. */
const MAX_RSS_BYTES = 400 * 2 ** 20;
const WATCH_MS = 10;
const MAX_COLUMNS = 100;
/** Maximum length of a cell; enough for the names of all depots of a region. */
const MAX_CHARACTERS = 10_000;
/** Exit code; the server reports that the file unpacks to too much. */
const TOO_LARGE = 3;
const UNREADABLE = 4;

const watch = setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS_BYTES) process.exit(TOO_LARGE);
}, WATCH_MS);
watch.unref();

/** The text of a cell; for a formula its value when the file was saved. */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  }
  return String(value).slice(0, MAX_CHARACTERS);
}

const [path, mostRows] = process.argv.slice(2);
try {
  await checkArchive(path);
  const rows = await readSheet(path);
  for (const row of rows.slice(0, Number(mostRows))) {
    const line = `${JSON.stringify(row.slice(0, MAX_COLUMNS).map(textOf))}\n`;
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
} catch (error) {
  process.exitCode = error instanceof ArchiveTooLarge ? TOO_LARGE : UNREADABLE;
}

import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileFault } from './file-fault.ts';
import type { TableRow } from './table-row.ts';
import { textOfBytes } from './uploads-reading-encoding.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Excel's own word for the separator, as the first line. */
const SEPARATOR_LINE = /^sep=([,;|\t])\r?\n/i;
/** Given to the parser at once, so that others have their turn between. */
const PART_SIGNS = 64_000;
/** No row is longer; a quotation mark that never closes would take all of the file for one. */
const MAX_RECORD_SIGNS = 100_000;

/** The sign that stands most often in the first line, outside of quotation marks. */
function separatorOf(text: string): string {
  const lineEnd = text.search(/[\r\n]/);
  const line = text.slice(0, lineEnd === -1 ? PART_SIGNS : lineEnd).replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((sign) => line.split(sign).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function* partsOf(text: string): Generator<string> {
  for (let n = 0; n < text.length; n += PART_SIGNS) yield text.slice(n, n + PART_SIGNS);
}

/** A record as the parser tells of it. */
interface Parsed {
  readonly record: string[];
  readonly info: { readonly records: number; readonly empty_lines: number };
}

/**
 * The rows of a CSV file that have a sign in them, one after the other. Separators are commas, semicolons,
 * tabs or bars, whichever the first line has.
 *
 * @throws FileFault for what is no such file
 */
export async function* csvRows(path: string): AsyncGenerator<TableRow> {
  const whole = textOfBytes(await readFile(path));
  const said = SEPARATOR_LINE.exec(whole);
  const text = said === null ? whole : whole.slice(said[0].length);
  const parser = parse({
    delimiter: said?.[1] ?? separatorOf(text),
    relax_column_count: true,
    // Within the parser, as a file may have nine million of them.
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_RECORD_SIGNS,
  });
  const source = Readable.from(partsOf(text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield { row: info.records + info.empty_lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1 } = error as CsvError & { lines?: number };
    throw new FileFault('upload.file.csv', { line: String(lines) });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

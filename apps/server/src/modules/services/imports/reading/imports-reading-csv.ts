import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ImportDelimiter } from '@roadworthy/domain';
import { CsvError, parse } from 'csv-parse';
import { FileError } from './file-error.ts';
import { textOfBytes } from './imports-reading-encoding.ts';
import type { TableRow } from './table-row.ts';

const SIGNS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
const SEPARATORS = Object.values(SIGNS);
/** Excel's declaration of the separator in the first line. */
const SEPARATOR_LINE = /^sep=([,;|\t])\r?\n/i;
/** Characters passed to the parser at once, to let other work run in between. */
const CHUNK_LENGTH = 64_000;
/** Limits the damage of a quotation mark that is never closed. */
const MAX_RECORD_LENGTH = 100_000;

/** The most frequent separator in the first line, outside of quotation marks. */
function separatorOf(text: string): string {
  const lineEnd = text.search(/[\r\n]/);
  const line = text.slice(0, lineEnd === -1 ? CHUNK_LENGTH : lineEnd).replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((sign) => line.split(sign).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function* partsOf(text: string): Generator<string> {
  for (let n = 0; n < text.length; n += CHUNK_LENGTH) yield text.slice(n, n + CHUNK_LENGTH);
}

/** A record from the parser. */
interface Parsed {
  readonly record: string[];
  readonly info: { readonly records: number; readonly empty_lines: number };
}

/**
 * The rows of a CSV file that are not empty, one by one. Separators are commas, semicolons, tabs or
 * bars; by default, depending on the first line.
 *
 * @throws FileError for an invalid file
 */
export async function* csvRows(
  path: string,
  delimiter: ImportDelimiter = 'auto',
): AsyncGenerator<TableRow> {
  const whole = textOfBytes(await readFile(path));
  const declared = SEPARATOR_LINE.exec(whole);
  const text = declared === null ? whole : whole.slice(declared[0].length);
  const parser = parse({
    delimiter: delimiter === 'auto' ? (declared?.[1] ?? separatorOf(text)) : SIGNS[delimiter],
    relax_column_count: true,
    // In the parser: a file may have nine million empty lines.
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
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
    throw new FileError('upload.file.csv', { line: String(lines) });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

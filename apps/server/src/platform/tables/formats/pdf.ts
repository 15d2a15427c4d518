import { setImmediate as breathe } from 'node:timers/promises';
import { formatDateTime, formatNumber } from '@roadworthy/domain';
import { makePdf } from '../../documents/index.ts';
import { DECIMALS, type Display, headerOf, numberOf, wordOf, wordsOf } from '../display.ts';
import type { Report } from '../report.ts';
import { type Cell, type Column, isTextColumn, type Row } from '../table.ts';

const ROWS_AT_ONCE = 50;
const QUIET = '#5b6675';

function textOf(cell: Cell, { type }: Column, display: Display): string {
  const number = numberOf(cell, type, display);
  return number === null
    ? wordOf(cell, type, display)
    : formatNumber(number, display.locale, DECIMALS[type] ?? 0);
}

const isRegistration = ({ name }: Column) => name === 'report.column.vehicle';
/** A longer word would make the table wider than the page. */
const LONG_WORD = /\S{25}/;
/** Maximum length of a registration plate. */
const PLATE_LENGTH = 12;

/** Registrations get the width that they need; other texts share the rest. */
function widthsOf(columns: readonly Column[]): ('*' | 'auto')[] {
  const widths = columns.map((column) =>
    isTextColumn(column) && !isRegistration(column) ? '*' : 'auto',
  );
  return widths.includes('*') ? widths : ['*', ...widths.slice(1)];
}

/** Plates and values other than text are not wrapped; numbers are right-aligned. */
function shapeOf(column: Column, text: string): object {
  if (!isTextColumn(column)) return { alignment: 'right', noWrap: true };
  return isRegistration(column) && text.length <= PLATE_LENGTH ? { noWrap: true } : {};
}

const brokenWhereLong = (text: string) =>
  LONG_WORD.test(text) ? { text, wordBreak: 'break-all' } : { text };

/** Pairs of label and value in two columns. */
function factsTable(facts: Report['facts']) {
  const pair = (fact: Report['facts'][number] | undefined) =>
    fact === undefined ? ['', ''] : [{ text: fact[0], color: QUIET }, brokenWhereLong(fact[1])];
  const body = [];
  for (let n = 0; n < facts.length; n += 2) body.push([...pair(facts[n]), ...pair(facts[n + 1])]);
  return {
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
    table: { widths: ['auto', '*', 'auto', '*'], body },
  };
}

/** A report as PDF: title, facts, the table with its header on every page, sums, page numbers. */
export async function toPdf(report: Report): Promise<Buffer> {
  const { table, display, title, facts } = report;
  const { columns, rows, totals } = table;
  const cells = (row: Row, style: object = {}) =>
    columns.map((column, n) => {
      const text = textOf(row[n] ?? null, column, display);
      return { ...brokenWhereLong(text), ...shapeOf(column, text), ...style };
    });
  const header = columns.map((column) => ({
    text: headerOf(display, column),
    bold: true,
    ...(isTextColumn(column) ? {} : { alignment: 'right' }),
  }));
  const body: object[][] = [header];
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE) {
    body.push(...rows.slice(n, n + ROWS_AT_ONCE).map((row) => cells(row)));
    await breathe();
  }
  if (totals.some((cell) => cell !== null)) {
    const [, ...sums] = cells(totals, { bold: true });
    body.push([{ text: wordsOf(display, 'report.totals'), bold: true }, ...sums]);
  }
  const empty = { text: wordsOf(display, 'report.empty'), margin: [0, 8, 0, 0], color: QUIET };
  const when = formatDateTime(report.madeAtMs, display.dates);
  return makePdf({
    definition: {
      pageSize: 'A4',
      pageOrientation: 'landscape',
      pageMargins: [32, 32, 32, 40],
      info: { title: `${title}, ${report.range}`, creator: 'Roadworthy', producer: 'Roadworthy' },
      language: display.locale,
      defaultStyle: { font: 'Roboto', fontSize: 8 },
      content: [
        { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 6] },
        factsTable(facts),
        {
          layout: 'report',
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: widthsOf(columns),
            body,
          },
        },
        ...(rows.length === 0 ? [empty] : []),
        ...(report.appendix?.content ?? []),
      ],
      attachments: report.appendix?.files ?? {},
    },
    footer: {
      left: wordsOf(display, 'report.made', { when }),
      pageOf: wordsOf(display, 'report.page'),
    },
  });
}

import { formatDateTime } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { Pictures, ShownPhotograph } from './records-reports-pictures.ts';

const QUIET = '#5b6675';
/** Maximum width and height in points; two photographs fit side by side on an A4 page. */
const PHOTOGRAPH_FIT = [250, 190] as const;
const LOGO_FIT = [120, 48] as const;
const SIGNATURE_FIT = [180, 70] as const;
/** Words of this length are breakable, as they would push a table over the edge of the page. */
const LONG_WORD = /\S{25}/;

/** A text whose long words may break. */
export const broken = (text: string) =>
  LONG_WORD.test(text) ? { text, wordBreak: 'break-all' } : { text };

/** The heading of a part; PDF viewers show it as a bookmark. */
export function heading(text: string): object {
  return { text, fontSize: 12, bold: true, margin: [0, 12, 0, 4], outline: true };
}

/** Pairs of label and value, two to a row; facts without a value are left out. */
export function factsTable(
  display: Display,
  facts: readonly (readonly [label: TextKey, value: string | null])[],
): object {
  const cells = facts.flatMap(([label, value]) =>
    value === null || value === ''
      ? []
      : [[{ text: wordsOf(display, label), color: QUIET }, broken(value)]],
  );
  const body = [];
  for (let n = 0; n < cells.length; n += 2) {
    body.push([...(cells[n] ?? []), ...(cells[n + 1] ?? ['', ''])]);
  }
  return { layout: 'noBorders', table: { widths: ['auto', '*', 'auto', '*'], body } };
}

/** Header, width and alignment of a column; figures are aligned right. */
type ListColumn = readonly [label: TextKey, width: 'auto' | '*', alignment?: 'right'];

/** A table that repeats its header on every page. */
export function listTable(
  display: Display,
  columns: readonly ListColumn[],
  rows: readonly (readonly (string | null)[])[],
): object {
  const sideOf = (n: number) => ({ alignment: columns[n]?.[2] ?? 'left' });
  const header = columns.map(([label], n) => ({
    text: wordsOf(display, label),
    bold: true,
    ...sideOf(n),
  }));
  const body = [
    header,
    ...rows.map((row) => row.map((text, n) => ({ ...broken(text ?? ''), ...sideOf(n) }))),
  ];
  return {
    layout: 'report',
    table: { headerRows: 1, dontBreakRows: true, widths: columns.map(([, width]) => width), body },
  };
}

function photograph(display: Display, shown: ShownPhotograph, n: number): object {
  const { url } = shown;
  // The point of a check that it shows.
  const caption = knownText(display.language, shown.caption);
  const name = wordsOf(display, 'records.photograph', { number: String(n + 1) });
  const picture =
    url === null
      ? { text: wordsOf(display, 'records.photographMissing'), italics: true, color: QUIET }
      : { image: url, fit: PHOTOGRAPH_FIT, alt: caption === '' ? name : caption };
  const text = caption === '' ? name : `${name}: ${caption}`;
  return { stack: [picture, { ...broken(text), color: QUIET, margin: [0, 2, 0, 8] }] };
}

/** Photographs, two to a row; without photographs there is no heading either. */
export function photographsPart(display: Display, photographs: Pictures['photographs']): object[] {
  const numbered = photographs.map((one, n) => ({ ...one, cell: photograph(display, one, n) }));
  const part = (shows: ShownPhotograph['shows'], title: TextKey) => {
    const cells = numbered.filter((one) => one.shows === shows).map(({ cell }) => cell);
    if (cells.length === 0) return [];
    const grid = (shown: readonly object[]) => {
      const body = [];
      for (let n = 0; n < shown.length; n += 2) body.push([shown[n], shown[n + 1] ?? '']);
      return { layout: 'noBorders', table: { dontBreakRows: true, widths: ['*', '*'], body } };
    };
    // Keep the heading on the same page as the first row of photographs.
    const first = [heading(wordsOf(display, title)), grid(cells.slice(0, 2))];
    return [
      { unbreakable: true, stack: first },
      ...(cells.length > 2 ? [grid(cells.slice(2))] : []),
    ];
  };
  return [
    ...part('finding', 'records.photographs'),
    ...part('repair', 'records.photographs.repair'),
  ];
}

/** Name and time of a signature, with its image. */
export function signaturePart(
  display: Display,
  signed: { readonly name: string; readonly at: Date } | null,
  picture: string | null,
): object {
  if (signed === null) return { text: wordsOf(display, 'records.unsigned'), italics: true };
  const { name, at } = signed;
  const when = formatDateTime(at.getTime(), display.dates);
  return {
    unbreakable: true,
    margin: [0, 6, 0, 0],
    stack: [
      ...(picture === null ? [] : [{ image: picture, fit: SIGNATURE_FIT, alt: name }]),
      { text: wordsOf(display, 'records.signed', { name, when }) },
    ],
  };
}

/** A report with logo, title, parts and page numbers, tagged with language for screen readers. */
export function reportPdf(
  display: Display,
  report: {
    readonly title: string;
    readonly of: string;
    /** Name of the customer, the alternative text of the logo. */
    readonly customer: string;
    readonly parts: readonly object[];
  },
  logo: string | null,
): PdfContent {
  const { title, of, customer, parts } = report;
  const top = { text: title, tag: 'H1', fontSize: 18, bold: true, margin: [0, 0, 0, 8] };
  const when = formatDateTime(Date.now(), display.dates);
  return {
    definition: {
      pageSize: 'A4',
      pageMargins: [40, 40, 40, 44],
      info: { title: `${title}, ${of}`, creator: 'Roadworthy', producer: 'Roadworthy' },
      displayTitle: true,
      tagged: true,
      language: display.locale,
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      content: [
        logo === null
          ? top
          : { columns: [top, { image: logo, fit: LOGO_FIT, width: 'auto', alt: customer }] },
        ...parts,
      ],
    },
    footer: {
      left: `${of} · ${wordsOf(display, 'report.made', { when })}`,
      pageOf: wordsOf(display, 'report.page'),
    },
  };
}

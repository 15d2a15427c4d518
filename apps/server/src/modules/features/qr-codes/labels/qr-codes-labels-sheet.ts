import type { PdfContent } from '../../../../platform/documents/index.ts';
import { LOCALES, referenceOf, textOf, type Wording } from '../../../../platform/texts.ts';
import { qrPicture } from './qr-picture.ts';

/** Content of a label. */
export interface Label {
  /** In large letters: a registration, or the number of a part. */
  readonly heading: string;
  readonly text: string;
  /** URL in the code. */
  readonly address: string;
}

/** A label of 99.1 mm by 67.7 mm in points (one millimetre is 72 / 25.4), eight to a sheet. */
const LABEL = { width: 280.9, height: 191.9, columns: 2, rows: 4 } as const;
const MARGIN = { side: 16, top: 36 } as const;
const QR_SIDE = 142;
/** Longer headings have a smaller font, so that they stay on one line. */
const LONG = 8;

function cell({ heading, text, address }: Label): object {
  return {
    columns: [
      { svg: qrPicture(address), width: QR_SIDE, margin: [0, 18, 0, 0] },
      {
        width: '*',
        margin: [4, 44, 6, 0],
        stack: [
          { text: heading, bold: true, fontSize: heading.length > LONG ? 15 : 21 },
          { text, fontSize: 11, margin: [0, 6, 0, 0] },
          { text: new URL(address).host, fontSize: 8, color: '#5b6675', margin: [0, 8, 0, 0] },
        ],
      },
    ],
  };
}

/** Labels in rows of two, eight to a page, with thin cutting lines. */
export function labelSheet(labels: readonly Label[], title: string, language: Wording): PdfContent {
  const rows: object[][] = [];
  for (let n = 0; n < labels.length; n += LABEL.columns) {
    const row = labels.slice(n, n + LABEL.columns).map(cell);
    rows.push(row.length === LABEL.columns ? row : [...row, { text: '' }]);
  }
  const tables = [];
  for (let n = 0; n < rows.length; n += LABEL.rows) {
    tables.push({
      layout: 'cutLines',
      ...(n === 0 ? {} : { pageBreak: 'before' }),
      table: {
        widths: [LABEL.width, LABEL.width],
        heights: LABEL.height,
        dontBreakRows: true,
        body: rows.slice(n, n + LABEL.rows),
      },
    });
  }
  return {
    definition: {
      pageSize: 'A4',
      pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, 30],
      info: { title, creator: 'Roadworthy', producer: 'Roadworthy' },
      displayTitle: true,
      language: LOCALES[referenceOf(language)],
      defaultStyle: { font: 'Roboto' },
      content: tables,
    },
    footer: { left: title, pageOf: textOf(language, 'report.page') },
  };
}

/*
 * Makes PDF and XLSX files in a separate thread: a long table takes seconds, during which the server
 * must acknowledge devices and update maps. In JavaScript, so that Node can start it from the sources
 * as well as from the bundle next to `main.js`. `index.ts` defines its messages.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import writeExcelFile from 'write-excel-file/node';
import { withTags } from './document-tags.js';

const packaged = createRequire(import.meta.url).resolve('pdfmake/package.json');
const fonts = join(dirname(packaged), 'fonts', 'Roboto');

pdfmake.setFonts({
  Roboto: {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  },
});
// A document contains its content: it fetches nothing and reads no files except the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

const RULE = '#d5dae1';
const STRIPE = '#f5f7f9';

/** Thin lines between rows, every other row tinted, a stronger line below the header. */
pdfmake.addTableLayouts({
  report: {
    hLineWidth: (line, { table }) => (line === table.headerRows ? 1 : line === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => RULE,
    fillColor: (row, { table }) =>
      row >= table.headerRows && (row - table.headerRows) % 2 === 1 ? STRIPE : null,
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
  },
  /** Labels to be cut apart. */
  cutLines: {
    hLineWidth: () => 0.25,
    vLineWidth: () => 0.25,
    hLineColor: () => RULE,
    vLineColor: () => RULE,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 0,
    paddingBottom: () => 0,
  },
});

/** Page numbers are known only after layout. */
function footerOf({ left, pageOf, pagesBefore = 0 }) {
  return (page, pages) => ({
    margin: [32, 12, 32, 0],
    fontSize: 8,
    color: '#5b6675',
    columns: [
      { text: left },
      {
        text: pageOf
          .replace('{page}', String(page + pagesBefore))
          .replace('{pages}', String(pages)),
        alignment: 'right',
        width: 'auto',
      },
    ],
  });
}

const MAKERS = {
  pdf: ({ definition, footer }) =>
    withTags(definition, (tagged) =>
      pdfmake.createPdf({ ...tagged, footer: footerOf(footer) }).getBuffer(),
    ),
  xlsx: ({ sheets }) => writeExcelFile(sheets).toBuffer(),
};

parentPort?.on('message', async ({ kind, content }) => {
  try {
    const bytes = await MAKERS[kind](content);
    parentPort.postMessage({ bytes });
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

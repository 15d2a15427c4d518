import { formatDate, formatMoney, formatNumber } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { type Files, fileById } from '../../../../platform/files/index.ts';
import { type Display, safeName, wordsOf } from '../../../../platform/tables/index.ts';
import { factsTable, heading, listTable, recordPhotos, reportPdf } from '../../records/index.ts';
import {
  buyerOf,
  type OrderLineRow,
  type OrderRow,
  orderLines,
} from './parts-orders.repository.ts';

/** Most decimals of a quantity and of a unit price. */
const QUANTITY_DECIMALS = 3;
const PRICE_DECIMALS = 4;

const decimalsOf = (value: number, most: number, least = 0) =>
  Math.max(least, Math.min(most, String(value).split('.')[1]?.length ?? 0));

function linesTable(display: Display, lines: readonly OrderLineRow[]): object {
  const { locale, currency } = display;
  return listTable(
    display,
    [
      ['report.column.partNumber', 'auto'],
      ['report.column.supplierNumber', 'auto'],
      ['report.column.name', '*'],
      ['report.column.quantity', 'auto', 'right'],
      ['report.column.unit', 'auto'],
      ['report.column.price', 'auto', 'right'],
      ['workOrder.line.net', 'auto', 'right'],
    ],
    lines.map((line) => [
      line.part_number,
      line.supplier_number,
      line.part_name,
      formatNumber(line.quantity, locale, decimalsOf(line.quantity, QUANTITY_DECIMALS)),
      wordsOf(display, `parts.unit.${line.unit}`),
      formatNumber(line.unit_price, locale, decimalsOf(line.unit_price, PRICE_DECIMALS, 2)),
      formatMoney(line.net, currency, locale),
    ]),
  );
}

/** The PDF of an order: buyer, supplier, place of delivery, lines and their net total. */
export async function orderDocument(
  trx: Transaction,
  files: Files,
  order: OrderRow,
  display: Display,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const lines = await orderLines(trx, order.id);
  const buyer = await buyerOf(trx, order.customer_id);
  const logoFile =
    buyer.logo_file_id === null ? null : ((await fileById(trx, buyer.logo_file_id)) ?? null);
  const { logo } = await recordPhotos(files, logoFile, null, []);
  const day = (at: Date | null) => (at === null ? null : formatDate(at.getTime(), display.dates));
  const content = reportPdf(
    display,
    {
      title: wordsOf(display, 'parts.order.title'),
      of: order.reference_number,
      customer: buyer.name,
      parts: [
        factsTable(display, [
          ['records.fact.reference', order.reference_number],
          ['records.fact.customer', buyer.name],
          ['report.column.supplier', order.supplier],
          ['parts.order.account', order.supplier_account || null],
          ['parts.order.deliverTo', `${order.store}, ${order.depot}`],
          ['report.column.state', wordsOf(display, `parts.order.state.${order.state}`)],
          ['report.column.ordered', day(order.ordered_at)],
          ['parts.order.orderedBy', order.ordered_by],
        ]),
        heading(wordsOf(display, 'workOrder.lines')),
        linesTable(display, lines),
        factsTable(display, [
          ['workOrder.total', formatMoney(order.total, display.currency, display.locale)],
        ]),
        ...(order.note === '' ? [] : [{ text: order.note }]),
      ],
    },
    logo,
  );
  return { name: `${safeName(order.reference_number)}.pdf`, bytes: await makePdf(content) };
}

import { DEFAULT_CURRENCY, DEFAULT_DATE_FORMAT } from '@roadworthy/domain';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  enqueueDeliveries,
  type Message,
  Undeliverable,
} from '../../../../platform/deliveries/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Display } from '../../../../platform/tables/index.ts';
import { LOCALES, referenceOf, textOf } from '../../../../platform/texts.ts';
import { buyerOf, type OrderRow, orderById } from './parts-orders.repository.ts';
import { orderDocument } from './parts-orders-document.ts';

/** Kind of the deliveries of purchase orders. */
const KIND = 'purchase_order';

interface OrderMail {
  readonly orderId: number;
  readonly language: 'en' | 'pt';
}

/** Adds the mail of an order in the transaction that orders it: it is sent only if that is committed. */
export async function enqueueOrder(
  trx: Transaction,
  order: Pick<OrderRow, 'id' | 'customer_id'>,
  email: string,
  language: OrderMail['language'],
): Promise<void> {
  await enqueueDeliveries(trx, [
    {
      customer_id: order.customer_id,
      channel: 'email',
      queue: 'documents',
      kind: KIND,
      target: email,
      delivery_key: `purchase-order:${order.id}`,
      content: { orderId: order.id, language } satisfies OrderMail,
    },
  ]);
}

/**
 * The mail of an order with its PDF, in the language that was chosen for it.
 *
 * @throws Undeliverable if the order no longer exists
 */
export async function composeOrderMail(
  trx: Transaction,
  files: Files,
  target: string,
  { orderId, language }: OrderMail,
): Promise<Message> {
  const order = await orderById(trx, orderId);
  if (order === undefined) throw new Undeliverable('delivery.record_deleted');
  const buyer = await buyerOf(trx, order.customer_id);
  const wording = await wordingOf(trx, order.customer_id, language);
  const display: Display = {
    language: wording,
    locale: LOCALES[referenceOf(wording)],
    unit: 'KMS',
    currency: buyer.currency ?? DEFAULT_CURRENCY,
    dates: { timeZone: 'UTC', dateFormat: DEFAULT_DATE_FORMAT, timeFormat: null },
  };
  const { name, bytes } = await orderDocument(trx, files, order, display);
  const values = {
    number: order.reference_number,
    customer: buyer.name,
    store: order.store,
    sender: order.ordered_by ?? '',
  };
  const text = textOf(wording, 'parts.order.mail.body', values);
  const subject = textOf(wording, 'parts.order.mail.subject', values);
  return {
    channel: 'email',
    mail: { to: target, subject, text, html: htmlOfText(text) },
    attachments: [{ filename: name, contentType: 'application/pdf', content: bytes }],
  };
}

/** Registers the mails of purchase orders. Call it before deliveries start. */
export function registerOrderMails({
  deliveries,
  files,
}: Pick<Services, 'deliveries' | 'files'>): void {
  deliveries.register(KIND, {
    compose: (trx, { target, content }) =>
      composeOrderMail(trx, files, target, content as unknown as OrderMail),
  });
}

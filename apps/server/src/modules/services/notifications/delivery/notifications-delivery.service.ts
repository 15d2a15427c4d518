import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { must } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  failureOf,
  failureText,
  isPermanentFailure,
} from '../../../../platform/deliveries/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, type Wording } from '../../../../platform/texts.ts';
import { customerNames } from '../../../core/customers/index.ts';
import {
  emailById,
  managedEmail,
  type NotificationType,
  unsubscribeEmail,
} from '../notifications.repository.ts';
import {
  type DeliveryRow,
  deliveryPage,
  storeReturn,
  storeTest,
  visibleDelivery,
} from './notifications-delivery.repository.ts';
import { sampleMail } from './notifications-delivery-mail.ts';
import { deliveryOfToken, tokenId, unsubscribeToken } from './notifications-delivery-token.ts';
import { returnedMail } from './returned-mail.ts';

type Calls = typeof contract.notifications;
type Delivery = AnswerOf<Calls['test']>;

const toDelivery = (viewer: Viewer, { created_at, ended_at, ...row }: DeliveryRow): Delivery => ({
  ...row,
  failure: row.failure && failureText(languageOf(viewer.language), row.failure),
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

/** Language, wording and formats for an address of a customer. */
async function readerOf(trx: Transaction, customerId: number, email: string): Promise<MailReader> {
  const readers = await mailReaders(trx, customerId, [email]);
  return must(readers[0], 'notification.reader_missing');
}

/** Data of the unsubscribe page. */
export interface Unsubscribing {
  readonly email: string;
  readonly type: NotificationType;
  readonly wording: Wording;
  readonly isDone: boolean;
}

/** Deliveries of report e-mails: preview, test, log, and unsubscribing (L-12). */
export class NotificationDeliveryService {
  constructor(private readonly services: Pick<Services, 'db' | 'mail' | 'config'>) {}

  /** A sample mail of a type, as an address of the viewer's customer would receive it. */
  async preview(
    viewer: Viewer,
    { notification_type: type, email = '' }: QueryOf<Calls['preview']>,
  ): Promise<AnswerOf<Calls['preview']>> {
    const { db, config } = this.services;
    const { reader, customer } = await db.asViewer(viewer, async (trx) => ({
      reader: await readerOf(trx, viewer.customerId ?? 0, email),
      customer:
        (await customerNames(trx, viewer)).find(({ id }) => id === viewer.customerId)?.name ?? '',
    }));
    const links = {
      customer,
      link: `${config.publicUrl}/vehicle-file/activity`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/…/`,
    };
    const { subject, text } = sampleMail(type, links, reader);
    return { subject, text };
  }

  /**
   * Sends the sample mail to an address, waits for the mail server's response, and stores it.
   *
   * @throws HttpError 404 if the address does not exist or is not visible
   */
  async test(viewer: Viewer, id: number): Promise<Delivery> {
    const { db, mail, config } = this.services;
    const { row, reader } = await db.asViewer(viewer, async (trx) => {
      const found = await managedEmail(trx, viewer, id);
      if (found === undefined) throw notFound();
      return { row: found, reader: await readerOf(trx, found.customer, found.email) };
    });
    const token = unsubscribeToken(config.sessionSecret, id);
    const links = {
      customer: row.customer_name,
      link: `${config.publicUrl}/vehicle-file/activity`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
    };
    const content = sampleMail(row.notification_type, links, reader);
    const ended = await mail
      .deliver({ to: row.email, ...content })
      .then(() => ({ state: 'sent', failure: null }) as const)
      .catch((error: unknown) => ({
        state: isPermanentFailure(error) ? ('bounced' as const) : ('failed' as const),
        failure: failureOf(error),
      }));
    const stored = await db.asViewer(viewer, (trx) =>
      storeTest(trx, {
        customerId: row.customer,
        emailId: id,
        email: row.email,
        type: row.notification_type,
        ...ended,
      }),
    );
    return toDelivery(viewer, stored);
  }

  /**
   * Stores that a mail was returned. Ignores reports of delays, and mails that this installation
   * did not send.
   *
   * @param report as the mail server received it
   */
  async returned(report: string): Promise<void> {
    const found = returnedMail(report);
    const { sessionSecret } = this.services.config;
    const id = found === null ? null : deliveryOfToken(sessionSecret, found.token);
    if (found === null || id === null) return;
    await this.services.db.asSystem((trx) => storeReturn(trx, id, found.failure));
  }

  /** A page of the mails of the viewer's customer, newest first. */
  async deliveries(
    viewer: Viewer,
    query: QueryOf<Calls['deliveries']>,
  ): Promise<AnswerOf<Calls['deliveries']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, (trx) =>
      deliveryPage(trx, viewer, pageOf(query), {
        type: query.notification_type ?? null,
        state: query.state ?? null,
      }),
    );
    return { count, count_is_limit: isLimit, results: rows.map((row) => toDelivery(viewer, row)) };
  }

  /** @throws HttpError 404 if the mail does not exist or is not visible */
  async delivery(viewer: Viewer, id: number): Promise<Delivery> {
    const row = await this.services.db.asViewer(viewer, (trx) => visibleDelivery(trx, viewer, id));
    if (row === undefined) throw notFound();
    return toDelivery(viewer, row);
  }

  /**
   * Data for an unsubscribe link; unsubscribes the address if requested.
   *
   * @throws HttpError 404 for an invalid link, and for an address that was deleted
   */
  async unsubscribe(token: string, isWanted: boolean): Promise<Unsubscribing> {
    const id = tokenId(this.services.config.sessionSecret, token);
    if (id === null) throw notFound();
    return this.services.db.asSystem(async (trx) => {
      const row = isWanted ? await unsubscribeEmail(trx, id) : await emailById(trx, id);
      if (row === undefined) throw notFound();
      return {
        email: row.email,
        type: row.notification_type,
        wording: (await readerOf(trx, row.customer, row.email)).wording,
        isDone: row.unsubscribed,
      };
    });
  }
}

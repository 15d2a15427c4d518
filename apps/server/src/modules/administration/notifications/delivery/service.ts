import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import { customerNames } from '../../customers/repository.ts';
import {
  emailById,
  keptEmail,
  languageOfCustomer,
  type NotificationType,
  unsubscribeEmail,
} from '../repository.ts';
import { failureOf } from './job.ts';
import { sampleLetter } from './letter.ts';
import { type DeliveryRow, deliveryInSight, deliveryPage, keepTest } from './repository.ts';
import { tokenId, unsubscribeToken } from './token.ts';

type Calls = typeof contract.notifications;
type Delivery = AnswerOf<Calls['test']>;

const toDelivery = ({ created_at, ended_at, ...row }: DeliveryRow): Delivery => ({
  ...row,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

/** What the page of a link says. */
export interface Unsubscribing {
  readonly email: string;
  readonly type: NotificationType;
  readonly language: string;
  readonly isDone: boolean;
}

/** Report e-mails on their way: preview, test, log, and their end (L-12). */
export class NotificationDeliveryService {
  constructor(private readonly services: Pick<Services, 'db' | 'mail' | 'config'>) {}

  /** A mail of a kind about an invented vehicle, as the own customer's people would get it. */
  async preview(viewer: Viewer, type: NotificationType): Promise<AnswerOf<Calls['preview']>> {
    const { db, config } = this.services;
    const { language, customer } = await db.asViewer(viewer, async (trx) => ({
      language: await languageOfCustomer(trx, viewer.customerId ?? 0),
      customer:
        (await customerNames(trx, viewer)).find(({ id }) => id === viewer.customerId)?.name ?? '',
    }));
    const { subject, text } = sampleLetter(type, {
      language,
      customer,
      link: `${config.publicUrl}/vehicle-file/activity`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/…/`,
    });
    return { subject, text };
  }

  /**
   * Sends the preview to an address, waits for what the mail server says, and keeps it.
   *
   * @throws HttpError 404 for an unknown address and for one out of sight
   */
  async test(viewer: Viewer, id: number): Promise<Delivery> {
    const { db, mail, config } = this.services;
    const { row, language } = await db.asViewer(viewer, async (trx) => {
      const found = await keptEmail(trx, viewer, id);
      if (found === undefined) throw notFound();
      return { row: found, language: await languageOfCustomer(trx, found.customer) };
    });
    const token = unsubscribeToken(config.sessionSecret, id);
    const letter = sampleLetter(row.notification_type, {
      language,
      customer: row.customer_name,
      link: `${config.publicUrl}/vehicle-file/activity`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
    });
    let failure: string | null = null;
    try {
      await mail.deliver({ to: row.email, ...letter });
    } catch (error) {
      failure = failureOf(error);
    }
    const kept = await db.asViewer(viewer, (trx) =>
      keepTest(trx, {
        customerId: row.customer,
        emailId: id,
        email: row.email,
        type: row.notification_type,
        failure,
      }),
    );
    return toDelivery(kept);
  }

  /** A page of the mails of the own customer, newest first. */
  async deliveries(
    viewer: Viewer,
    query: QueryOf<Calls['deliveries']>,
  ): Promise<AnswerOf<Calls['deliveries']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      deliveryPage(trx, viewer, pageOf(query), {
        type: query.notification_type ?? null,
        state: query.state ?? null,
      }),
    );
    return { count, results: rows.map(toDelivery) };
  }

  /** @throws HttpError 404 for an unknown mail and for one out of sight */
  async delivery(viewer: Viewer, id: number): Promise<Delivery> {
    const row = await this.services.db.asViewer(viewer, (trx) => deliveryInSight(trx, viewer, id));
    if (row === undefined) throw notFound();
    return toDelivery(row);
  }

  /**
   * What a link of a mail means; ends the mails where that is wanted.
   *
   * @throws HttpError 404 for a link that is not ours, and for an address that is gone
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
        language: await languageOfCustomer(trx, row.customer),
        isDone: row.unsubscribed,
      };
    });
  }
}

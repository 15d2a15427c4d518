import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import { noticeText, notifyUser } from '../../core/users/index.ts';

interface Concerned {
  readonly id: number;
  readonly customer_id: number;
  readonly author_id: number | null;
  readonly author: string;
}

/**
 * Notifies a driver of a new message, of a reminder or of an answer from the office. The notice does not
 * contain the text: it is read in the application, which records the receipt.
 *
 * @param accountId of the driver; null without one
 * @param author who wrote or reminded
 */
export async function notifyDriver(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  { customer_id: customerId, id }: Pick<Concerned, 'customer_id' | 'id'>,
  accountId: number | null,
  { author, kind }: { readonly kind: 'sent' | 'reminder' | 'reply'; readonly author: string },
): Promise<void> {
  if (accountId === null) return;
  await notifyUser(trx, services, {
    customerId,
    userId: accountId,
    path: `/driver-messages/own?open=${id}`,
    tag: `driver-message-${id}`,
    write: (language, address) =>
      noticeText(language, [`driverMessages.mail.${kind}`, 'driverMessages.mail.body'], {
        author,
        address,
      }),
  });
}

/** Notifies the sender of a message of a driver's answer. */
export async function notifySender(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  { author_id: userId, customer_id: customerId, id }: Concerned,
  driver: string,
): Promise<void> {
  if (userId === null) return;
  await notifyUser(trx, services, {
    customerId,
    userId,
    path: `/driver-messages?open=${id}`,
    tag: `driver-message-${id}`,
    write: (language, address) =>
      noticeText(language, ['driverMessages.mail.answered', 'driverMessages.mail.body'], {
        driver,
        address,
      }),
  });
}

import { mailReaders } from '../../../../platform/customer-texts/index.ts';
import { Undeliverable } from '../../../../platform/deliveries/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { recordOf } from './notifications-delivery.repository.ts';
import { recordMail } from './notifications-delivery-mail.ts';
import { deliveryToken, unsubscribeToken } from './notifications-delivery-token.ts';
import { DELIVERY_HEADER } from './returned-mail.ts';

/** Composes the mails about records, which a database trigger enqueues with the record. */
export function registerRecordMails({
  deliveries,
  config: { sessionSecret, publicUrl },
}: Pick<Services, 'deliveries' | 'config'>): void {
  deliveries.register('record', {
    compose: async (trx, { id, customer_id: customerId, target }) => {
      const row = await recordOf(trx, id);
      const [reader] = await mailReaders(trx, customerId ?? 0, [target]);
      if (row === undefined || reader === undefined) {
        throw new Undeliverable('delivery.record_deleted');
      }
      const token = unsubscribeToken(sessionSecret, row.notification_email_id);
      const content = recordMail(
        {
          ...row,
          type: row.notification_type,
          link: `${publicUrl}/vehicle-file/activity?vehicle=${row.vehicle_id}`,
          unsubscribe: `${publicUrl}/api/notifications/unsubscribe/${token}/`,
        },
        reader,
      );
      const delivery = { [DELIVERY_HEADER]: deliveryToken(sessionSecret, id) };
      const headers = { ...content.headers, ...delivery };
      return { channel: 'email', mail: { to: target, ...content, headers } };
    },
  });
}

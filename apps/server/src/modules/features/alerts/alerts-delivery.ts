import { mailReaders } from '../../../platform/customer-texts/index.ts';
import { Undeliverable } from '../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { type AlertFacts, alertsById } from './alerts.repository.ts';
import { alertLine, alertMailTexts, alertTexts, eventNameOf } from './alerts-texts.ts';

/** The body of a webhook. */
function webhookBody(row: AlertFacts): string {
  return JSON.stringify({
    id: Number(row.alert_id),
    rule: row.rule_name,
    severity: row.severity,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    event: { name: eventNameOf(row), eventCode: row.event_code },
    timestamp: row.occurred_at.toISOString(),
    lat: row.latitude,
    long: row.longitude,
    geofence: row.geofence_name,
  });
}

/** Composes the messages of alerts to the addresses of their rules. */
export function registerDeliveries({
  deliveries,
  config,
}: Pick<Services, 'deliveries' | 'config'>) {
  deliveries.register('alert', {
    compose: async (trx, { alert_id: alertId, channel, target }) => {
      const [alert] = await alertsById(trx, [alertId ?? '0']);
      if (alert === undefined) throw new Undeliverable('delivery.alert_deleted');
      if (channel === 'webhook') {
        return {
          channel,
          url: target,
          secret: alert.webhook_secret ?? '',
          body: webhookBody(alert),
        };
      }
      const [reader] = await mailReaders(trx, alert.customer_id, [target]);
      // Times for an address without a user are those of the rule.
      const texts = alertTexts(alert, reader);
      if (channel === 'sms') return { channel, to: target, text: alertLine(texts) };
      const mail = alertMailTexts(texts, config.publicUrl);
      return {
        channel: 'email',
        mail: { to: target, ...mail, html: htmlOfText(mail.text) },
      };
    },
  });
}

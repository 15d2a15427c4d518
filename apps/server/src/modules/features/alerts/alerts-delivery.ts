import { DEFAULT_DATE_FORMAT, eventType, formatDateTime } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../platform/customer-texts/index.ts';
import { Undeliverable } from '../../../platform/deliveries/index.ts';
import { htmlOfText, type Mail } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { isTextKey, textOf } from '../../../platform/texts.ts';
import { type AlertFacts, alertById } from './alerts.repository.ts';

const nameOf = (row: AlertFacts) => eventType(row.event_code)?.name ?? String(row.event_code);

/** The body of a webhook. */
function webhookBody(row: AlertFacts): string {
  return JSON.stringify({
    id: Number(row.alert_id),
    rule: row.rule_name,
    severity: row.severity,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    event: { name: nameOf(row), eventCode: row.event_code },
    timestamp: row.occurred_at.toISOString(),
    lat: row.latitude,
    long: row.longitude,
    geofence: row.geofence_name,
  });
}

/**
 * The mail of an alert, in the recipient's language and time zone, by default the zone of the rule.
 */
function alertMail(
  publicUrl: string,
  to: string,
  row: AlertFacts,
  reader: MailReader | undefined,
): Mail {
  const wording = reader?.wording ?? 'en';
  const when = formatDateTime(row.occurred_at.getTime(), {
    timeZone: reader?.timeZone ?? row.time_zone ?? 'UTC',
    dateFormat: reader?.dateFormat ?? DEFAULT_DATE_FORMAT,
    timeFormat: reader?.timeFormat ?? null,
  });
  const day = row.occurred_at.toISOString().slice(0, 10);
  const event = `event.${row.event_code}`;
  const values = {
    rule: row.rule_name,
    event: isTextKey(event) ? textOf(wording, event) : nameOf(row),
    registration: row.registration,
    when,
    geofence: row.geofence_name ?? '',
    link: `${publicUrl}/events/activity?vehicleId=${row.vehicle_id}&startDate=${day}`,
  };
  const place =
    row.geofence_name === null ? '' : `\n${textOf(wording, 'alert.mail.geofence', values)}`;
  const text = textOf(wording, 'alert.mail.body', { ...values, place });
  return {
    to,
    subject: textOf(wording, 'alert.mail.subject', values),
    text,
    html: htmlOfText(text),
  };
}

/** Composes the mails and webhooks of alerts. */
export function registerDeliveries({
  deliveries,
  config,
}: Pick<Services, 'deliveries' | 'config'>) {
  deliveries.register('alert', {
    compose: async (trx, { alert_id: alertId, channel, target }) => {
      const alert = await alertById(trx, alertId ?? '0');
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
      return { channel, mail: alertMail(config.publicUrl, target, alert, reader) };
    },
  });
}

import { DEFAULT_DATE_FORMAT, eventType, formatDateTime } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../platform/customer-texts/index.ts';
import { htmlOfText, type Mail } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { isTextKey, textOf } from '../../../platform/texts.ts';
import {
  type DeliveryRow,
  deliveryById,
  forgottenDeliveries,
  keepAttempt,
} from './alerts.repository.ts';
import { sendWebhook } from './alerts-webhook.ts';

export const DELIVERY_JOB = 'alert-delivery';
export interface DeliveryJob {
  readonly deliveryId: string;
}
/** About three hours, with the increasing pauses of the job queue. */
const MAX_ATTEMPTS = 16;

const nameOf = (row: DeliveryRow) => eventType(row.event_code)?.name ?? String(row.event_code);

/** The body of a webhook. */
function webhookBody(row: DeliveryRow): string {
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
function alertMail(publicUrl: string, row: DeliveryRow, reader: MailReader | undefined): Mail {
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
    to: row.target,
    subject: textOf(wording, 'alert.mail.subject', values),
    text,
    html: htmlOfText(text),
  };
}

type DeliveryServices = Pick<Services, 'db' | 'config' | 'mail' | 'jobs'>;

async function make({ db, config, mail }: DeliveryServices, row: DeliveryRow): Promise<void> {
  if (row.channel === 'email') {
    const [reader] = await db.asSystem((trx) => mailReaders(trx, row.customer_id, [row.target]));
    return mail.deliver(alertMail(config.publicUrl, row, reader));
  }
  return sendWebhook({
    url: row.target,
    secret: row.webhook_secret ?? '',
    body: webhookBody(row),
    nowMs: Date.now(),
    allowPrivate: config.allowPrivateWebhooks,
  });
}

/** Runs one delivery and stores its result; the job queue retries failures. */
async function deliver(services: DeliveryServices, deliveryId: string): Promise<void> {
  const { db } = services;
  const row = await db.asSystem((trx) => deliveryById(trx, deliveryId));
  if (row === undefined || row.state !== 'waiting') return;
  try {
    await make(services, row);
  } catch (error) {
    const isLast = row.attempts + 1 >= MAX_ATTEMPTS;
    const detail = (error as Error).message.slice(0, 200);
    await db.asSystem((trx) => keepAttempt(trx, row.id, isLast ? 'failed' : 'waiting', detail));
    if (!isLast) throw error;
    return;
  }
  await db.asSystem((trx) => keepAttempt(trx, row.id, 'sent', null));
}

/** Declares the jobs that deliver alerts. */
export function registerDeliveries(services: DeliveryServices): void {
  const { jobs, db } = services;
  jobs.register<DeliveryJob>(DELIVERY_JOB, ({ deliveryId }) => deliver(services, deliveryId));
  jobs.register(
    'alert-forgotten-deliveries',
    async () => {
      for (const deliveryId of await db.asSystem(forgottenDeliveries)) {
        await jobs.send<DeliveryJob>(DELIVERY_JOB, { deliveryId });
      }
    },
    '*/5 * * * *',
  );
}

import { must } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { lockWaiting, storeResult, type WaitingRow } from './notifications-delivery.repository.ts';
import { recordMail } from './notifications-delivery-mail.ts';
import { deliveryToken, unsubscribeToken } from './notifications-delivery-token.ts';
import { DELIVERY_HEADER } from './returned-mail.ts';

/** Mails per run; the next run handles the rest. */
const AT_ONCE = 50;
/**
 * Minutes until the next attempt, by the number of failed attempts; after the last one it gives up.
 */
const RETRY_AFTER_MIN = [1, 5, 30, 180] as const;
const MAX_FAILURE = 500;

type DeliveryServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** The mail server's response, truncated for storage. */
export function failureOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_FAILURE);
}

/**
 * Whether a mail server rejected the address permanently (RFC 5321: 5yz), so that a retry is
 * useless.
 */
export function isPermanentFailure(error: unknown): boolean {
  const { rejected, responseCode } = error as { rejected?: unknown; responseCode?: unknown };
  return Array.isArray(rejected) && rejected.length > 0 && Number(responseCode) >= 500;
}

async function deliver(
  { mail, config }: DeliveryServices,
  row: WaitingRow,
  reader: MailReader,
): Promise<void> {
  const token = unsubscribeToken(config.sessionSecret, row.notification_email_id);
  const content = recordMail(
    {
      ...row,
      type: row.notification_type,
      link: `${config.publicUrl}/vehicle-file/activity?vehicle=${row.vehicle_id}`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
    },
    reader,
  );
  const delivery = { [DELIVERY_HEADER]: deliveryToken(config.sessionSecret, row.id) };
  await mail.deliver({ to: row.email, ...content, headers: { ...content.headers, ...delivery } });
}

/** Result of an attempt that the server did not accept. */
function resultOf(error: unknown, attempts: number): Parameters<typeof storeResult>[2] {
  const failure = failureOf(error);
  if (isPermanentFailure(error)) return { state: 'bounced', failure };
  const minutes = RETRY_AFTER_MIN[attempts];
  return minutes === undefined
    ? { state: 'failed', failure }
    : { state: 'waiting', failure, againAt: new Date(Date.now() + minutes * 60_000) };
}

/**
 * Sends waiting mails, each with its result in a separate transaction: if the server stops before the
 * commit, a mail can be sent twice. Delivery is at least once.
 *
 * @returns the number of mails sent
 */
export async function sendWaiting(services: DeliveryServices): Promise<number> {
  let sent = 0;
  for (let n = 0; n < AT_ONCE; n += 1) {
    const went = await services.db.asSystem(async (trx) => {
      const [row] = await lockWaiting(trx, 1);
      if (row === undefined) return null;
      try {
        const readers = await mailReaders(trx, row.customer_id, [row.email]);
        await deliver(services, row, must(readers[0], 'notification.reader_missing'));
        await storeResult(trx, row.id, { state: 'sent' });
        return true;
      } catch (error) {
        await storeResult(trx, row.id, resultOf(error, row.attempts));
        return false;
      }
    });
    if (went === null) break;
    if (went) sent += 1;
  }
  return sent;
}

/** Registers the job of report e-mails, which runs every minute. Call it before `jobs.start`. */
export function registerNotificationJob(
  services: DeliveryServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'notification-emails',
    async () => {
      const sent = await sendWaiting(services);
      if (sent > 0) services.log.info({ sent }, 'report e-mails were sent');
    },
    '* * * * *',
  );
}

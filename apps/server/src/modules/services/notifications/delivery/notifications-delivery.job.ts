import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { holdWaiting, keepEnd, type WaitingRow } from './notifications-delivery.repository.ts';
import { letterOf } from './notifications-delivery-letter.ts';
import { deliveryToken, unsubscribeToken } from './notifications-delivery-token.ts';
import { DELIVERY_HEADER } from './returned-mail.ts';

/** Maximum mails per run. */
const AT_ONCE = 50;
/** Minutes until each retry of a mail that was not accepted; after the last one it is given up. */
const AGAIN_AFTER_MIN = [1, 5, 30, 180] as const;
const MAX_FAILURE = 500;

type DeliveryServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** The mail server's answer, shortened for storing. */
export function failureOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_FAILURE);
}

/** Whether a mail server refused the address permanently (RFC 5321: 5yz). */
export function isRefusedForGood(error: unknown): boolean {
  const { rejected, responseCode } = error as { rejected?: unknown; responseCode?: unknown };
  return Array.isArray(rejected) && rejected.length > 0 && Number(responseCode) >= 500;
}

async function deliver(
  { mail, config }: DeliveryServices,
  row: WaitingRow,
  reader: MailReader,
): Promise<void> {
  const token = unsubscribeToken(config.sessionSecret, row.notification_email_id);
  const letter = letterOf(
    {
      ...row,
      type: row.notification_type,
      link: `${config.publicUrl}/vehicle-file/activity?vehicle=${row.vehicle_id}`,
      unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
    },
    reader,
  );
  const delivery = { [DELIVERY_HEADER]: deliveryToken(config.sessionSecret, row.id) };
  await mail.deliver({ to: row.email, ...letter, headers: { ...letter.headers, ...delivery } });
}

/** The outcome of a mail that the server did not accept. */
function endOf(error: unknown, attempts: number): Parameters<typeof keepEnd>[2] {
  const failure = failureOf(error);
  if (isRefusedForGood(error)) return { state: 'bounced', failure };
  const minutes = AGAIN_AFTER_MIN[attempts];
  return minutes === undefined
    ? { state: 'failed', failure }
    : { state: 'waiting', failure, againAt: new Date(Date.now() + minutes * 60_000) };
}

/**
 * Sends the waiting mails. Each one has a separate transaction: if the process ends between sending
 * and commit, the mail is sent twice, but none is lost.
 *
 * @returns the number of mails sent
 */
export async function sendWaiting(services: DeliveryServices): Promise<number> {
  let sent = 0;
  for (let n = 0; n < AT_ONCE; n += 1) {
    const went = await services.db.asSystem(async (trx) => {
      const [row] = await holdWaiting(trx, 1);
      if (row === undefined) return null;
      try {
        const [reader] = await mailReaders(trx, row.customer_id, [row.email]);
        if (reader === undefined) throw new Error('A mail has no reader.');
        await deliver(services, row, reader);
        await keepEnd(trx, row.id, { state: 'sent' });
        return true;
      } catch (error) {
        await keepEnd(trx, row.id, endOf(error, row.attempts));
        return false;
      }
    });
    if (went === null) break;
    if (went) sent += 1;
  }
  return sent;
}

/** Declares the job that sends report e-mails every minute. Call before `jobs.start`. */
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

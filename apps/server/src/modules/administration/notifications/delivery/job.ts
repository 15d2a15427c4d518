import type { Services } from '../../../../platform/services.ts';
import { letterOf } from './letter.ts';
import { holdWaiting, keepEnd, type WaitingRow } from './repository.ts';
import { unsubscribeToken } from './token.ts';

/** In a round; the others follow in the next. */
const AT_ONCE = 50;
/** A mail that the server did not take is tried again after so many minutes, then given up. */
const AGAIN_AFTER_MIN = [1, 5, 30, 180] as const;
const MAX_FAILURE = 500;

type DeliveryServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** What the mail server said, short enough to be kept. */
export function failureOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_FAILURE);
}

async function deliver({ mail, config }: DeliveryServices, row: WaitingRow): Promise<void> {
  const token = unsubscribeToken(config.sessionSecret, row.notification_email_id);
  const letter = letterOf({
    ...row,
    type: row.notification_type,
    link: `${config.publicUrl}/vehicle-file/activity?vehicle=${row.vehicle_id}`,
    unsubscribe: `${config.publicUrl}/api/notifications/unsubscribe/${token}/`,
  });
  await mail.deliver({ to: row.email, ...letter });
}

/**
 * Sends what waits. Each mail ends in a transaction of its own: it may come twice where the server
 * ends between the two, and never not at all.
 *
 * @returns how many were sent
 */
export async function sendWaiting(services: DeliveryServices): Promise<number> {
  let sent = 0;
  for (let n = 0; n < AT_ONCE; n += 1) {
    const went = await services.db.asSystem(async (trx) => {
      const [row] = await holdWaiting(trx, 1);
      if (row === undefined) return null;
      try {
        await deliver(services, row);
        await keepEnd(trx, row.id, { state: 'sent' });
        return true;
      } catch (error) {
        const minutes = AGAIN_AFTER_MIN[row.attempts];
        const failure = failureOf(error);
        await keepEnd(
          trx,
          row.id,
          minutes === undefined
            ? { state: 'failed', failure }
            : { state: 'waiting', failure, againAt: new Date(Date.now() + minutes * 60_000) },
        );
        return false;
      }
    });
    if (went === null) break;
    if (went) sent += 1;
  }
  return sent;
}

/** Declares the job of report e-mails: every minute. Before `jobs.start`. */
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

import { formatDateTime, takesOffRoad } from '@roadworthy/domain';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { knownText, placeText } from '../../../../platform/known-texts.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import {
  lockUnnotified,
  managersOf,
  markNotified,
  type Recipient,
  type SeriousCheck,
} from './walkaround-notification.repository.ts';

const JOB = 'serious-checks';
/** Checks per run; the next run handles the rest. */
const AT_ONCE = 50;

interface Job {
  /** One check; all pending checks if missing. */
  readonly checkId?: number;
}
type NotificationServices = Pick<Services, 'db' | 'config'>;

/**
 * The mail to one recipient, with the customer's custom texts, in the recipient's time zone or UTC.
 */
function mailTo(
  person: Recipient,
  language: Wording,
  check: SeriousCheck,
  publicUrl: string,
): Mail {
  const serious = check.items.flatMap(({ name, area, severity, note }) =>
    severity !== null && takesOffRoad({ area, severity })
      ? [
          `${knownText(language, name)}: ${textOf(language, `records.severity.${severity}`)}, ${note ?? ''}`,
        ]
      : [],
  );
  const values = {
    name: person.first_name,
    registration: check.registration,
    driver: check.driver,
    reference: check.reference_number,
    depot: check.depot === '' ? '–' : check.depot,
    place: check.place === null ? '–' : placeText(language, check.place),
    at: formatDateTime(check.checked_at.getTime(), {
      timeZone: person.time_zone ?? 'UTC',
      dateFormat: null,
      timeFormat: null,
    }),
    defects: serious.join('\n'),
    link: `${publicUrl}/vehicle-file/activity?vehicleId=${check.vehicle_id}`,
  };
  const text = textOf(language, 'check.serious.body', values);
  return {
    to: person.email,
    subject: textOf(language, 'check.serious.subject', values),
    text,
    html: htmlOfText(text),
  };
}

/**
 * Notifies the managers of the depot of checks that took a vehicle off the road. The mark and the
 * mails are one transaction.
 *
 * @returns the number of checks notified
 */
export async function notifySeriousDefects(
  { db, config }: NotificationServices,
  checkId: number | null = null,
): Promise<number> {
  let notified = 0;
  while (notified < AT_ONCE) {
    const wasPending = await db.asSystem(async (trx) => {
      const check = await lockUnnotified(trx, checkId);
      if (check === undefined) return false;
      await markNotified(trx, check.id);
      for (const person of await managersOf(trx, check)) {
        const wording = await wordingOf(trx, check.customer_id, person.language);
        await enqueueMail(trx, check.customer_id, mailTo(person, wording, check, config.publicUrl));
      }
      return true;
    });
    if (!wasPending) break;
    notified += 1;
  }
  return notified;
}

/** Notifies the depot at once; if this fails, the job that runs every minute does it. */
export async function notifyNow(
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  checkId: number,
): Promise<void> {
  await jobs
    .send<Job>(JOB, { checkId })
    .catch((error) => log.warn({ err: error }, 'notification of a serious defect is delayed'));
}

/** Registers the job that notifies of serious defects: at once, and every minute for the rest. */
export function registerWalkaroundNotificationJob(
  services: NotificationServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register<Job>(
    JOB,
    async (job) => {
      const notified = await notifySeriousDefects(services, job?.checkId ?? null);
      if (notified > 0) services.log.info({ notified }, 'depots were notified of serious defects');
    },
    '* * * * *',
  );
}

import { formatDateTime, takesOffRoad } from '@roadworthy/domain';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { knownText, placeText } from '../../../../platform/known-texts.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import {
  holdUntold,
  managersOf,
  markNotified,
  type SeriousCheck,
  type Told,
} from './walkaround-notification.repository.ts';

const JOB = 'serious-checks';
/** In a round; the others follow in the next. */
const AT_ONCE = 50;

interface Job {
  /** One check; all that wait where it is missing. */
  readonly checkId?: number;
}
type NotificationServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** What one person is told, in the own words and zone (UTC where there is none). */
function mailTo(person: Told, language: Wording, check: SeriousCheck, publicUrl: string): Mail {
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
 * Tells the managers of the depot of checks that took a vehicle off the road. Mark and mails are
 * one transaction: a mail may come twice where the server ends between the two, and never not at
 * all.
 *
 * @returns how many checks were told of
 */
export async function tellSerious(
  { db, mail, config }: NotificationServices,
  checkId: number | null = null,
): Promise<number> {
  let told = 0;
  while (told < AT_ONCE) {
    const wasThere = await db.asSystem(async (trx) => {
      const check = await holdUntold(trx, checkId);
      if (check === undefined) return false;
      await markNotified(trx, check.id);
      for (const person of await managersOf(trx, check)) {
        const wording = await wordingOf(trx, check.customer_id, person.language);
        await mail.send(mailTo(person, wording, check, config.publicUrl));
      }
      return true;
    });
    if (!wasThere) break;
    told += 1;
  }
  return told;
}

/** Has the depot told at once; where this fails, the job that looks every minute finds it. */
export async function tellNow(
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  checkId: number,
): Promise<void> {
  await jobs
    .send<Job>(JOB, { checkId })
    .catch((error) => log.warn({ err: error }, 'a serious defect is told later'));
}

/** Declares the job that tells of serious defects: at once, and every minute what was left. */
export function registerWalkaroundNotificationJob(
  services: NotificationServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register<Job>(
    JOB,
    async (job) => {
      const told = await tellSerious(services, job?.checkId ?? null);
      if (told > 0) services.log.info({ told }, 'depots were told of serious defects');
    },
    '* * * * *',
  );
}

import { formatDate } from '@roadworthy/domain';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import {
  investigationsToNotify,
  markNotified,
  type NotificationRow,
} from './investigations-notification.repository.ts';

const DAY_MS = 86_400_000;
/** Maximum per run; the rest stay unmarked and follow in the next run. */
const MAX_ROWS = 500;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

type NotificationServices = Pick<Services, 'db' | 'config'>;

/** The mail to one person in their language: each investigation with its due date and link. */
function mailOf(
  publicUrl: string,
  person: NotificationRow,
  language: Wording,
  rows: readonly NotificationRow[],
): Mail {
  const lines = rows.map(({ id, activity_id: activity, title, registration, due_at: due }) =>
    textOf(language, 'investigation.mail.line', {
      title,
      registration,
      due: due === null ? '–' : formatDate(due.getTime(), DATES),
      link: `${publicUrl}/vehicle-file/activity/${activity}/investigation/${id}`,
    }),
  );
  const values = { name: person.first_name, lines: lines.join('\n\n') };
  const text = textOf(language, 'investigation.mail.body', values);
  const subject = countedTextOf(language, 'investigation.mail.subject', rows.length);
  return { to: person.email, subject, text, html: htmlOfText(text) };
}

/**
 * Notifies people of newly assigned investigations, and again when one is due within a day: one
 * mail per person and run. Marks and mails are one transaction.
 *
 * @returns number of mails sent
 */
export async function notifyAssignees(
  { db, config }: NotificationServices,
  nowMs: number,
): Promise<number> {
  const dueBefore = new Date(nowMs + DAY_MS);
  return db.asSystem(async (trx) => {
    const rows = await investigationsToNotify(trx, dueBefore, MAX_ROWS);
    const people = [...new Set(rows.map(({ user_id: id }) => id))];
    await markNotified(
      trx,
      rows.map(({ id }) => id),
      dueBefore,
    );
    for (const id of people) {
      const own = rows.filter(({ user_id: assignee }) => assignee === id);
      const [person] = own;
      if (person === undefined) continue;
      const wording = await wordingOf(trx, person.customer_id, person.language);
      const mail = mailOf(config.publicUrl, person, wording, own);
      await enqueueMail(trx, person.customer_id, mail);
    }
    return people.length;
  });
}

/** Registers the job that notifies assignees every five minutes. Call it before `jobs.start`. */
export function registerInvestigationNotificationJob(
  services: NotificationServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'investigation-mails',
    async () => {
      const sent = await notifyAssignees(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'notified assignees of their investigations');
    },
    '*/5 * * * *',
  );
}

import { formatDate } from '@roadworthy/domain';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import {
  investigationsToTell,
  markNotified,
  type NotificationRow,
} from './investigations-notification.repository.ts';

const DAY_MS = 86_400_000;
/** At once; the others follow in the next run, as they are not marked. */
const MAX_ROWS = 500;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

type NotificationServices = Pick<Services, 'db' | 'mail' | 'config'>;

/**
 * What one person is told, in the own language: each investigation with its due date and its page.
 */
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
 * Tells people of investigations that were given to them, and once more when one is due within a
 * day: one mail a person and run. Marks and mail are one transaction: a mail may come twice where
 * the server ends between the two, and never not at all.
 *
 * @returns how many mails were sent
 */
export async function tellAssignees(
  { db, mail, config }: NotificationServices,
  nowMs: number,
): Promise<number> {
  const dueBefore = new Date(nowMs + DAY_MS);
  return db.asSystem(async (trx) => {
    const rows = await investigationsToTell(trx, dueBefore, MAX_ROWS);
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
      await mail.send(mailOf(config.publicUrl, person, wording, own));
    }
    return people.length;
  });
}

/** Declares the job that tells assignees: every five minutes. Before `jobs.start`. */
export function registerInvestigationNotificationJob(
  services: NotificationServices & Pick<Services, 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'investigation-mails',
    async () => {
      const sent = await tellAssignees(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'people were told of their investigations');
    },
    '*/5 * * * *',
  );
}

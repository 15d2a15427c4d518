import { formatDate } from '@roadworthy/domain';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import { sendDueReminders } from '../../schedules/index.ts';
import { type DueItem, markDueItems } from './drivers-file-reminders.repository.ts';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/** The texts of a reminder in one language. */
function textsOf(language: Wording, customer: string, rows: readonly DueItem[]) {
  const lines = rows
    .map(({ name, kind, title, due_on }) =>
      textOf(language, 'driversFile.reminder.line', {
        name,
        item: title === '' ? textOf(language, `driversFile.item.${kind}`) : title,
        due: formatDate(Date.parse(due_on), DATES),
      }),
    )
    .join('\n');
  return {
    subject: countedTextOf(language, 'driversFile.reminder.subject', rows.length, { customer }),
    text: textOf(language, 'driversFile.reminder.body', { customer, lines }),
  };
}

/** Sends reminders of what expires in drivers' files. Returns the number of mails. */
export const sendDriverFileReminders = (
  services: Pick<Services, 'db'>,
  nowMs: number,
): Promise<number> => sendDueReminders(services, nowMs, { mark: markDueItems, textsOf });

/** Registers the job that sends reminders every morning. Call it before `jobs.start`. */
export function registerDriverFileReminderJob(
  services: Pick<Services, 'db' | 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'driver-file-reminders',
    async () => {
      const sent = await sendDriverFileReminders(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'sent reminders of documents of drivers');
    },
    '20 5 * * *',
  );
}

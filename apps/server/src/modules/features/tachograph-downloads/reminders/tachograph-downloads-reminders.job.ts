import { formatDate } from '@roadworthy/domain';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import { sendDueReminders } from '../../schedules/index.ts';
import { type DueDownload, markDueDownloads } from './tachograph-downloads-reminders.repository.ts';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/** The texts of a reminder in one language. */
function textsOf(language: Wording, customer: string, rows: readonly DueDownload[]) {
  const lines = rows
    .map(({ name, kind, due_on }) =>
      textOf(language, `tachograph.reminder.${kind}`, {
        name,
        due: formatDate(Date.parse(due_on), DATES),
      }),
    )
    .join('\n');
  return {
    subject: countedTextOf(language, 'tachograph.reminder.subject', rows.length, { customer }),
    text: textOf(language, 'tachograph.reminder.body', { customer, lines }),
  };
}

/** Sends reminders of downloads, as {@link sendDueReminders}. Returns the number of mails. */
export const sendDownloadReminders = (
  services: Pick<Services, 'db'>,
  nowMs: number,
): Promise<number> => sendDueReminders(services, nowMs, { mark: markDueDownloads, textsOf });

/** Registers the job that sends reminders every morning. Call it before `jobs.start`. */
export function registerDownloadReminderJob(services: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  services.jobs.register(
    'tachograph-download-reminders',
    async () => {
      const sent = await sendDownloadReminders(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'sent reminders of tachograph downloads');
    },
    '15 5 * * *',
  );
}

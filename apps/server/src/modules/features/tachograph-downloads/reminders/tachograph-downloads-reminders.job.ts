import { formatDate, toApiDate } from '@roadworthy/domain';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import { customersToRemind } from '../../schedules/index.ts';
import { type DueDownload, markDueDownloads } from './tachograph-downloads-reminders.repository.ts';

/** Maximum of lines per mail. */
const MAX_LINES = 500;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/** A reminder mail in one language. */
function mailOf(
  language: Wording,
  to: readonly string[],
  customer: string,
  rows: readonly DueDownload[],
) {
  const lines = rows
    .map(({ name, kind, due_on }) =>
      textOf(language, `tachograph.reminder.${kind}`, {
        name,
        due: formatDate(Date.parse(due_on), DATES),
      }),
    )
    .join('\n');
  const text = textOf(language, 'tachograph.reminder.body', { customer, lines });
  const subject = countedTextOf(language, 'tachograph.reminder.subject', rows.length, { customer });
  return { to: to.join(', '), subject, text, html: htmlOfText(text) };
}

/**
 * Sends reminders of downloads to each customer with active reminders of due dates (H-40), to the same
 * recipients and with the same days, and once after the date. Marks and mails are one transaction.
 *
 * @returns number of mails sent
 */
export async function sendDownloadReminders(
  services: Pick<Services, 'db'>,
  nowMs: number,
): Promise<number> {
  const today = toApiDate(nowMs, 'UTC');
  let sent = 0;
  for (const {
    customer_id: customerId,
    customer,
    days_before,
    emails,
  } of await services.db.asSystem((trx) => customersToRemind(trx))) {
    for (let rows = MAX_LINES; rows === MAX_LINES; ) {
      rows = await services.db.asSystem(async (trx) => {
        const range = { daysBefore: days_before, today, limit: MAX_LINES };
        const due = await markDueDownloads(trx, customerId, range);
        if (due.length === 0) return 0;
        const recipients = byWording(await mailReaders(trx, customerId, emails));
        for (const [wording, readers] of recipients) {
          const to = readers.map(({ email }) => email);
          await enqueueMail(trx, customerId, mailOf(wording, to, customer, due));
        }
        sent += recipients.size;
        return due.length;
      });
    }
  }
  return sent;
}

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

import { formatDate } from '@roadworthy/domain';
import { dayText, reminderOf } from '../../../../engines/schedules/index.ts';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf, type Wording } from '../../../../platform/texts.ts';
import {
  customersToRemind,
  markSent,
  type OpenScheduleRow,
  openUntil,
} from './schedules-reminders.repository.ts';

const DAY_MS = 86_400_000;
/** Maximum of open schedules per customer and run, earliest due date first. */
const MAX_LINES = 500;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

function lineOf(
  language: Wording,
  { registration, name, due_ms: dueMs, planned_on: plannedOn }: OpenScheduleRow,
): string {
  const values = { registration, name: knownText(language, name), due: formatDate(dueMs, DATES) };
  if (plannedOn === null) return textOf(language, 'vehicleFile.reminder.line', values);
  const planned = formatDate(Date.parse(`${plannedOn}T00:00:00Z`), DATES);
  return textOf(language, 'vehicleFile.reminder.plannedLine', { ...values, planned });
}

/** A reminder mail in one language. */
function mailOf(
  language: Wording,
  to: readonly string[],
  customer: string,
  rows: readonly OpenScheduleRow[],
) {
  const lines = rows.map((row) => lineOf(language, row)).join('\n');
  const values = { customer, lines };
  const text = textOf(language, 'vehicleFile.reminder.body', values);
  const subject = countedTextOf(language, 'vehicleFile.reminder.subject', rows.length, {
    customer,
  });
  return { to: to.join(', '), subject, text, html: htmlOfText(text) };
}

/**
 * Sends reminders of due dates to each customer that has enabled them, one mail per language of the
 * recipients. Each due date is reminded of once per configured number of days, however often this
 * runs. Marks and mails are one transaction, so delivery is at least once: a mail is repeated if
 * the server stops before the commit.
 *
 * @returns number of mails sent
 */
export async function sendReminders(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  nowMs: number,
): Promise<number> {
  const customers = await db.asSystem((trx) => customersToRemind(trx));
  let sent = 0;
  for (const { customer_id: customerId, customer, days_before: days, emails } of customers) {
    await db.asSystem(async (trx) => {
      const untilMs = nowMs + (Math.max(...days) + 1) * DAY_MS;
      const open = await openUntil(trx, customerId, untilMs, MAX_LINES);
      const reached = open.flatMap((row) => {
        const reminder = reminderOf(row.due_ms, days, nowMs);
        return reminder === null ? [] : [{ row, days: reminder, dueDay: dayText(row.due_ms) }];
      });
      const fresh = await markSent(
        trx,
        customerId,
        reached.map(({ row: { id }, dueDay, days: before }) => ({ id, dueDay, days: before })),
      );
      const rows = reached.filter(({ row }) => fresh.has(row.id)).map(({ row }) => row);
      if (rows.length === 0) return;
      const recipients = byWording(await mailReaders(trx, customerId, emails));
      for (const [wording, readers] of recipients) {
        const to = readers.map(({ email }) => email);
        await mail.send(mailOf(wording, to, customer, rows));
        sent += 1;
      }
    });
  }
  return sent;
}

/** Registers the job that sends reminders every morning. Call it before `jobs.start`. */
export function registerReminderJob(
  services: Pick<Services, 'db' | 'mail' | 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'schedule-reminders',
    async () => {
      const sent = await sendReminders(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'sent reminders of due dates');
    },
    '10 5 * * *',
  );
}

import { formatDate } from '@roadworthy/domain';
import { dayText, reminderOf } from '../../../engines/schedules/index.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { textOf } from '../../../platform/texts.ts';
import { customersToRemind, markSent, type OpenScheduleRow, openUntil } from './repository.ts';

const DAY_MS = 86_400_000;
/** In one mail; the others follow in the next, as they are not marked. */
const MAX_LINES = 500;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

function lineOf({ registration, name, due_ms, planned_on }: OpenScheduleRow): string {
  const values = { registration, name, due: formatDate(due_ms, DATES) };
  if (planned_on === null) return textOf('en', 'vehicleFile.reminder.line', values);
  const planned = formatDate(Date.parse(`${planned_on}T00:00:00Z`), DATES);
  return textOf('en', 'vehicleFile.reminder.plannedLine', { ...values, planned });
}

/**
 * Tells each customer that wants it what becomes due: one mail a day at the most, and of each due date
 * each number of days once, however often this runs. Marks and mail are one transaction: a mail may
 * come twice where the server ends between the two, and never not at all.
 *
 * @returns how many mails were sent
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
      const lines = reached.filter(({ row }) => fresh.has(row.id)).map(({ row }) => lineOf(row));
      if (lines.length === 0) return;
      const values = { customer, count: String(lines.length), lines: lines.join('\n') };
      const text = textOf('en', 'vehicleFile.reminder.body', values);
      await mail.send({
        to: emails.join(', '),
        subject: textOf('en', 'vehicleFile.reminder.subject', values),
        text,
        html: htmlOfText(text),
      });
      sent += 1;
    });
  }
  return sent;
}

/** Declares the job of reminders: every morning. Before `jobs.start`. */
export function registerReminderJob(
  services: Pick<Services, 'db' | 'mail' | 'jobs' | 'log'>,
): void {
  services.jobs.register(
    'schedule-reminders',
    async () => {
      const sent = await sendReminders(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'reminders of what becomes due were sent');
    },
    '10 5 * * *',
  );
}

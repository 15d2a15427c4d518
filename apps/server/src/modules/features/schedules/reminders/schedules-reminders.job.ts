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
/** In one mail; the others follow in the next, as they are not marked. */
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

/** What a mail tells, in one language, to all who read it. */
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
 * Tells each customer that wants it what becomes due, each receiver in the own language: one mail a day
 * at the most, and of each due date
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
      const told = reached.filter(({ row }) => fresh.has(row.id)).map(({ row }) => row);
      if (told.length === 0) return;
      const readers = byWording(await mailReaders(trx, customerId, emails));
      for (const [wording, who] of readers) {
        const to = who.map(({ email }) => email);
        await mail.send(mailOf(wording, to, customer, told));
        sent += 1;
      }
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

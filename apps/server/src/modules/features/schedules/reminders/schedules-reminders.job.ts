import { formatDate } from '@roadworthy/domain';
import { dayText, reminderOf } from '../../../../engines/schedules/index.ts';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
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
/** Maximum of open schedules per batch, and so of lines per mail. */
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

/** A customer with active reminders, and the time of the run. */
interface Run {
  readonly customer: Awaited<ReturnType<typeof customersToRemind>>[number];
  readonly nowMs: number;
}

/** Marks the reminders that are due among open schedules. Returns the rows not reminded of before. */
async function newlyDue(
  trx: Transaction,
  { customer, nowMs }: Run,
  open: readonly OpenScheduleRow[],
): Promise<OpenScheduleRow[]> {
  const due = open.flatMap((row) => {
    const days = reminderOf(row.due_ms, customer.days_before, nowMs);
    return days === null ? [] : [{ row, days, dueDay: dayText(row.time_due_ms) }];
  });
  const reminders = due.map(({ row: { id }, dueDay, days }) => ({ id, dueDay, days }));
  const marked = await markSent(trx, customer.customer_id, reminders);
  return due.filter(({ row }) => marked.has(row.id)).map(({ row }) => row);
}

/**
 * Sends the reminders of one batch of open schedules.
 *
 * @param after the last row of the previous batch; null for the first one
 * @returns number of mails sent, and the last row of the batch; null after the last batch
 */
async function sendBatch(
  { db }: Pick<Services, 'db'>,
  run: Run,
  after: OpenScheduleRow | null,
): Promise<{ sent: number; last: OpenScheduleRow | null }> {
  const { customer_id: customerId, customer, days_before: days, emails } = run.customer;
  return db.asSystem(async (trx) => {
    const untilMs = run.nowMs + (Math.max(...days) + 1) * DAY_MS;
    const open = await openUntil(trx, customerId, untilMs, after, MAX_LINES);
    const last = open.length < MAX_LINES ? null : (open.at(-1) ?? null);
    const rows = await newlyDue(trx, run, open);
    if (rows.length === 0) return { sent: 0, last };
    const recipients = byWording(await mailReaders(trx, customerId, emails));
    for (const [wording, readers] of recipients) {
      const to = readers.map(({ email }) => email);
      await enqueueMail(trx, customerId, mailOf(wording, to, customer, rows));
    }
    return { sent: recipients.size, last };
  });
}

/**
 * Sends reminders of due dates to each customer that has enabled them, one mail per batch of schedules
 * and language of the recipients. Each due date is reminded of once per configured number of days,
 * however often this runs. Marks and mails of a batch are one transaction.
 *
 * @returns number of mails sent
 */
export async function sendReminders(
  services: Pick<Services, 'db'>,
  nowMs: number,
): Promise<number> {
  let sent = 0;
  for (const customer of await services.db.asSystem((trx) => customersToRemind(trx))) {
    let last: OpenScheduleRow | null = null;
    do {
      const batch = await sendBatch(services, { customer, nowMs }, last);
      sent += batch.sent;
      last = batch.last;
    } while (last !== null);
  }
  return sent;
}

/** Registers the job that sends reminders every morning. Call it before `jobs.start`. */
export function registerReminderJob(services: Pick<Services, 'db' | 'jobs' | 'log'>): void {
  services.jobs.register(
    'schedule-reminders',
    async () => {
      const sent = await sendReminders(services, Date.now());
      if (sent > 0) services.log.info({ sent }, 'sent reminders of due dates');
    },
    '10 5 * * *',
  );
}

import { toApiDate } from '@roadworthy/domain';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Wording } from '../../../../platform/texts.ts';
import { customersToRemind } from './schedules-reminders.repository.ts';

/** Maximum of lines per mail. */
const MAX_LINES = 500;

/** What is reminded of. */
export interface Reminders<Row> {
  /** Marks the reminders of a customer that have become due, each once. Returns at most `limit` rows. */
  readonly mark: (
    trx: Transaction,
    customerId: number,
    range: {
      readonly daysBefore: readonly number[];
      readonly today: string;
      readonly limit: number;
    },
  ) => Promise<readonly Row[]>;
  readonly textsOf: (
    language: Wording,
    customer: string,
    rows: readonly Row[],
  ) => { readonly subject: string; readonly text: string };
}

/**
 * Sends reminders to each customer with active reminders of due dates (H-40), to the same recipients and
 * with the same days, and once after the date. Marks and mails are one transaction.
 *
 * @param nowMs decides which day is today in UTC
 * @returns number of mails sent
 */
export async function sendDueReminders<Row>(
  { db }: Pick<Services, 'db'>,
  nowMs: number,
  { mark, textsOf }: Reminders<Row>,
): Promise<number> {
  const today = toApiDate(nowMs, 'UTC');
  let sent = 0;
  for (const {
    customer_id: customerId,
    customer,
    days_before: daysBefore,
    emails,
  } of await db.asSystem((trx) => customersToRemind(trx))) {
    for (let rows = MAX_LINES; rows === MAX_LINES; ) {
      rows = await db.asSystem(async (trx) => {
        const due = await mark(trx, customerId, { daysBefore, today, limit: MAX_LINES });
        if (due.length === 0) return 0;
        const recipients = byWording(await mailReaders(trx, customerId, emails));
        for (const [wording, readers] of recipients) {
          const to = readers.map(({ email }) => email).join(', ');
          const { subject, text } = textsOf(wording, customer, due);
          await enqueueMail(trx, customerId, { to, subject, text, html: htmlOfText(text) });
        }
        sent += recipients.size;
        return due.length;
      });
    }
  }
  return sent;
}

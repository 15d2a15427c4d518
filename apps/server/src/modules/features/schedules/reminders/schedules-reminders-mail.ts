import { toApiDate } from '@roadworthy/domain';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Wording } from '../../../../platform/texts.ts';
import { customersToRemind, remindersOf } from './schedules-reminders.repository.ts';

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

type TextsOf = (wording: Wording) => readonly { readonly subject: string; readonly text: string }[];

/** Mails texts to people in their languages. Returns the number of languages. */
async function mailTo(
  trx: Transaction,
  customerId: number,
  emails: readonly string[],
  textsOf: TextsOf,
): Promise<number> {
  const recipients = byWording(await mailReaders(trx, customerId, emails));
  for (const [wording, readers] of recipients) {
    const to = readers.map(({ email }) => email).join(', ');
    for (const { subject, text } of textsOf(wording)) {
      await enqueueMail(trx, customerId, { to, subject, text, html: htmlOfText(text) });
    }
  }
  return recipients.size;
}

/**
 * Mails to the recipients of the reminders of due dates (H-40), in the transaction of the change that the mail
 * is about; nothing without active reminders.
 */
export async function mailRemindedPeople(
  trx: Transaction,
  customerId: number,
  textsOf: TextsOf,
): Promise<void> {
  const { emails, is_active } = await remindersOf(trx, customerId);
  if (is_active) await mailTo(trx, customerId, emails, textsOf);
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
        sent += await mailTo(trx, customerId, emails, (wording) => [
          textsOf(wording, customer, due),
        ]);
        return due.length;
      });
    }
  }
  return sent;
}

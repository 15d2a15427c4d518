import { formatDateTime } from '@roadworthy/domain';
import { type MailReader, mailReaders } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail, failureText } from '../../../../platform/deliveries/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { referenceOf, textOf } from '../../../../platform/texts.ts';
import {
  administratorEmails,
  type FailingStream,
  takeUntold,
} from './outgoing-streams-delivery.repository.ts';

/** A destination may restart without a mail. */
const TELL_AFTER_MS = 15 * 60_000;

/** The mail about a failing stream, in the language and formats of its reader. */
function mailOf(stream: FailingStream, reader: MailReader, publicUrl: string): Mail {
  const { email, wording, dateFormat, timeFormat } = reader;
  const dates = { timeZone: reader.timeZone ?? 'UTC', dateFormat, timeFormat };
  const values = {
    name: stream.name,
    since: formatDateTime(stream.failing_since.getTime(), dates),
    reason: failureText(referenceOf(wording), stream.failure),
    address: `${publicUrl}/administration/outgoing-streams?open=${stream.id}`,
  };
  const text = textOf(wording, 'outgoingStreams.mail.body', values);
  const subject = textOf(wording, 'outgoingStreams.mail.subject', values);
  return { to: email, subject, text, html: htmlOfText(text) };
}

/**
 * Mails the administrators of streams that fail for 15 minutes, once until they work again.
 *
 * @returns the number of streams
 */
export async function tellOfFailures(
  { db, config }: Pick<Services, 'db' | 'config'>,
  nowMs = Date.now(),
): Promise<number> {
  return db.asSystem(async (trx) => {
    const failing = await takeUntold(trx, new Date(nowMs - TELL_AFTER_MS));
    for (const stream of failing) {
      const emails = await administratorEmails(trx, stream.customer_id);
      for (const reader of await mailReaders(trx, stream.customer_id, emails)) {
        await enqueueMail(trx, stream.customer_id, mailOf(stream, reader, config.publicUrl));
      }
    }
    return failing.length;
  });
}

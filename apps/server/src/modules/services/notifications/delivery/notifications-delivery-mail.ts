import { formatDateTime } from '@roadworthy/domain';
import type { MailReader } from '../../../../platform/customer-texts/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import type { NotificationType } from '../notifications.repository.ts';
import type { RecordRow } from './notifications-delivery.repository.ts';

/** Data of a mail about a record. */
export interface RecordMailFacts
  extends Omit<RecordRow, 'notification_email_id' | 'notification_type' | 'vehicle_id'> {
  readonly type: NotificationType;
  /** Addresses of the record, and of the page to unsubscribe. */
  readonly link: string;
  readonly unsubscribe: string;
}

/** Default for readers without a time zone. */
const TIME_ZONE = 'Europe/London';

/**
 * A mail about a record, in the language, wording and formats of its reader. The headers of RFC
 * 8058 allow the mail program to offer a button to unsubscribe.
 */
export function recordMail(facts: RecordMailFacts, reader: MailReader): Omit<Mail, 'to'> {
  const { wording, dateFormat, timeFormat } = reader;
  const dates = { timeZone: reader.timeZone ?? TIME_ZONE, dateFormat, timeFormat };
  const written = {
    title: textOf(wording, `notification.type.${facts.type}`),
    customer: facts.customer,
    registration: facts.registration,
    depots: facts.depots || '–',
    reference: facts.reference,
    at: formatDateTime(facts.at.getTime(), dates),
    by: facts.by,
    defects: String(facts.defects),
    link: facts.link,
    unsubscribe: facts.unsubscribe,
  };
  const text = textOf(wording, 'notification.mail.body', written);
  return {
    subject: textOf(wording, 'notification.mail.subject', written),
    text,
    html: htmlOfText(text),
    headers: {
      'List-Unsubscribe': `<${facts.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** A sample mail of the type, about an invented vehicle. */
export function sampleMail(
  type: NotificationType,
  of: { readonly customer: string; readonly link: string; readonly unsubscribe: string },
  reader: MailReader,
): Omit<Mail, 'to'> {
  const { wording } = reader;
  const facts = {
    ...of,
    type,
    registration: 'AB12 CDE',
    depots: textOf(wording, 'notification.sample.depot'),
    reference: 'SAMPLE-1',
    at: new Date(),
    by: textOf(wording, 'notification.sample.by'),
    defects: 2,
  };
  return recordMail(facts, reader);
}

import { formatDateTime } from '@roadworthy/domain';
import type { MailReader } from '../../../../platform/customer-texts/index.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import type { NotificationType } from '../notifications.repository.ts';

/** The record as shown in a mail. */
export interface LetterFacts {
  readonly type: NotificationType;
  readonly customer: string;
  readonly registration: string;
  readonly depots: string;
  readonly reference: string;
  readonly at: Date;
  readonly by: string;
  readonly defects: number;
  /** Links to the record and to unsubscribing. */
  readonly link: string;
  readonly unsubscribe: string;
}

/** Time zone of readers without a preference. */
const TIME_ZONE = 'Europe/London';

/**
 * A mail about a record, in the language, custom texts and formats of its reader. Its headers contain
 * the unsubscribe address (RFC 8058), so that mail programs can show a button.
 */
export function letterOf(facts: LetterFacts, reader: MailReader): Omit<Mail, 'to'> {
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

/** A sample mail of the kind, about an example vehicle. */
export function sampleLetter(
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
  return letterOf(facts, reader);
}

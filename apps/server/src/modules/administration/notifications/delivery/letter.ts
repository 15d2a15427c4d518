import { formatDateTime } from '@roadworthy/domain';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import type { NotificationType } from '../repository.ts';

/** What a mail says of a record. */
export interface LetterFacts {
  readonly type: NotificationType;
  readonly language: string;
  readonly customer: string;
  readonly registration: string;
  readonly depots: string;
  readonly reference: string;
  readonly at: Date;
  readonly by: string;
  readonly defects: number;
  /** Where the record is found, and where the mails end. */
  readonly link: string;
  readonly unsubscribe: string;
}

const DATES = { timeZone: 'Europe/London', dateFormat: null, timeFormat: null } as const;

/** A mail that tells of a record; in the customer's first language, its time in British time. */
export function letterOf(facts: LetterFacts): Omit<Mail, 'to'> {
  const language = languageOf(facts.language);
  const values = {
    ...facts,
    title: textOf(language, `notification.type.${facts.type}`),
    at: formatDateTime(facts.at.getTime(), DATES),
    defects: String(facts.defects),
    depots: facts.depots || '–',
  };
  const written: Record<string, string> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  );
  const text = textOf(language, 'notification.mail.body', written);
  return {
    subject: textOf(language, 'notification.mail.subject', written),
    text,
    html: htmlOfText(text),
  };
}

/** A mail of the kind about an invented vehicle. */
export function sampleLetter(
  type: NotificationType,
  of: {
    readonly language: string;
    readonly customer: string;
    readonly link: string;
    readonly unsubscribe: string;
  },
): Omit<Mail, 'to'> {
  const language = languageOf(of.language);
  return letterOf({
    ...of,
    type,
    registration: 'AB12 CDE',
    depots: textOf(language, 'notification.sample.depot'),
    reference: 'SAMPLE-1',
    at: new Date(),
    by: textOf(language, 'notification.sample.by'),
    defects: 2,
  });
}

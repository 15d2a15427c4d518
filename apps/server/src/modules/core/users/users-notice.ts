import type { Transaction } from '../../../platform/db/index.ts';
import { enqueueMail, enqueuePushNotice } from '../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type LanguageReference,
  languageOf,
  type TextKey,
  textOf,
} from '../../../platform/texts.ts';
import { emailOfUser } from './users-email.repository.ts';

interface NoticeText {
  readonly subject: string;
  /** Of the mail; null for none. */
  readonly text: string | null;
}

/** What a person is notified of, by mail and in each browser with push notifications. */
export interface UserNotice {
  readonly customerId: number;
  readonly userId: number;
  /** Path in the web app that the message opens. */
  readonly path: string;
  /** A later notification with the same tag replaces it. */
  readonly tag: string;
  /**
   * Writes the message.
   *
   * @param address of the path
   */
  write(language: LanguageReference, address: string): NoticeText;
}

/** The texts of a notice whose mail repeats its subject as `what`. @param keys of subject and mail */
export function noticeText(
  language: LanguageReference,
  keys: readonly [subject: TextKey, mail: TextKey],
  values: Readonly<Record<string, string>>,
): NoticeText {
  const subject = textOf(language, keys[0], values);
  return { subject, text: textOf(language, keys[1], { ...values, what: subject }) };
}

/** Notifies a user in the transaction of the event. Users without access are not notified. */
export async function notifyUser(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  { customerId, path, tag, userId, write }: UserNotice,
): Promise<void> {
  const reader = await emailOfUser(trx, userId);
  if (reader === undefined) return;
  const { subject, text } = write(languageOf(reader.language), `${config.publicUrl}${path}`);
  await enqueuePushNotice(trx, customerId, userId, { title: subject, path, tag });
  if (text === null || reader.email === '') return;
  const html = htmlOfText(text);
  await enqueueMail(trx, customerId, { to: reader.email, subject, text, html });
}

import type { Transaction } from '../../../platform/db/index.ts';
import { enqueueMail, enqueuePushNotice } from '../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { type LanguageReference, languageOf } from '../../../platform/texts.ts';
import { emailOfUser } from './users-email.repository.ts';

/** What a person is notified of, by mail and in each browser with push notifications. */
export interface UserNotice {
  readonly customerId: number;
  readonly userId: number;
  /** Path in the web app that the message opens. */
  readonly path: string;
  /** A later notification with the same tag replaces it. */
  readonly tag: string;
  /**
   * Writes the message; without a text, no mail is sent.
   *
   * @param address of the path
   */
  write(
    language: LanguageReference,
    address: string,
  ): { readonly subject: string; readonly text: string | null };
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

import type { Viewer } from '../../../platform/auth/index.ts';
import { failureOf } from '../../../platform/deliveries/index.ts';
import { badRequest } from '../../../platform/errors.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import { emailOf } from './system-health.repository.ts';
import { commandText } from './system-health-texts.ts';

/**
 * Sends a mail to the user's own address at once, so that the answer of the mail server is known.
 *
 * @returns the address
 * @throws HttpError 400 with the answer of the mail server
 */
export async function sendTestMail(
  { db, config, mail }: Pick<Services, 'db' | 'config' | 'mail'>,
  viewer: Viewer,
): Promise<string> {
  const to = await db.asViewer(viewer, (trx) => emailOf(trx, viewer.userId));
  const language = languageOf(viewer.language);
  const text = commandText(language, 'command.testMail', { address: config.publicUrl });
  const subject = commandText(language, 'command.testMailSubject');
  try {
    await mail.deliver({ to, subject, text, html: htmlOfText(text) });
  } catch (error) {
    throw badRequest({ code: 'system_health.mail_failed', params: { reason: failureOf(error) } });
  }
  return to;
}

import type { Services } from '../../../../platform/services.ts';
import type { TachographService } from '../tachograph.service.ts';
import { deleteMails, keepMailboxState } from './tachograph-mail.repository.ts';
import { takeMail } from './tachograph-mail.ts';
import { mailboxFailure, takeMessages } from './tachograph-mail-mailbox.ts';

/** The largest message: one file of 20 MB as text, and others. */
const MAX_BYTES = 40_000_000;
/** A message that is moved into the mailbox again after this time is answered again. */
const KEPT_MS = 365 * 86_400_000;

/** Takes what has arrived in the mailbox, and records how it answered. */
export async function takeMailbox(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  service: Pick<TachographService, 'store'>,
): Promise<void> {
  const { mail } = config.tachograph;
  if (mail === null) return;
  const intake = { db, log, service, senders: mail.senders };
  const take = async (source: Buffer | null) => {
    if (source === null) {
      log.warn('a mail with tachograph files is too large');
      return 'failed' as const;
    }
    return takeMail(intake, source).catch((error) => {
      log.warn({ error: String(error.code ?? error.name) }, 'a mail could not be taken');
      return null;
    });
  };
  let failure: ReturnType<typeof mailboxFailure> | null = null;
  try {
    await takeMessages(mail, MAX_BYTES, take);
  } catch (error) {
    failure = mailboxFailure(error);
    log.warn({ failure }, 'the mailbox of tachograph files could not be read');
  }
  await db.asSystem(async (trx) => {
    await keepMailboxState(trx, failure);
    await deleteMails(trx, new Date(Date.now() - KEPT_MS));
  });
}

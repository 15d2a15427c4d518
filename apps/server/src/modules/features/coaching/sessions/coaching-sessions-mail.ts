import { formatDate } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { emailOfUser } from '../../../core/users/index.ts';
import type { SessionRow } from './coaching-sessions.repository.ts';

/** Why a mail about a session is sent. */
export type SessionMail = 'planned' | 'held' | 'answered' | 'signed';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/**
 * Notifies the driver of a planned or held session, and the coach of a planned one that another
 * person entered, and of the driver's answer. Someone who made the change is not notified of it.
 */
export async function mailSession(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  session: SessionRow,
  kind: SessionMail,
  actorId: number,
): Promise<void> {
  const isForDriver = kind === 'planned' || kind === 'held';
  const readers = [
    ...(isForDriver ? [{ id: session.account_id, path: '/coaching/own' }] : []),
    ...(kind === 'held'
      ? []
      : [{ id: session.coach_id, path: `/coaching?list=sessions&open=${session.id}` }]),
  ];
  for (const { id, path } of readers) {
    if (id === null || id === actorId) continue;
    const reader = await emailOfUser(trx, id);
    if (reader === undefined || reader.email === '') continue;
    const language = languageOf(reader.language);
    const values = {
      driver: `${session.first_name} ${session.surname}`,
      coach: session.coach_name ?? '–',
      date: formatDate(Date.parse(`${session.planned_on}T00:00:00Z`), DATES),
      address: `${config.publicUrl}${path}`,
    };
    const subject = textOf(language, `coaching.mail.${kind}`, values);
    const text = textOf(language, 'coaching.mail.body', { ...values, what: subject });
    await enqueueMail(trx, session.customer_id, {
      to: reader.email,
      subject,
      text,
      html: htmlOfText(text),
    });
  }
}

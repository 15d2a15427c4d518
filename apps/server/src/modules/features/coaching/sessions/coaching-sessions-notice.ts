import { formatDate } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { noticeText, notifyUser } from '../../../core/users/index.ts';
import type { SessionRow } from './coaching-sessions.repository.ts';

/** Why somebody is notified of a session. */
export type SessionNotice = 'planned' | 'held' | 'answered' | 'signed';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/**
 * Notifies the driver of a planned or held session, and the coach of a planned one that another
 * person entered, and of the driver's answer. Someone who made the change is not notified of it.
 */
export async function notifyOfSession(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  session: SessionRow,
  kind: SessionNotice,
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
    await notifyUser(trx, services, {
      customerId: session.customer_id,
      userId: id,
      path,
      tag: `coaching-${session.id}`,
      write: (language, address) => {
        const values = {
          driver: `${session.first_name} ${session.surname}`,
          coach: session.coach_name ?? '–',
          date: formatDate(Date.parse(`${session.planned_on}T00:00:00Z`), DATES),
          address,
        };
        return noticeText(language, [`coaching.mail.${kind}`, 'coaching.mail.body'], values);
      },
    });
  }
}

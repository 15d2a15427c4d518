import { formatDateTime } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { noticeText, notifyUser } from '../../../core/users/index.ts';
import type { InfringementRow } from '../infringements/drivers-hours-infringements.repository.ts';
import { readersOf } from './drivers-hours-own.repository.ts';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/**
 * Notifies the driver of a debrief that waits for a signature, or the person who debriefed of the driver's
 * answer. Someone who made the change is not notified of it.
 */
export async function notifyOfInfringement(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  infringement: InfringementRow,
  kind: 'debriefed' | 'answered' | 'signed',
  actorId: number,
): Promise<void> {
  const { account_id: accountId, debriefer_id: debrieferId } = await readersOf(
    trx,
    infringement.id,
  );
  const readerId = kind === 'debriefed' ? accountId : debrieferId;
  if (readerId === null || readerId === actorId) return;
  const path =
    kind === 'debriefed'
      ? '/drivers-hours/own'
      : `/drivers-hours?list=infringements&open=${infringement.id}`;
  await notifyUser(trx, services, {
    customerId: infringement.customer_id,
    userId: readerId,
    path,
    tag: `infringement-${infringement.id}`,
    write: (language, address) => {
      const values = {
        driver: `${infringement.first_name} ${infringement.surname}`,
        rule: textOf(language, `hours.rule.${infringement.rule}`),
        time: `${formatDateTime(infringement.end_ms, DATES)} UTC`,
        address,
      };
      return noticeText(language, [`hours.mail.${kind}`, 'hours.mail.body'], values);
    },
  });
}

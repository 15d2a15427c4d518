import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import { noticeText, notifyUser } from '../../core/users/index.ts';
import type { AssignmentRow, HandoverRow } from './driver-assignments.repository.ts';

/**
 * Notifies a driver of a hand-over that waits for the signature.
 *
 * @param accountId of the driver; null without one
 */
export async function notifyDriverOfHandover(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  { customer_id: customerId, id, registration: vehicle }: AssignmentRow,
  accountId: number | null,
  { author, kind }: Pick<HandoverRow, 'author' | 'kind'>,
): Promise<void> {
  if (accountId === null) return;
  await notifyUser(trx, services, {
    customerId,
    userId: accountId,
    path: '/driver-assignments/own',
    tag: `assignment-${id}-${kind}`,
    write: (language, address) =>
      noticeText(language, [`driverAssignments.mail.${kind}`, 'driverAssignments.mail.body'], {
        vehicle,
        author,
        address,
      }),
  });
}

/** Notifies the person who handed a vehicle over that its driver returned it. */
export async function notifyOfReturn(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  { customer_id: customerId, id, registration: vehicle }: AssignmentRow,
  { driver, userId }: { readonly driver: string; readonly userId: number },
): Promise<void> {
  await notifyUser(trx, services, {
    customerId,
    userId,
    path: `/driver-assignments?open=${id}`,
    tag: `assignment-${id}-returned`,
    write: (language, address) =>
      noticeText(
        language,
        ['driverAssignments.mail.returned', 'driverAssignments.mail.remarkBody'],
        {
          driver,
          vehicle,
          address,
        },
      ),
  });
}

/** Notifies the person who handed over of what the driver says to it. */
export async function notifyOfRemark(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  { assignment_id, author_id: userId, customer_id: customerId, id }: HandoverRow,
  { driver, vehicle }: { readonly driver: string; readonly vehicle: string },
): Promise<void> {
  if (userId === null) return;
  await notifyUser(trx, services, {
    customerId,
    userId,
    path: `/driver-assignments?open=${assignment_id}`,
    tag: `handover-${id}`,
    write: (language, address) =>
      noticeText(language, ['driverAssignments.mail.remark', 'driverAssignments.mail.remarkBody'], {
        driver,
        vehicle,
        address,
      }),
  });
}

import type { Transaction } from '../../../platform/db/index.ts';
import { throwIfInvalid } from '../customers/index.ts';
import { countAdministrators, lockAdministrators, type UserRow } from './users.repository.ts';

/**
 * Refuses a change, already written, that removes the last person able to undo it: a customer must
 * keep an administrator, the installation a global one. Concurrent changes wait for each other.
 *
 * @param before the user as it was
 * @param field the field of the validation error
 * @throws HttpError 400 on the field
 */
export async function refuseWithoutAdministrator(
  trx: Transaction,
  before: UserRow,
  field: string,
  needsPassword: boolean,
): Promise<void> {
  const { customer_id: customerId } = before;
  const administered =
    before.role === 'ADMIN' || before.is_customer_admin || before.is_global_admin;
  if (!before.is_active || !administered) return;
  if (customerId !== null) {
    await lockAdministrators(trx, customerId);
    if ((await countAdministrators(trx, customerId, needsPassword)) === 0) {
      throwIfInvalid({ [field]: ['user.last_administrator'] });
    }
  }
  if (!before.is_global_admin) return;
  await lockAdministrators(trx, null);
  if ((await countAdministrators(trx, null, needsPassword)) === 0) {
    throwIfInvalid({ [field]: ['user.last_global_administrator'] });
  }
}

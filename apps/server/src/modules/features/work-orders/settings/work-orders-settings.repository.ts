import type { Transaction } from '../../../../platform/db/index.ts';

/** The settings of a customer; undefined before the first change. */
export async function settingsRow(trx: Transaction, customerId: number | null) {
  return trx
    .selectFrom('work_order_settings')
    .select(['bays', 'labour_rate', 'version'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** The approval limits of a customer. */
export async function limitsOf(trx: Transaction, customerId: number | null) {
  return trx
    .selectFrom('work_order_limits')
    .select(['role', 'user_id', 'limit_total'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

/** People who may have a limit: users who write, except drivers and administrators. */
export async function limitedPeople(trx: Transaction, customerId: number | null) {
  return trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('customer_id', '=', customerId)
    .where('role', 'in', ['MANAGER', 'USER'])
    .where('is_active', '=', true)
    .orderBy('first_name')
    .orderBy('last_name')
    .limit(500)
    .execute();
}

/** The repairers of a customer by name. */
export async function repairersOf(trx: Transaction, customerId: number | null) {
  return trx
    .selectFrom('repairers')
    .select(['id', 'name', 'email'])
    .where('customer_id', '=', customerId)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
}

export interface StoredSettings {
  readonly bays: readonly string[];
  readonly labourRate: string;
}

/** Stores settings that have not changed since they were read. Returns false otherwise. */
export async function storeSettings(
  trx: Transaction,
  customerId: number,
  version: number,
  { bays, labourRate }: StoredSettings,
): Promise<boolean> {
  const values = { bays: [...bays], labour_rate: labourRate };
  if (version === 0) {
    const made = await trx
      .insertInto('work_order_settings')
      .values({ customer_id: customerId, ...values })
      .onConflict((on) => on.doNothing())
      .returning('customer_id')
      .executeTakeFirst();
    return made !== undefined;
  }
  const { numUpdatedRows } = await trx
    .updateTable('work_order_settings')
    .set({ ...values, version: version + 1 })
    .where('customer_id', '=', customerId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface StoredLimit {
  readonly role: 'MANAGER' | 'USER' | null;
  readonly userId: number | null;
  readonly limit: number | null;
}

/** Replaces the approval limits of a customer. */
export async function storeLimits(
  trx: Transaction,
  customerId: number,
  limits: readonly StoredLimit[],
): Promise<void> {
  await trx.deleteFrom('work_order_limits').where('customer_id', '=', customerId).execute();
  if (limits.length === 0) return;
  await trx
    .insertInto('work_order_limits')
    .values(
      limits.map(({ role, userId, limit }) => ({
        customer_id: customerId,
        role,
        user_id: userId,
        limit_total: limit?.toFixed(2) ?? null,
      })),
    )
    .execute();
}

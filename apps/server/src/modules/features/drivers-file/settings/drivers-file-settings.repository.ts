import { DEFAULT_DRIVERS_FILE_SETTINGS, type DriversFileSettings } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';

export async function driversFileSettings(
  trx: Transaction,
  customerId: number,
): Promise<DriversFileSettings> {
  const row = await trx
    .selectFrom('driver_file_settings')
    .select(['warning_days', 'check_months', 'points_from', 'check_months_with_points'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? DEFAULT_DRIVERS_FILE_SETTINGS;
}

/** Stores the settings; the files of the customer are worked out again when they are read. */
export async function keepDriversFileSettings(
  trx: Transaction,
  customerId: number,
  settings: DriversFileSettings,
): Promise<void> {
  await trx
    .insertInto('driver_file_settings')
    .values({ customer_id: customerId, ...settings })
    .onConflict((on) => on.column('customer_id').doUpdateSet({ ...settings }))
    .execute();
  await trx
    .updateTable('driver_files')
    .set({ is_stale: true })
    .where('customer_id', '=', customerId)
    .execute();
}

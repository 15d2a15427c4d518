import { DOWNLOAD_WARNING_DAYS, LONGEST_DOWNLOAD_DAYS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Days between two downloads at most, and before the date from which one is due soon. */
export interface DownloadSettings {
  readonly card_days: number;
  readonly unit_days: number;
  readonly warning_days: number;
}

/** The settings of a customer that has set none. */
const DEFAULT: DownloadSettings = {
  card_days: LONGEST_DOWNLOAD_DAYS.driver_card,
  unit_days: LONGEST_DOWNLOAD_DAYS.vehicle_unit,
  warning_days: DOWNLOAD_WARNING_DAYS,
};

export async function downloadSettings(
  trx: Transaction,
  customerId: number,
): Promise<DownloadSettings> {
  const row = await trx
    .selectFrom('tachograph_download_settings')
    .select(['card_days', 'unit_days', 'warning_days'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? DEFAULT;
}

/** Stores the settings and moves the due dates of the customer. */
export async function keepDownloadSettings(
  trx: Transaction,
  customerId: number,
  settings: DownloadSettings,
): Promise<void> {
  await trx
    .insertInto('tachograph_download_settings')
    .values({ customer_id: customerId, ...settings })
    .onConflict((on) => on.column('customer_id').doUpdateSet({ ...settings }))
    .execute();
  await sql`update tachograph_downloads
    set due_on = last_day + case when driver_id is null
      then ${settings.unit_days}::int else ${settings.card_days}::int end
    where customer_id = ${customerId}`.execute(trx);
}

import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { insertFaqs } from '../../../features/help-page/index.ts';
import { HELP_PAGE } from './demo-help-catalogue.ts';

/** Inserts the help page of a demo customer. */
export async function insertHelpPage(trx: Transaction, customerId: number): Promise<void> {
  const { maintenancePhone, breakdownPhone, faqs } = HELP_PAGE;
  await sql`update customers set maintenance_control_phone = ${maintenancePhone}
    where id = ${customerId}`.execute(trx);
  await trx
    .insertInto('help_pages')
    .values({ customer_id: customerId, break_down_phone: breakdownPhone, logo: null })
    .execute();
  await insertFaqs(trx, customerId, faqs);
}

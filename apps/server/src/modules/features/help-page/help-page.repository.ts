import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** The vehicle of an active QR code, with the data of its help page. */
export interface HelpVehicle {
  readonly codeId: number;
  readonly code: string;
  readonly id: number;
  readonly customerId: number;
  readonly registration: string;
  readonly livery: string | null;
}

/**
 * The active vehicle of an active QR code. Read as the database owner: a visitor has no customer
 * yet.
 */
export async function helpVehicle(
  trx: Transaction,
  code: string,
): Promise<HelpVehicle | undefined> {
  const { rows } = await sql<HelpVehicle>`
    select c.id as "codeId", c.code, v.id, v.customer_id as "customerId", v.registration,
      l.name as livery
    from vehicle_codes c join vehicles v on v.id = c.vehicle_id and v.is_active
    left join catalogue_entries l on l.id = v.livery_category_id and l.kind = 'livery'
    where c.code = ${code} and c.revoked_at is null`.execute(trx);
  return rows[0];
}

/** The depots of a vehicle by their names. */
export async function depotsOf(
  trx: Transaction,
  vehicleId: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from vehicle_depots w join depots g on g.id = w.depot_id
    where w.vehicle_id = ${vehicleId} order by g.name`.execute(trx);
  return rows;
}

export interface HelpPageRow {
  break_down_phone: string | null;
  logo: string | null;
  shows_faqs: boolean;
  takes_accidents: boolean;
  is_dpd_local: boolean;
  accident_emails: string[];
}

/** Settings of a customer; undefined if there are none. */
export async function helpPageOf(
  trx: Transaction,
  customerId: number,
): Promise<HelpPageRow | undefined> {
  return trx
    .selectFrom('help_pages')
    .select([
      'break_down_phone',
      'logo',
      'shows_faqs',
      'takes_accidents',
      'is_dpd_local',
      'accident_emails',
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

export interface CustomerRow {
  readonly name: string;
  readonly logo: string | null;
  readonly maintenancePhone: string | null;
}

/**
 * Name, logo and maintenance control of a customer; undefined if it does not exist or is not
 * visible.
 */
export async function customerOf(
  trx: Transaction,
  customerId: number,
): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`select name, logo,
    maintenance_control_phone as "maintenancePhone" from customers
    where id = ${customerId}`.execute(trx);
  return rows[0];
}

export interface FaqRow {
  id: number;
  question: string;
  answer: string;
}

/** The questions of a customer, in order. */
export async function faqsOf(trx: Transaction, customerId: number): Promise<FaqRow[]> {
  return trx
    .selectFrom('help_faqs')
    .select(['id', 'question', 'answer'])
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .execute();
}

/** Stores the settings of a customer. */
export async function keepHelpPage(
  trx: Transaction,
  customerId: number,
  row: HelpPageRow,
): Promise<void> {
  await trx
    .insertInto('help_pages')
    .values({ customer_id: customerId, ...row })
    .onConflict((on) => on.column('customer_id').doUpdateSet(row))
    .execute();
}

/** Replaces the questions. */
export async function replaceFaqs(
  trx: Transaction,
  customerId: number,
  faqs: readonly { readonly question: string; readonly answer: string }[],
): Promise<void> {
  await trx.deleteFrom('help_faqs').where('customer_id', '=', customerId).execute();
  if (faqs.length > 0) await insertFaqs(trx, customerId, faqs);
}

/** Inserts questions in this order. */
export async function insertFaqs(
  trx: Transaction,
  customerId: number,
  faqs: readonly { readonly question: string; readonly answer: string }[],
): Promise<void> {
  await trx
    .insertInto('help_faqs')
    .values(
      faqs.map(({ question, answer }, n) => ({
        customer_id: customerId,
        position: n + 1,
        question,
        answer,
      })),
    )
    .execute();
}

import { sql } from 'kysely';
import type { Protocol, Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export interface UnknownDeviceRow {
  protocol: Protocol;
  identifier: string;
  first_seen_at: Date;
  last_seen_at: Date;
  attempts: number;
}

const ORDER = {
  last_seen: sql`last_seen_at`,
  identifier: sql`identifier`,
  protocol: sql`protocol`,
  attempts: sql`attempts`,
} as const;

/**
 * A page of unregistered devices. They belong to no customer: if several customers share the
 * server, an administrator must enter the whole number printed on the device.
 *
 * @param seesAll whether the viewer may browse the list
 */
export async function unknownDevices(trx: Transaction, page: Page, seesAll: boolean) {
  const order = ORDER[(page.orderBy ?? 'last_seen') as keyof typeof ORDER];
  const newestFirst = page.orderBy === null || page.descending;
  const where = seesAll
    ? sql`(${page.search} = '' or identifier ilike ${containsPattern(page.search)})`
    : sql`identifier = ${page.search}`;
  const { rows } = await sql<UnknownDeviceRow>`select * from unknown_devices where ${where}
    order by ${order} ${newestFirst ? sql`desc` : sql`asc`}, identifier
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from unknown_devices where ${where}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Whether several customers share this server; runs with the rights of the owner. */
export async function hasSeveralCustomers(trx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from customers limit 2`.execute(trx);
  return rows.length > 1;
}

/** Removes a device from the list of unknown ones. */
export async function removeUnknownDevice(
  trx: Transaction,
  identifier: string,
  protocol: Protocol,
): Promise<void> {
  await trx
    .deleteFrom('unknown_devices')
    .where('identifier', '=', identifier)
    .where('protocol', '=', protocol)
    .execute();
}

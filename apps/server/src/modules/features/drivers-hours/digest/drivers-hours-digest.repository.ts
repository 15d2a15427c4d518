import type { InfringementSeverity } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Infringements of one degree of seriousness. */
export interface SeverityCount {
  /** Null where the lists of the Union do not classify them. */
  readonly severity: InfringementSeverity | null;
  readonly count: number;
}

/** Customers with infringements that no digest had. */
export async function customersToNotify(trx: Transaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select c.id from customers c
    where exists (select from hours_infringements h where h.customer_id = c.id
      and h.notified_on is null) order by c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Marks the infringements of a customer that no digest had with a day. Other processes wait.
 *
 * @param today YYYY-MM-DD in UTC
 * @returns the name of the customer; null if the day already has a digest, or nothing is new
 */
export async function markNewInfringements(
  trx: Transaction,
  customerId: number,
  today: string,
): Promise<string | null> {
  // Not `for update`: this would stop inserts that refer to the customer.
  const { rows } = await sql<{ name: string }>`select name from customers
    where id = ${customerId} for no key update`.execute(trx);
  const { numAffectedRows } = await sql`update hours_infringements set notified_on = ${today}::date
    where customer_id = ${customerId} and notified_on is null and not exists (
      select from hours_infringements o where o.customer_id = ${customerId}
        and o.notified_on = ${today}::date)`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n ? (rows[0]?.name ?? null) : null;
}

/**
 * Counts the infringements of the digest of a day that wait for a debrief, the most serious first.
 *
 * @param drivers condition of drivers `d`
 */
export async function digestCounts(
  trx: Transaction,
  customerId: number,
  today: string,
  drivers: RawBuilder<boolean>,
): Promise<readonly SeverityCount[]> {
  const { rows } = await sql<SeverityCount>`select h.severity, count(*)::int as count
    from hours_infringements h join drivers d on d.id = h.driver_id
    where h.customer_id = ${customerId} and h.notified_on = ${today}::date and h.state = 'new'
      and ${drivers}
    group by h.severity order by array_position('{MSI,VSI,SI,MI}'::text[], h.severity)`.execute(
    trx,
  );
  return rows;
}

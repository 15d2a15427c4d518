import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  type InfringementRow,
  infringementColumns,
} from '../infringements/drivers-hours-infringements.repository.ts';

/**
 * Infringements of a driver that nobody dismissed, newest first: those without a signature, and those that
 * ended after a time.
 */
export async function infringementsOfDriver(
  trx: Transaction,
  driverId: number,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly InfringementRow[]> {
  const { rows } = await sql<InfringementRow>`select ${infringementColumns}
    from hours_infringements h join drivers d on d.id = h.driver_id
    where h.driver_id = ${driverId} and h.state <> 'dismissed'
      and (h.signed_by is null or h.ended_at >= ${since})
    order by h.ended_at desc, h.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** One infringement of a driver that nobody dismissed. */
export async function infringementOfDriver(
  trx: Transaction,
  driverId: number,
  id: number,
): Promise<InfringementRow | undefined> {
  const { rows } = await sql<InfringementRow>`select ${infringementColumns}
    from hours_infringements h join drivers d on d.id = h.driver_id
    where h.id = ${id} and h.driver_id = ${driverId} and h.state <> 'dismissed'`.execute(trx);
  return rows[0];
}

/** Stores what a driver says. Returns false if somebody else has changed the infringement since. */
export async function keepAnswer(
  trx: Transaction,
  { id, version }: { readonly id: number; readonly version: number },
  { comment, signedBy }: { readonly comment: string; readonly signedBy: string | null },
): Promise<boolean> {
  const signature =
    signedBy === null ? {} : { signed_by: signedBy, signed_at: new Date(), is_own_signature: true };
  const { numUpdatedRows } = await trx
    .updateTable('hours_infringements')
    .set({ driver_comment: comment, ...signature, version: version + 1 })
    .where('id', '=', String(id))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The oldest account of a driver, and the person who debriefed an infringement. */
export async function readersOf(
  trx: Transaction,
  id: number,
): Promise<{ readonly account_id: number | null; readonly debriefer_id: number | null }> {
  const { rows } = await sql<{ account_id: number | null; debriefer_id: number | null }>`
    select h.debriefed_by as debriefer_id, (select u.id from users u
      where u.driver_id = h.driver_id and u.customer_id = h.customer_id and u.is_active
      order by u.id limit 1) as account_id
    from hours_infringements h where h.id = ${id}`.execute(trx);
  return rows[0] ?? { account_id: null, debriefer_id: null };
}

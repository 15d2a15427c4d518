import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../../platform/db/index.ts';
import { depotIsVisible, driverIsVisible } from '../../../fleet/index.ts';

const ids = (list: readonly number[]) => sql`${[...list]}::int[]`;

async function knows(trx: Transaction, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await query.execute(trx)).rows.length > 0;
}

/** Whether a list of a customer has this entry, and it is not archived. */
export function entryIsKnown(
  trx: Transaction,
  customerId: number,
  kind: CatalogueKind,
  id: number,
): Promise<boolean> {
  return knows(
    trx,
    sql`select from catalogue_entries where id = ${id} and customer_id = ${customerId}
      and kind = ${kind} and archived_at is null`,
  );
}

/** Whether a customer has this repairer, and it is not archived. */
export function repairerIsKnown(
  trx: Transaction,
  customerId: number,
  id: number,
): Promise<boolean> {
  return knows(
    trx,
    sql`select from repairers where id = ${id} and customer_id = ${customerId}
      and archived_at is null`,
  );
}

/** Whether a driver of the customer is in sight. */
export function driverIsKnown(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  id: number,
): Promise<boolean> {
  return knows(
    trx,
    sql`select from drivers d where d.id = ${id} and d.customer_id = ${customerId}
      and ${driverIsVisible(trx, viewer)}`,
  );
}

/** How many of these depots are the customer's and in sight. */
export async function knownDepots(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly number[],
): Promise<number> {
  const { rows } = await sql`select from depots g where g.id = any(${ids(wanted)})
    and g.customer_id = ${customerId} and ${depotIsVisible(viewer)}`.execute(trx);
  return rows.length;
}

/** How many of these schedule types are built in or the customer's. */
export async function knownScheduleTypes(
  trx: Transaction,
  customerId: number,
  wanted: readonly number[],
): Promise<number> {
  const { rows } = await sql`select from schedule_types where id = any(${ids(wanted)})
    and (customer_id is null or customer_id = ${customerId})`.execute(trx);
  return rows.length;
}

/**
 * How many of these devices are the customer's and can be fitted: on no vehicle, or on one in sight,
 * and not archived.
 */
export async function knownTrackers(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly number[],
): Promise<number> {
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`(t.vehicle_id is null or t.vehicle_id in (select w.vehicle_id from vehicle_depots w
          where w.depot_id = any(${ids(viewer.depotScope)})))`;
  const { rows } = await sql`select from trackers t where t.id = any(${ids(wanted)})
    and t.customer_id = ${customerId} and t.archived_at is null
    and t.permission is distinct from 'admin' and ${scope} for update`.execute(trx);
  return rows.length;
}

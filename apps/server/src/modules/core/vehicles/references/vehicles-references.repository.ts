import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CatalogueKind,
  type Transaction,
  vehicleInScope,
} from '../../../../platform/db/index.ts';
import { depotIsVisible, driverIsVisible } from '../../fleet/index.ts';

const idsOf = (list: readonly number[]) => sql`${[...list]}::int[]`;

/** Ids that a query returns; skips the query if no ids are given. */
async function found(
  trx: Transaction,
  wanted: readonly number[],
  query: RawBuilder<{ id: number }>,
): Promise<ReadonlySet<number>> {
  if (wanted.length === 0) return new Set();
  return new Set((await query.execute(trx)).rows.map(({ id }) => id));
}

/** The given entries that a list of a customer has, without archived ones. */
export function knownEntries(
  trx: Transaction,
  customerId: number,
  kind: CatalogueKind,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{
    id: number;
  }>`select id from catalogue_entries where id = any(${idsOf(wanted)})
      and customer_id = ${customerId} and kind = ${kind} and archived_at is null`;
  return found(trx, wanted, query);
}

/** Whether a list of a customer has this entry, and it is not archived. */
export async function entryIsKnown(
  trx: Transaction,
  customerId: number,
  kind: CatalogueKind,
  id: number,
): Promise<boolean> {
  return (await knownEntries(trx, customerId, kind, [id])).has(id);
}

/** The given repairers of a customer, without archived ones. */
export function knownRepairers(
  trx: Transaction,
  customerId: number,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{
    id: number;
  }>`select id from repairers where id = any(${idsOf(wanted)}) and customer_id = ${customerId}
      and archived_at is null`;
  return found(trx, wanted, query);
}

/** The given drivers that are visible and of the customer. */
export function knownDrivers(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{ id: number }>`select d.id from drivers d where d.id = any(${idsOf(wanted)})
      and d.customer_id = ${customerId} and ${driverIsVisible(trx, viewer)}`;
  return found(trx, wanted, query);
}

/** The given depots that are visible and of the customer. */
export function knownDepots(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{ id: number }>`select g.id from depots g where g.id = any(${idsOf(wanted)})
      and g.customer_id = ${customerId} and ${depotIsVisible(viewer)}`;
  return found(trx, wanted, query);
}

/** The given schedule types that are built in or of the customer. */
export function knownScheduleTypes(
  trx: Transaction,
  customerId: number,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{ id: number }>`select id from schedule_types where id = any(${idsOf(wanted)})
      and (customer_id is null or customer_id = ${customerId})`;
  return found(trx, wanted, query);
}

/**
 * The given devices that are of the customer and can be fitted: on no vehicle or on a visible one, and
 * not archived. Locks them until the transaction ends.
 */
export function knownTrackers(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const query = sql<{ id: number }>`select t.id from trackers t where t.id = any(${idsOf(wanted)})
      and t.customer_id = ${customerId} and t.archived_at is null
      and t.permission is distinct from 'admin'
      and (t.vehicle_id is null or ${vehicleInScope(viewer, 't.vehicle_id')}) order by t.id for update`;
  return found(trx, wanted, query);
}

/** An arbitrary number, unique among the product's advisory locks. */
const LOCK_OF_REGISTRATIONS = 18_001;

/** A vehicle that has a registration. */
export interface Bearer {
  readonly id: number;
  readonly is_active: boolean;
}

/**
 * The vehicles of a customer with these registrations, regardless of case and spaces, by the given
 * spelling. Until the transaction ends, no other request can assign registrations of this
 * customer.
 */
export async function bearersOfRegistrations(
  trx: Transaction,
  customerId: number,
  registrations: readonly string[],
): Promise<ReadonlyMap<string, Bearer>> {
  await sql`select pg_advisory_xact_lock(${LOCK_OF_REGISTRATIONS}, ${customerId})`.execute(trx);
  const { rows } = await sql<Bearer & { wanted: string }>`
    select w.wanted, v.id, v.is_active from unnest(${[...registrations]}::text[]) as w (wanted)
    join vehicles v on v.customer_id = ${customerId}
      and upper(regexp_replace(v.registration, '\\s', '', 'g'))
        = upper(regexp_replace(w.wanted, '\\s', '', 'g'))`.execute(trx);
  return new Map(rows.map(({ wanted, ...bearer }) => [wanted, bearer]));
}

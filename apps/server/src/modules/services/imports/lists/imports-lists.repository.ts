import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../../platform/db/index.ts';
import { groupTable, isKept } from '../../../core/depots/index.ts';
import { driverIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/** A record that a row may name. */
export interface Named {
  readonly id: number;
  readonly name: string;
  readonly is_archived: boolean;
}

/** Distinct texts in lower case, for comparison. */
const lowerCased = (texts: readonly string[]) =>
  sql`${[...new Set(texts.map((text) => text.toLowerCase()))]}::text[]`;

async function idsOf(trx: Transaction, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(trx)).rows.map(({ id }) => id);
}

/**
 * Visible drivers of a customer, including archived ones, with a licence or full name of the rows.
 */
export function driversLike(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  like: { readonly licences: readonly string[]; readonly names: readonly string[] },
): Promise<number[]> {
  return idsOf(
    trx,
    sql`select d.id from drivers d where d.customer_id = ${customerId}
      and (lower(d.licence_number) = any(${lowerCased(like.licences)})
        or lower(d.first_name || ' ' || d.surname) = any(${lowerCased(like.names)}))
      and ${driverIsVisible(trx, viewer)} order by d.id`,
  );
}

/** Trackers of a customer with these numbers, including archived ones. */
export function trackersNumbered(
  trx: Transaction,
  customerId: number,
  numbers: readonly string[],
): Promise<number[]> {
  return idsOf(
    trx,
    sql`select id from trackers where customer_id = ${customerId}
      and number = any(${[...numbers]}::text[])`,
  );
}

/**
 * Depots or regions of a customer that the administrator manages, by name, including archived ones.
 */
export async function groupsNamed(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  isRegion: boolean,
  names: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`select g.id, g.name, g.archived_at is not null as is_archived
    from ${groupTable(isRegion)} g where g.customer_id = ${customerId}
      and lower(g.name) = any(${lowerCased(names)}) and ${isKept(viewer, isRegion)}
    order by g.id`.execute(trx);
  return rows;
}

const LISTS = {
  activity_type: 'activity_types',
  schedule_type: 'schedule_types',
  repairer: 'repairers',
  geofence_category: 'geofence_categories',
} as const;

/** Entries of a list, of a customer or built in, by name, including archived ones. */
export async function listedNamed(
  trx: Transaction,
  customerId: number,
  list: keyof typeof LISTS,
  names: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, name, archived_at is not null as is_archived
    from ${sql.table(LISTS[list])} where (customer_id is null or customer_id = ${customerId})
      and lower(name) = any(${lowerCased(names)}) order by customer_id nulls last, id`.execute(trx);
  return rows;
}

/** Activity types of a customer or built in, by code. */
export function activityTypesCoded(
  trx: Transaction,
  customerId: number,
  codes: readonly string[],
): Promise<number[]> {
  return idsOf(
    trx,
    sql`select id from activity_types where reference = any(${[...codes]}::text[])
      and (customer_id is null or customer_id = ${customerId})`,
  );
}

/** Entries of a customer's vehicle lists by name, including archived ones. */
export async function entriesNamed(
  trx: Transaction,
  customerId: number,
  kind: CatalogueKind,
  names: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, name, archived_at is not null as is_archived
    from catalogue_entries where customer_id = ${customerId} and kind = ${kind}
      and lower(name) = any(${lowerCased(names)}) order by id`.execute(trx);
  return rows;
}

/** Visible vehicles of a customer, by registration in upper case without spaces. */
export async function vehiclesRegistered(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  plainRegistrations: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; plain: string }>`
    select v.id, upper(regexp_replace(v.registration, '\\s', '', 'g')) as plain
    from (${visibleVehicles(trx, viewer)}) s join vehicles v on v.id = s.id
    where v.customer_id = ${customerId}
      and upper(regexp_replace(v.registration, '\\s', '', 'g'))
        = any(${[...new Set(plainRegistrations)]}::text[])`.execute(trx);
  return new Map(rows.map(({ id, plain }) => [plain, id]));
}

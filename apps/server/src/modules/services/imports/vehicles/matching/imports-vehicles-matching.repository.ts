import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../../../core/fleet/index.ts';

/** An entry of a customer's lists that a row may name. */
export interface ListedName {
  readonly id: number;
  readonly kind: CatalogueKind;
  readonly name: string;
  readonly manufacturer_id: number | null;
  readonly vehicle_type: VehicleType | null;
}

/** All list entries of a customer that rows may name, without archived ones. */
export async function listedNames(trx: Transaction, customerId: number): Promise<ListedName[]> {
  return trx
    .selectFrom('catalogue_entries')
    .select(['id', 'kind', 'name', 'manufacturer_id', 'vehicle_type'])
    .where('customer_id', '=', customerId)
    .where('kind', '!=', 'driver_category')
    .where('archived_at', 'is', null)
    .execute();
}

/** The visible depots of a customer, with their regions. */
export async function visibleDepots(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
): Promise<{ id: number; name: string; region: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; region: string | null }>`
    select g.id, g.name, r.name as region from depots g
    left join regions r on r.id = g.region_id and r.archived_at is null
    where g.customer_id = ${customerId} and ${depotIsVisible(viewer)}`.execute(trx);
  return rows;
}

/** The ids of a customer's devices by number, without archived and hidden ones. */
export async function trackersByNumber(
  trx: Transaction,
  customerId: number,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ id: number; number: string }>`select id, number from trackers
    where number = any(${[...numbers]}::text[]) and customer_id = ${customerId}
      and archived_at is null and permission is distinct from 'admin'`.execute(trx);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/**
 * Visible vehicles of a customer that are in no row of an upload, sorted by id.
 *
 * @param afterId returns only vehicles with a greater id
 */
export async function missingVehicles(
  trx: Transaction,
  viewer: Viewer,
  { id: uploadId, customer_id: customerId }: { readonly id: number; readonly customer_id: number },
  afterId: number,
  limit: number,
): Promise<{ id: number; registration: string }[]> {
  const rows = await visibleVehicles(trx, viewer)
    .where('v.customer_id', '=', customerId)
    .where('v.permission', 'is distinct from', 'admin')
    .where('v.id', '>', afterId)
    .where(
      // An uncorrelated subquery: it is hashed once, for any number of rows.
      sql<boolean>`upper(regexp_replace(v.registration, '\\s', '', 'g')) not in (
        select upper(regexp_replace(r.registration, '\\s', '', 'g')) from vehicle_upload_rows r
        where r.upload_id = ${uploadId} and r.row_number is not null)`,
    )
    .orderBy('v.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}

import { type AssetKind, TRAILER_KINDS, type VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  depotInScope,
  ofCustomer,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

export interface CheckVehicleRow {
  readonly id: number;
  readonly registration: string;
  readonly type: VehicleType;
  readonly code_digest: string | null;
  readonly kind: AssetKind | null;
  /** The trailers that are coupled now, the nearest first; null without any. */
  readonly trailers: number[] | null;
}

const digest = sql`(select encode(sha256(convert_to(c.code, 'UTF8')), 'hex') from vehicle_codes c
  where c.vehicle_id = v.id and c.revoked_at is null)`;

const columns = sql`v.id, v.registration, v.type, ${digest} as code_digest, v.kind,
  (select array_agg(c.trailer_id order by c.position) from couplings c
    where c.vehicle_id = v.id and c.uncoupled_at is null) as trailers`;

function fromVisibleVehicles(trx: Transaction, viewer: Viewer) {
  return sql`from vehicles v where v.id in
    (${visibleVehicles(trx, viewer).clearSelect().select('v.id')})`;
}

/**
 * The trailers that a person may couple: the visible ones, those of the person's depots, and those that
 * are coupled to a visible vehicle. A driver who sees only one vehicle finds the trailers of its depot.
 */
const fromTrailersInReach = (viewer: Viewer) => sql`from vehicles v
  where v.is_active and v.kind = any(${[...TRAILER_KINDS]}::text[])
    and ${ofCustomer(viewer, 'v.customer_id')}
    and (${vehicleInScope(viewer, 'v.id')}
      or exists (select from vehicle_depots p where p.vehicle_id = v.id
        and ${depotInScope(viewer, 'p.depot_id')})
      or exists (select from couplings c where c.trailer_id = v.id and c.uncoupled_at is null
        and ${vehicleInScope(viewer, 'c.vehicle_id')}))`;

/** The vehicles of a list, or the trailers that may be coupled. */
const fromAssets = (trx: Transaction, viewer: Viewer, isTrailers: boolean) =>
  isTrailers ? fromTrailersInReach(viewer) : fromVisibleVehicles(trx, viewer);

/** Trailers that the person may couple, by registration. */
export async function firstTrailers(
  trx: Transaction,
  viewer: Viewer,
  limit: number,
): Promise<CheckVehicleRow[]> {
  const { rows } = await sql<CheckVehicleRow>`select ${columns} ${fromTrailersInReach(viewer)}
    order by lower(v.registration), v.id limit ${limit}`.execute(trx);
  return rows;
}

/** The first visible vehicles; those that the person checked most recently come first. */
export async function firstVehicles(
  trx: Transaction,
  viewer: Viewer,
  limit: number,
): Promise<CheckVehicleRow[]> {
  const { rows } = await sql<CheckVehicleRow>`
    with own as (select vehicle_id, max(record_id) as last from record_changes
      where kind = 'driver_check' and user_id = ${viewer.userId} group by vehicle_id)
    select ${columns} ${fromVisibleVehicles(trx, viewer)}
    order by (select last from own where own.vehicle_id = v.id) desc nulls last, lower(v.registration),
      v.id limit ${limit}`.execute(trx);
  return rows;
}

/** Visible vehicles, or trailers in reach, by a part of the registration, ignoring spaces. */
export async function searchedVehicles(
  trx: Transaction,
  viewer: Viewer,
  search: string,
  { isTrailers, limit }: { readonly isTrailers: boolean; readonly limit: number },
): Promise<CheckVehicleRow[]> {
  const { rows } = await sql<CheckVehicleRow>`
    select ${columns} ${fromAssets(trx, viewer, isTrailers)}
      and replace(v.registration, ' ', '') ilike ${containsPattern(search.replaceAll(' ', ''))}
    order by lower(v.registration), v.id limit ${limit}`.execute(trx);
  return rows;
}

/** The visible vehicle, or the trailer in reach, with this code. */
export async function vehicleOfCode(
  trx: Transaction,
  viewer: Viewer,
  code: string,
  isTrailers: boolean,
): Promise<CheckVehicleRow[]> {
  const { rows } = await sql<CheckVehicleRow>`
    select ${columns} ${fromAssets(trx, viewer, isTrailers)}
      and v.id in (select vehicle_id from vehicle_codes where code = ${code} and revoked_at is null)
    `.execute(trx);
  return rows;
}

/** A vehicle of a check. */
export interface CheckedVehicle {
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  readonly customerId: number;
  /** The first visible depot. */
  readonly depotId: number | null;
}

interface CheckedRow {
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  readonly customer_id: number;
  readonly depot_id: number | null;
}

/** A vehicle that is visible, or a trailer that may be coupled; undefined otherwise. */
export async function checkedVehicle(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  isTrailer = false,
): Promise<CheckedVehicle | undefined> {
  const { rows } = await sql<CheckedRow>`
    select v.type, v.kind, v.customer_id, (select g.id from vehicle_depots w join depots g on g.id = w.depot_id
      where w.vehicle_id = v.id and ${depotIsVisible(viewer)} order by lower(g.name), g.id limit 1) as depot_id
    ${fromAssets(trx, viewer, isTrailer)} and v.id = ${id}`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { customer_id: customerId, depot_id: depotId, kind, type } = row;
  return { type, kind, customerId, depotId };
}

export interface PhotoName {
  readonly userId: number;
  readonly checkKey: string;
  readonly photoKey: string;
}

/** The stored photograph of this name; undefined if there is none. */
export async function photoOfName(trx: Transaction, name: PhotoName): Promise<number | undefined> {
  const row = await trx
    .selectFrom('check_photographs')
    .select('id')
    .where('user_id', '=', name.userId)
    .where('check_key', '=', name.checkKey)
    .where('photo_key', '=', name.photoKey)
    .executeTakeFirst();
  return row?.id;
}

/** Counts the photographs of this check, and those of the person not assigned to a check yet. */
export async function waitingPhotos(
  trx: Transaction,
  { userId, checkKey }: PhotoName,
): Promise<{ ofCheck: number; ofPerson: number }> {
  const { rows } = await sql<{ of_check: number; of_person: number }>`
    select count(*) filter (where check_key = ${checkKey})::int as of_check,
      count(*) filter (where taken_at is null)::int as of_person
    from check_photographs where user_id = ${userId}
      and (check_key = ${checkKey} or taken_at is null)`.execute(trx);
  const { of_check: ofCheck = 0, of_person: ofPerson = 0 } = rows[0] ?? {};
  return { ofCheck, ofPerson };
}

/** Stores a photograph before its check; null if it is stored already. */
export async function insertPhoto(
  trx: Transaction,
  name: PhotoName,
  of: { readonly customerId: number; readonly fileId: string; readonly reportFileId: string },
): Promise<number | null> {
  const row = await trx
    .insertInto('check_photographs')
    .values({
      customer_id: of.customerId,
      user_id: name.userId,
      check_key: name.checkKey,
      photo_key: name.photoKey,
      file_id: of.fileId,
      report_file_id: of.reportFileId,
    })
    .onConflict((on) => on.columns(['user_id', 'check_key', 'photo_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Assigns photographs to a check, locks them until the transaction ends, and keeps their files for
 * good. Skips those that do not exist, were uploaded for another check or are already assigned.
 */
export async function takePhotos(
  trx: Transaction,
  of: { readonly userId: number; readonly customerId: number; readonly checkKey: string },
  ids: readonly number[],
): Promise<{ id: number; file_id: string; report_file_id: string }[]> {
  const { rows } = await sql<{ id: number; file_id: string; report_file_id: string }>`
    with taken as (update check_photographs set taken_at = now()
      where id = any(${[...ids]}::int[]) and user_id = ${of.userId} and check_key = ${of.checkKey}
        and customer_id = ${of.customerId} and taken_at is null
      returning id, file_id, report_file_id),
    stay as (update files f set kept_until = null from taken t
      where f.id in (t.file_id, t.report_file_id))
    select * from taken`.execute(trx);
  return rows;
}

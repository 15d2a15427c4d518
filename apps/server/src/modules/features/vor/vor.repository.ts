import type { VorReason } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

/** A new off-road entry. */
export interface NewVor {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly reason: VorReason;
  readonly note: string;
  readonly since: Date;
  readonly expectedBackAt: Date | null;
  readonly repairer: string | null;
  readonly costPerDay: number | null;
  readonly defectId: number | null;
  readonly inspectionId: number | null;
  readonly author: Actor;
}

/**
 * Creates an entry. Returns null if the vehicle is already off the road for the same reason: the
 * same defect or inspection, or an overdue inspection.
 */
export async function insertVor(trx: Transaction, entry: NewVor): Promise<number | null> {
  const made = await trx
    .insertInto('vor_entries')
    .values({
      customer_id: entry.customerId,
      vehicle_id: entry.vehicleId,
      reason: entry.reason,
      note: entry.note,
      since: entry.since,
      expected_back_at: entry.expectedBackAt,
      repairer: entry.repairer,
      cost_per_day: entry.costPerDay === null ? null : entry.costPerDay.toFixed(2),
      defect_record_id: entry.defectId,
      inspection_record_id: entry.inspectionId,
      set_by_id: entry.author.userId,
      set_by: entry.author.name,
      cleared_by_id: null,
      cleared_by: null,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Locks the off-road entries of a vehicle until the transaction ends. */
export async function lockVor(trx: Transaction, vehicleId: number): Promise<void> {
  // Schedules lock with two numbers too, but their second one is never negative.
  await sql`select pg_advisory_xact_lock(${vehicleId}, -1)`.execute(trx);
}

/** Open off-road entries of a vehicle, oldest first. */
export async function openVor(trx: Transaction, vehicleId: number) {
  return trx
    .selectFrom('vor_entries')
    .select(['id', 'reason', 'defect_record_id', 'inspection_record_id', 'since', 'version'])
    .where('vehicle_id', '=', vehicleId)
    .where('returned_at', 'is', null)
    .orderBy('since')
    .orderBy('id')
    .execute();
}

export interface VorRow {
  id: number;
  customer_id: number;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
  reason: VorReason;
  note: string;
  since: Date;
  expected_back_at: Date | null;
  repairer: string | null;
  repairer_id: number | null;
  cost_per_day: string | null;
  defect_record_id: number | null;
  inspection_record_id: number | null;
  reference_number: string | null;
  set_by: string;
  returned_at: Date | null;
  cleared_by: string | null;
  version: number;
}

export const VOR_COLUMNS = sql`e.id, e.customer_id, e.vehicle_id, v.registration, p.depot_id, p.depot_name,
  e.reason, e.note, e.since, e.expected_back_at, e.repairer, e.repairer_id, e.cost_per_day,
  e.defect_record_id, e.inspection_record_id, coalesce(
    (select d.reference_number from defect_records d where d.id = e.defect_record_id),
    (select n.reference_number from inspection_records n where n.id = e.inspection_record_id))
  as reference_number, e.set_by, e.returned_at, e.cleared_by, e.version`;

/** Join: the first of the visible depots of the entry's vehicle, as `p`. */
export const withDepot = (viewer: Viewer) => sql`left join lateral (
  select g.id as depot_id, g.name as depot_name from vehicle_depots w join depots g on g.id = w.depot_id
  where w.vehicle_id = e.vehicle_id and ${depotIsVisible(viewer)} order by g.name limit 1) p on true`;

/** Entries of visible vehicles, with the first visible depot of each. */
const vorFrom = (trx: Transaction, viewer: Viewer) => sql`vor_entries e
  join (${visibleVehicles(trx, viewer)}) v on v.id = e.vehicle_id ${withDepot(viewer)}`;

/** An entry of a visible vehicle; undefined if it does not exist or is not visible. */
export async function visibleVor(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<VorRow | undefined> {
  const { rows } = await sql<VorRow>`select ${VOR_COLUMNS} from ${vorFrom(trx, viewer)}
    where e.id = ${id}`.execute(trx);
  return rows[0];
}

/** Entries of a visible vehicle: open ones first, then the newest. */
export async function vorOfVehicle(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  limit: number,
): Promise<VorRow[]> {
  const { rows } = await sql<VorRow>`select ${VOR_COLUMNS} from ${vorFrom(trx, viewer)}
    where e.vehicle_id = ${vehicleId} order by e.returned_at is not null, e.since desc, e.id desc
    limit ${limit}`.execute(trx);
  return rows;
}

/** Fields of an entry that a person may change. */
export interface VorValues {
  readonly reason: VorReason;
  readonly note: string;
  readonly expectedBackAt: Date | null;
  readonly repairer: string | null;
  readonly costPerDay: string | null;
}

/** Updates an open entry that has not changed since it was read. Returns false otherwise. */
export async function updateVor(
  trx: Transaction,
  id: number,
  version: number,
  values: VorValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vor_entries')
    .set({
      reason: values.reason,
      note: values.note,
      expected_back_at: values.expectedBackAt,
      repairer: values.repairer,
      cost_per_day: values.costPerDay,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Clears open entries; the time of return is never before their start. */
export async function clearVor(
  trx: Transaction,
  ids: readonly number[],
  at: Date,
  author: Actor,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update vor_entries set returned_at = greatest(since, ${at}),
      cleared_by_id = ${author.userId}, cleared_by = ${author.name}, version = version + 1
    where id = any(${[...ids]}::int[]) and returned_at is null`.execute(trx);
}

/**
 * Last permitted day of the vehicle's open safety inspection if that day is over: its cycle paused
 * while the vehicle was off the road, and it is due before the vehicle goes back to work.
 */
export async function lapsedInspection(
  trx: Transaction,
  vehicleId: number,
  category: string,
): Promise<string | null> {
  const { rows } = await sql<{ latest: string }>`
    select to_char(s.latest_on, 'YYYY-MM-DD') as latest from scheduled_activities s
    join schedule_types t on t.id = s.schedule_type_id
    where s.vehicle_id = ${vehicleId} and s.fulfilled_at is null and t.category = ${category}
      and s.latest_on < (now() at time zone 'UTC')::date
    order by s.latest_on limit 1`.execute(trx);
  return rows[0]?.latest ?? null;
}

/** The name of a customer's repairer; undefined if unknown or archived. */
export async function repairerName(
  trx: Transaction,
  customerId: number,
  id: number,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('repairers')
    .select('name')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

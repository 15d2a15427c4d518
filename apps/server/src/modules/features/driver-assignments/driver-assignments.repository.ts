import type { HandedItem, HandoverKind, ReadingFinding } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { type Transaction, vehicleInScope } from '../../../platform/db/index.ts';
import { visibleDrivers } from '../../core/fleet/index.ts';
import type { StoredPhoto } from '../records/index.ts';

/** A driver with a vehicle for a time. */
export interface AssignmentRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  /** Null for a time before assignments were recorded. */
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly handovers: number;
  readonly unsigned: number;
  /** Hand-overs whose odometer contradicts the last reading. */
  readonly odometer_findings: number;
  readonly is_returned_by_driver: boolean;
}

/** The record of a hand-over. */
export interface HandoverRow {
  readonly id: number;
  readonly customer_id: number;
  readonly assignment_id: number;
  readonly driver_id: number;
  readonly vehicle_id: number;
  readonly kind: HandoverKind;
  readonly happened_at: Date;
  readonly odometer_m: number | null;
  /** How the odometer contradicts the last reading before it, and that reading. */
  readonly odometer_finding: ReadingFinding | null;
  readonly last_odometer_m: number | null;
  readonly fill_pct: number | null;
  readonly items: readonly HandedItem[];
  readonly damage: string;
  readonly remark: string;
  readonly author_id: number | null;
  readonly author: string;
  /** Whether the driver recorded it, without the office. */
  readonly is_by_driver: boolean;
  readonly driver_remark: string;
  readonly signed_by: string | null;
  readonly signed_at: Date | null;
}

export interface HandoverPhotograph {
  readonly id: number;
  readonly handover_id: number;
  readonly caption: string;
  readonly is_by_driver: boolean;
  readonly file_id: string;
}

/** Condition: a hand-over of the assignment `a` is not signed. */
export const UNSIGNED = sql`exists (select from driver_handovers h
  where h.assignment_id = a.id and h.signed_at is null)`;

/** Columns of {@link AssignmentRow} of an assignment `a` with its vehicle `v` and driver `d`. */
export const ASSIGNMENT_ROW = sql`a.id, a.customer_id, a.vehicle_id, v.registration, a.driver_id, d.first_name, d.surname,
  nullif(a.assigned_from, '-infinity') as starts_at, a.assigned_until as ends_at,
  (select count(*)::int from driver_handovers h where h.assignment_id = a.id) as handovers,
  (select count(*)::int from driver_handovers h
    where h.assignment_id = a.id and h.signed_at is null) as unsigned,
  (select count(h.odometer_finding)::int from driver_handovers h
    where h.assignment_id = a.id) as odometer_findings,
  exists (select from driver_handovers h
    where h.assignment_id = a.id and h.is_by_driver) as is_returned_by_driver`;

/** An assignment of a visible driver and vehicle. */
export async function visibleAssignment(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<AssignmentRow | undefined> {
  const { rows } = await sql<AssignmentRow>`select ${ASSIGNMENT_ROW}
    from driver_assignments a join vehicles v on v.id = a.vehicle_id join drivers d on d.id = a.driver_id
    where a.id = ${id} and ${await visibleDrivers(trx, viewer)}
      and ${vehicleInScope(viewer, 'a.vehicle_id')}`.execute(trx);
  return rows[0];
}

/** The assignments of a driver that last, or have a hand-over that is not signed; newest first, at most 20. */
export async function ownAssignments(
  trx: Transaction,
  driverId: number,
): Promise<readonly AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`select ${ASSIGNMENT_ROW}
    from driver_assignments a join vehicles v on v.id = a.vehicle_id join drivers d on d.id = a.driver_id
    where a.driver_id = ${driverId} and (a.assigned_until is null or ${UNSIGNED})
    order by a.assigned_from desc, a.id desc limit 20`.execute(trx);
  return rows;
}

/** An assignment of a driver; undefined if it is another's. */
export async function ownAssignment(
  trx: Transaction,
  driverId: number,
  id: number,
): Promise<AssignmentRow | undefined> {
  const { rows } = await sql<AssignmentRow>`select ${ASSIGNMENT_ROW}
    from driver_assignments a join vehicles v on v.id = a.vehicle_id join drivers d on d.id = a.driver_id
    where a.id = ${id} and a.driver_id = ${driverId}`.execute(trx);
  return rows[0];
}

/** The assignment of a vehicle that lasts; undefined if it has no driver. */
export async function currentAssignment(
  trx: Transaction,
  vehicleId: number,
): Promise<{ readonly id: number; readonly driver_id: number } | undefined> {
  const last = await trx
    .selectFrom('driver_assignments')
    .select(['id', 'driver_id'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy('assigned_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Each row has an id; the column may be null only because checking it would lock the table.
  if (last === undefined || last.id === null || last.driver_id === null) return undefined;
  return { id: last.id, driver_id: last.driver_id };
}

const HANDOVER = [
  'id',
  'customer_id',
  'assignment_id',
  'driver_id',
  'vehicle_id',
  'kind',
  'happened_at',
  'odometer_m',
  'odometer_finding',
  'last_odometer_m',
  'fill_pct',
  'items',
  'damage',
  'remark',
  'author_id',
  'author',
  'is_by_driver',
  'driver_remark',
  'signed_by',
  'signed_at',
] as const;

/** The hand-overs of some assignments, the issue before the return. */
export async function handoversOf(
  trx: Transaction,
  of: { readonly assignments: readonly number[] } | { readonly id: number },
): Promise<readonly HandoverRow[]> {
  const query = trx.selectFrom('driver_handovers').select(HANDOVER).orderBy('happened_at');
  if ('id' in of) return query.where('id', '=', of.id).execute();
  if (of.assignments.length === 0) return [];
  return query.where('assignment_id', 'in', [...of.assignments]).execute();
}

/** The photographs of some hand-overs. */
export async function handoverPhotographs(
  trx: Transaction,
  handoverIds: readonly number[],
): Promise<readonly HandoverPhotograph[]> {
  if (handoverIds.length === 0) return [];
  return trx
    .selectFrom('driver_handover_photographs')
    .select(['id', 'handover_id', 'caption', 'is_by_driver', 'file_id'])
    .where('handover_id', 'in', [...handoverIds])
    .orderBy('id')
    .execute();
}

/** @returns its id */
export async function insertHandover(
  trx: Transaction,
  { items, ...values }: Omit<HandoverRow, 'id' | 'driver_remark'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('driver_handovers')
    .values({ ...values, items: JSON.stringify(items) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertHandoverPhotographs(
  trx: Transaction,
  { customer_id, id }: { readonly id: number; readonly customer_id: number },
  photos: readonly StoredPhoto[],
  isByDriver: boolean,
): Promise<void> {
  if (photos.length === 0) return;
  await trx
    .insertInto('driver_handover_photographs')
    .values(
      photos.map(({ caption, file, report }) => ({
        customer_id,
        handover_id: id,
        is_by_driver: isByDriver,
        caption,
        file_id: file.id,
        report_file_id: report.id,
      })),
    )
    .execute();
}

/** Signs a hand-over. @returns false if it is signed already */
export async function signHandover(
  trx: Transaction,
  id: number,
  values: {
    readonly driver_remark: string;
    readonly signed_by: string;
    readonly signed_at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('driver_handovers')
    .set(values)
    .where('id', '=', id)
    .where('signed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

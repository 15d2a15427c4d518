import type { CheckItem } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/** Data common to all checks of a vehicle: driver checks and reports of other types. */
export interface CheckFacts {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly durationS: number | null;
  readonly driverId: number | null;
  readonly place: string | null;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly odometerM: number | null;
  readonly items: readonly CheckItem[];
  /** Number of items with a defect. */
  readonly defects: number;
  readonly declaration: string;
  readonly signedBy: string | null;
  readonly signatureId: string | null;
  readonly defectId: number | null;
}

/** The columns of {@link CheckFacts}, common to the tables of checks and of reports. */
export const checkColumns = (check: CheckFacts) => ({
  customer_id: check.customerId,
  vehicle_id: check.vehicleId,
  duration_s: check.durationS,
  driver_id: check.driverId,
  place: check.place,
  latitude: check.position?.latitude ?? null,
  longitude: check.position?.longitude ?? null,
  odometer_m: check.odometerM === null ? null : String(check.odometerM),
  items: JSON.stringify(check.items),
  defects: check.defects,
  declaration: check.declaration,
  signed_by: check.signedBy,
  signature_file_id: check.signatureId,
  defect_record_id: check.defectId,
});

/** A new driver check. */
export interface NewCheck extends CheckFacts {
  readonly depotId: number | null;
  /** The template used; null if the sender supplied the items. */
  readonly templateId: number | null;
  /** Whether the vehicle must not be driven, so that the depot is notified. */
  readonly mustNotify: boolean;
  readonly checkedAt: Date;
  readonly driver: string;
}

/** Creates the record of a check; its number is its id. */
export async function insertCheck(
  trx: Transaction,
  check: NewCheck,
): Promise<{ id: number; referenceNumber: string }> {
  const row = await trx
    .insertInto('driver_check_records')
    .values({
      ...checkColumns(check),
      depot_id: check.depotId,
      template_id: check.templateId,
      must_tell: check.mustNotify,
      checked_at: check.checkedAt,
      driver: check.driver,
    })
    .returning(['id', 'reference_number'])
    .executeTakeFirstOrThrow();
  return { id: row.id, referenceNumber: row.reference_number };
}

/** A check of a visible vehicle; undefined if there is none. */
export async function visibleCheck(trx: Transaction, viewer: Viewer, id: number) {
  const row = await trx
    .selectFrom('driver_check_records as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .leftJoin('depots as g', (on) => on.onRef('g.id', '=', 'r.depot_id').on(depotIsVisible(viewer)))
    .selectAll('r')
    .select(['v.registration', 'g.name as depot_name'])
    .where('r.id', '=', id)
    .where('r.vehicle_id', 'in', visibleVehicles(trx, viewer).clearSelect().select('v.id'))
    .executeTakeFirst();
  return row;
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof visibleCheck>>>;

/** Links the check of a trailer with that of the vehicle that pulls it. */
export async function combineChecks(
  trx: Transaction,
  of: { readonly checkId: number; readonly leadingId: number; readonly customerId: number },
): Promise<void> {
  await trx
    .insertInto('check_combinations')
    .values({
      check_id: of.checkId,
      leading_check_id: of.leadingId,
      customer_id: of.customerId,
    })
    .execute();
}

interface CombinedRow {
  readonly id: number;
  readonly reference_number: string;
  readonly defects: number;
  readonly vehicle: { readonly id: number; readonly registration: string };
}

/** The other checks of a combination that the viewer may see; nothing for a check of one vehicle. */
export async function combinationOf(trx: Transaction, viewer: Viewer, checkId: number) {
  const { rows } = await sql<CombinedRow>`
    with puller as (select coalesce((select leading_check_id from check_combinations
      where check_id = ${checkId}), ${checkId}::int) as id)
    select r.id, r.reference_number, r.defects,
      jsonb_build_object('id', v.id, 'registration', v.registration) as vehicle
    from driver_check_records r join vehicles v on v.id = r.vehicle_id
    where r.id in (select id from puller union all select c.check_id from check_combinations c
        where c.leading_check_id = (select id from puller))
      and r.id <> ${checkId}
      and v.id in (${visibleVehicles(trx, viewer).clearSelect().select('v.id')})
    order by r.id`.execute(trx);
  return rows.length === 0 ? {} : { combination: rows };
}

/** The checks of the trailers of a combination whose findings take them off the road. */
export async function urgentTrailerChecks(trx: Transaction, leadingId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from check_combinations c
    join driver_check_records r on r.id = c.check_id
    where c.leading_check_id = ${leadingId} and r.must_tell order by r.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The newest driver check of a vehicle; undefined if it has none. */
export async function latestCheck(
  trx: Transaction,
  vehicle: { readonly vehicleId: number } | { readonly registration: string },
): Promise<{ id: number; checkedAt: Date } | undefined> {
  const isOf =
    'vehicleId' in vehicle
      ? sql`v.id = ${vehicle.vehicleId}`
      : sql`replace(upper(v.registration), ' ', '') =
          replace(upper(${vehicle.registration}), ' ', '')`;
  const { rows } = await sql<{ id: number; checked_at: Date }>`
    select r.id, r.checked_at from vehicles v
    cross join lateral (select id, checked_at from driver_check_records
      where vehicle_id = v.id order by checked_at desc, id desc limit 1) r
    where ${isOf} and v.is_active order by r.checked_at desc limit 1`.execute(trx);
  const [row] = rows;
  return row === undefined ? undefined : { id: row.id, checkedAt: row.checked_at };
}

/** The shortest duration of a check that is not marked as short, in seconds. */
export async function shortCheckS(trx: Transaction, customerId: number): Promise<number> {
  const row = await trx
    .selectFrom('record_limits')
    .select('short_check_s')
    .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', customerId)]))
    .orderBy('customer_id', (order) => order.nullsLast())
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.short_check_s;
}

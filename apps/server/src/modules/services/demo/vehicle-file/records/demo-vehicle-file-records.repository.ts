import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/db/index.ts';
import { WORKSHOP } from '../demo-vehicle-file-catalogue.ts';
import type { OfVehicle, PlannedActivity } from '../demo-vehicle-file-history.ts';
import {
  type CheckPlace,
  checkRow,
  defectRow,
  inspectionRow,
  type PlannedRecord,
  type StoredRecord,
} from './demo-vehicle-file-records-rows.ts';

/** Reserves consecutive ids of a table. Returns the first. */
export async function takeIds(trx: Transaction, table: string, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    with taken as (select nextval(pg_get_serial_sequence(${table}, 'id')) as first)
    select first::int, setval(pg_get_serial_sequence(${table}, 'id'), first + ${count}) from taken
    `.execute(trx);
  return rows[0]?.first ?? 1;
}

type RecordTable = 'defect_records' | 'inspection_records' | 'driver_check_records';

/** Inserts rows with the columns of the first one; all other columns have their defaults. */
async function insertRows(
  trx: Transaction,
  table: RecordTable,
  customerId: number,
  rows: readonly object[],
): Promise<void> {
  const whole = rows.map((row) => ({ ...row, customer_id: customerId }));
  const [first] = whole;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)
    `.execute(trx);
}

async function storeRecords(
  trx: Transaction,
  customerId: number,
  planned: readonly PlannedRecord[],
  kind: {
    readonly table: RecordTable;
    readonly letters: string;
    readonly row: (planned: PlannedRecord, stored: StoredRecord) => object;
  },
): Promise<[object, StoredRecord][]> {
  const first = await takeIds(trx, kind.table, planned.length);
  const stored = planned.map((one, n): [PlannedRecord, StoredRecord] => [
    one,
    { id: first + n, reference: `${kind.letters}-${String(first + n).padStart(6, '0')}` },
  ]);
  const rows = stored.map(([one, record]) => kind.row(one, record));
  await insertRows(trx, kind.table, customerId, rows);
  return stored.map(([{ key }, record]) => [key, record]);
}

/**
 * Inserts the records of a demo customer's defects, safety inspections and driver checks.
 *
 * @param activities in the order of their entries
 * @returns id and reference number of each record, by the key that its activities share
 */
export async function insertRecords(
  trx: Transaction,
  customerId: number,
  activities: readonly OfVehicle<PlannedActivity>[],
  vehicles: readonly ({ readonly id: number; readonly type: VehicleType } & CheckPlace)[],
): Promise<ReadonlyMap<object, StoredRecord>> {
  const types = new Map(vehicles.map(({ id, type }) => [id, type]));
  const planned = {
    DEFECT: new Map<object, PlannedRecord>(),
    SAFETY_INSPECTION: new Map<object, PlannedRecord>(),
    DRIVER_CHECK: new Map<object, PlannedRecord>(),
  };
  for (const { vehicleId, record: activity } of activities) {
    const { record: key, reference } = activity;
    if (key === null || !isRecorded(reference)) continue;
    const known = planned[reference].get(key);
    if (known !== undefined) known.activities.push(activity);
    else {
      const type = types.get(vehicleId) ?? 'VAN';
      planned[reference].set(key, { key, vehicleId, type, activities: [activity] });
    }
  }
  const defects = new Map(
    await storeRecords(trx, customerId, [...planned.DEFECT.values()], {
      table: 'defect_records',
      letters: 'DEF',
      row: defectRow,
    }),
  );
  const places = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  return new Map([
    ...defects,
    ...(await storeRecords(trx, customerId, [...planned.SAFETY_INSPECTION.values()], {
      table: 'inspection_records',
      letters: 'PMI',
      row: inspectionRow,
    })),
    ...(await storeRecords(trx, customerId, [...planned.DRIVER_CHECK.values()], {
      table: 'driver_check_records',
      letters: 'DRV',
      row: (one, { id }) => {
        const found = one.activities[0]?.found?.record;
        const defectId = found === undefined ? null : (defects.get(found)?.id ?? null);
        return checkRow(one, id, places.get(one.vehicleId), defectId);
      },
    })),
  ]);
}

const isRecorded = (
  reference: string,
): reference is 'DEFECT' | 'SAFETY_INSPECTION' | 'DRIVER_CHECK' =>
  reference === 'DEFECT' || reference === 'SAFETY_INSPECTION' || reference === 'DRIVER_CHECK';

/** Inserts off-road entries: for vehicles with a dangerous defect, until it was signed off. */
export async function insertVor(trx: Transaction, customerId: number): Promise<void> {
  await sql`
    with entries as (
      insert into vor_entries (customer_id, vehicle_id, reason, note, since, expected_back_at, repairer,
        cost_per_day, defect_record_id, set_by, returned_at, cleared_by)
      select customer_id, vehicle_id, 'defect', items -> 0 ->> 'finding', reported_at,
        reported_at + interval '7 days', ${WORKSHOP}, 95, id, reported_by, signed_off_at, signed_off_by
      from defect_records
      where customer_id = ${customerId} and items -> 0 ->> 'severity' = 'dangerous'
      returning id, customer_id, vehicle_id, since, set_by, returned_at, cleared_by)
    insert into record_changes (customer_id, vehicle_id, kind, record_id, at, user_name, action, changes)
    select customer_id, vehicle_id, 'vor', id, since, set_by, 'set',
      '[{"field": "reason", "before": null, "after": "defect"}]'::jsonb
    from entries
    union all
    select customer_id, vehicle_id, 'vor', id, returned_at, cleared_by, 'cleared', '[]'::jsonb
    from entries where returned_at is not null
    order by 5`.execute(trx);
  await sql`
    insert into record_changes (customer_id, vehicle_id, kind, record_id, at, user_name, action, note)
    select d.customer_id, d.vehicle_id, 'defect', d.id, s.at, s.by, s.action, coalesce(s.note, '')
    from defect_records d cross join lateral (values
      ('reported', d.reported_at, d.reported_by, null),
      ('verify', d.assessed_at, d.assessed_by, d.assessment),
      ('assign', d.assigned_at, d.assigned_by, null),
      ('repair', d.repaired_at, d.repaired_by, d.repair),
      ('sign_off', d.signed_off_at, d.signed_off_by, null)) as s (action, at, by, note)
    where d.customer_id = ${customerId} and s.at is not null order by d.id, s.at`.execute(trx);
}

/**
 * The newest records of a customer to be illustrated, without defects that reports of the vehicle
 * check found, which have photographs already; and the newest checks to be signed.
 */
export async function recordsToIllustrate(trx: Transaction, customerId: number, count: number) {
  const defects = await sql<{ id: number; area: string; is_repaired: boolean }>`
    select id, items -> 0 ->> 'area' as area, repaired_at is not null as is_repaired
    from defect_records d where customer_id = ${customerId}
      and not exists (select from vehicle_reports r
        where r.defect_record_id = d.id and r.kind <> 'DRV')
    order by reported_at desc limit ${count}`.execute(trx);
  const inspections = await sql<{ id: number }>`
    select id from inspection_records where customer_id = ${customerId}
    order by inspected_at desc limit ${count}`.execute(trx);
  const checks = await sql<{ id: number; driver: string }>`
    select id, driver from driver_check_records where customer_id = ${customerId}
    order by checked_at desc limit ${count}`.execute(trx);
  return { defects: defects.rows, inspections: inspections.rows, checks: checks.rows };
}

/** A drawn photograph of a record. */
export interface DrawnPhotograph {
  readonly owner: 'defect_record_id' | 'inspection_record_id';
  readonly id: number;
  readonly fileId: string;
  readonly caption: string;
  readonly shows: 'finding' | 'repair';
}

/** Inserts photographs; they are small enough to be used in reports unchanged. */
export async function insertPhotographs(
  trx: Transaction,
  customerId: number,
  photographs: readonly DrawnPhotograph[],
): Promise<void> {
  for (const [n, { owner, id, fileId, caption, shows }] of photographs.entries()) {
    await sql`insert into record_photographs (customer_id, ${sql.ref(owner)}, position, caption, file_id,
        report_file_id, shows)
      values (${customerId}, ${id}, ${n + 1}, ${caption}, ${fileId}, ${fileId}, ${shows})`.execute(
      trx,
    );
  }
}

/** Signs a driver check. */
export async function signCheck(trx: Transaction, id: number, fileId: string): Promise<void> {
  await sql`update driver_check_records set signature_file_id = ${fileId} where id = ${id}`.execute(
    trx,
  );
}

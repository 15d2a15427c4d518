import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Kept, PlannedActivity } from '../history.ts';
import { defectRow, inspectionRow, type KeptRecord, type PlannedRecord } from './rows.ts';

/** Ids that nothing else has taken: the sequence moves behind them. */
export async function takeIds(trx: Transaction, table: string, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    with taken as (select nextval(pg_get_serial_sequence(${table}, 'id')) as first)
    select first::int, setval(pg_get_serial_sequence(${table}, 'id'), first + ${count}) from taken
    `.execute(trx);
  return rows[0]?.first ?? 1;
}

async function insertRows(
  trx: Transaction,
  table: 'defect_records' | 'inspection_records',
  customerId: number,
  rows: readonly object[],
): Promise<void> {
  const whole = rows.map((row) => ({ ...row, customer_id: customerId }));
  await sql`insert into ${sql.table(table)}
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)
    `.execute(trx);
}

async function keep(
  trx: Transaction,
  customerId: number,
  planned: readonly PlannedRecord[],
  kind: {
    readonly table: 'defect_records' | 'inspection_records';
    readonly letters: string;
    readonly row: (planned: PlannedRecord, kept: KeptRecord) => object;
  },
): Promise<[object, KeptRecord][]> {
  const first = await takeIds(trx, kind.table, planned.length);
  const kept = planned.map((one, n): [PlannedRecord, KeptRecord] => [
    one,
    { id: first + n, reference: `${kind.letters}-${String(first + n).padStart(6, '0')}` },
  ]);
  const rows = kept.map(([one, record]) => kind.row(one, record));
  await insertRows(trx, kind.table, customerId, rows);
  return kept.map(([{ key }, record]) => [key, record]);
}

/**
 * The records behind the defects and safety inspections of a customer of the evaluation.
 *
 * @param activities in the order of their entries
 * @returns what each record is called, by what its activities share
 */
export async function insertRecords(
  trx: Transaction,
  customerId: number,
  activities: readonly Kept<PlannedActivity>[],
  vehicles: readonly { readonly id: number; readonly type: VehicleType }[],
): Promise<ReadonlyMap<object, KeptRecord>> {
  const types = new Map(vehicles.map(({ id, type }) => [id, type]));
  const planned = {
    DEFECT: new Map<object, PlannedRecord>(),
    SAFETY_INSPECTION: new Map<object, PlannedRecord>(),
  };
  for (const { vehicleId, record: activity } of activities) {
    const { record: key, reference } = activity;
    if (key === null || (reference !== 'DEFECT' && reference !== 'SAFETY_INSPECTION')) continue;
    const known = planned[reference].get(key);
    if (known !== undefined) known.activities.push(activity);
    else {
      const type = types.get(vehicleId) ?? 'VAN';
      planned[reference].set(key, { key, vehicleId, type, activities: [activity] });
    }
  }
  return new Map([
    ...(await keep(trx, customerId, [...planned.DEFECT.values()], {
      table: 'defect_records',
      letters: 'DEF',
      row: defectRow,
    })),
    ...(await keep(trx, customerId, [...planned.SAFETY_INSPECTION.values()], {
      table: 'inspection_records',
      letters: 'PMI',
      row: inspectionRow,
    })),
  ]);
}

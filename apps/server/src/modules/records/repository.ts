import { sql } from 'kysely';
import type { Viewer } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { type FileRow, fileById } from '../../platform/files/index.ts';
import { visibleVehicles } from '../fleet/index.ts';

/** Which vehicle a record is of, and whose. */
export interface RecordVehicle {
  readonly registration: string;
  readonly manufacturer_model: string | null;
  readonly vin: string | null;
  readonly customer: string;
  /** As the customer has it: a data URL, or an address of elsewhere. */
  readonly logo: string | null;
  /** Of the newest activity of the record; empty where it has none. */
  readonly status: string;
}

/** A photograph of a record; its file is null where it is gone. */
export interface Photograph {
  readonly caption: string;
  readonly file: FileRow | null;
}

/** The vehicle of a record, where the viewer sees it. */
async function vehicleOf(
  trx: Transaction,
  viewer: Viewer,
  table: 'defect_records' | 'inspection_records',
  reference: 'DEFECT' | 'SAFETY_INSPECTION',
  id: number,
): Promise<RecordVehicle | undefined> {
  const { rows } = await sql<RecordVehicle>`
    select v.registration, v.manufacturer_model, v.vin, c.name as customer, c.logo,
      coalesce((select a.status from vehicle_activities a
        join activity_types t on t.id = a.activity_type_id
        where a.vehicle_id = r.vehicle_id and a.record_id = r.id and t.reference = ${reference}
        order by a.created_at desc, a.id desc limit 1), '') as status
    from ${sql.table(table)} r join vehicles v on v.id = r.vehicle_id
    join customers c on c.id = r.customer_id
    where r.id = ${id} and r.vehicle_id in
      (select id from (${visibleVehicles(trx, viewer)}) sight)`.execute(trx);
  return rows[0];
}

/** The record of a defect whose vehicle is in sight; undefined where there is none. */
export async function defectInSight(trx: Transaction, viewer: Viewer, id: number) {
  const vehicle = await vehicleOf(trx, viewer, 'defect_records', 'DEFECT', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('defect_records')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { vehicle, record };
}

/** The record of a safety inspection whose vehicle is in sight; undefined where there is none. */
export async function inspectionInSight(trx: Transaction, viewer: Viewer, id: number) {
  const vehicle = await vehicleOf(trx, viewer, 'inspection_records', 'SAFETY_INSPECTION', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('inspection_records')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { vehicle, record };
}

export type DefectRecord = NonNullable<Awaited<ReturnType<typeof defectInSight>>>;
export type InspectionRecord = NonNullable<Awaited<ReturnType<typeof inspectionInSight>>>;

/** The photographs of a record in their order. */
export async function photographsOf(
  trx: Transaction,
  column: 'defect_record_id' | 'inspection_record_id',
  id: number,
): Promise<Photograph[]> {
  const rows = await trx
    .selectFrom('record_photographs')
    .select(['caption', 'file_id'])
    .where(column, '=', id)
    .orderBy('position')
    .execute();
  const photographs: Photograph[] = [];
  for (const { caption, file_id: fileId } of rows) {
    photographs.push({ caption, file: (await fileById(trx, fileId)) ?? null });
  }
  return photographs;
}

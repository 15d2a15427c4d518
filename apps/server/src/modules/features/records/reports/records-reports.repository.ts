import { limitsFor, type VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FileRow, filesById } from '../../../../platform/files/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { limitsRow } from '../limits/records-limits.repository.ts';

/** Which vehicle a record is of, and whose. */
export interface RecordVehicle {
  readonly vehicle_id: number;
  readonly customer_id: number;
  readonly type: VehicleType;
  readonly registration: string;
  readonly manufacturer_model: string | null;
  readonly vin: string | null;
  readonly customer: string;
  readonly logo_file_id: string | null;
  /** Of the newest activity of the record; empty where it has none. */
  readonly status: string;
}

/** A photograph of a record; its file is null where it is gone. */
export interface Photograph {
  readonly id: number;
  readonly caption: string;
  readonly shows: 'finding' | 'repair';
  readonly file: FileRow | null;
  /** The same as small as a report needs it; null for one that came before there were such. */
  readonly report: FileRow | null;
}

/** Who reads: a person with what is in sight, or the holder of a signed address. */
export type Audience = Viewer | 'signed';

const KINDS = {
  DEFECT: 'defect_records',
  SAFETY_INSPECTION: 'inspection_records',
  DRIVER_CHECK: 'driver_check_records',
  VOR: 'vor_entries',
} as const;

function isVisible(trx: Transaction, audience: Audience): RawBuilder<unknown> {
  if (audience === 'signed') return sql`true`;
  return sql`r.vehicle_id in (select id from (${visibleVehicles(trx, audience)}) visible)`;
}

/** The vehicle of a record, where it may be seen. */
export async function vehicleOf(
  trx: Transaction,
  audience: Audience,
  reference: keyof typeof KINDS,
  id: number,
): Promise<RecordVehicle | undefined> {
  const { rows } = await sql<RecordVehicle>`
    select r.vehicle_id, r.customer_id, v.type, v.registration, v.manufacturer_model, v.vin,
      c.name as customer, c.logo_file_id,
      coalesce((select a.status from vehicle_activities a
        join activity_types t on t.id = a.activity_type_id
        where a.vehicle_id = r.vehicle_id and a.record_id = r.id and t.reference = ${reference}
        order by a.created_at desc, a.id desc limit 1), '') as status
    from ${sql.table(KINDS[reference])} r join vehicles v on v.id = r.vehicle_id
    join customers c on c.id = r.customer_id
    where r.id = ${id} and ${isVisible(trx, audience)}`.execute(trx);
  return rows[0];
}

/** The record of a defect whose vehicle is in sight; undefined where there is none. */
export async function visibleDefect(trx: Transaction, audience: Audience, id: number) {
  const vehicle = await vehicleOf(trx, audience, 'DEFECT', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('defect_records')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { vehicle, record };
}

/** The record of a safety inspection whose vehicle is in sight, with what its figures are held against. */
export async function visibleInspection(trx: Transaction, audience: Audience, id: number) {
  const vehicle = await vehicleOf(trx, audience, 'SAFETY_INSPECTION', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('inspection_records')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const limits =
    record.limits ?? limitsFor(vehicle.type, await limitsRow(trx, vehicle.customer_id));
  return { vehicle, record, limits };
}

/** The record of a driver check whose vehicle is in sight; undefined where there is none. */
export async function checkToReport(trx: Transaction, audience: Audience, id: number) {
  const vehicle = await vehicleOf(trx, audience, 'DRIVER_CHECK', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('driver_check_records as r')
    .leftJoin('depots as g', 'g.id', 'r.depot_id')
    .leftJoin('defect_records as d', 'd.id', 'r.defect_record_id')
    .selectAll('r')
    .select(['g.name as depot_name', 'd.reference_number as defect_number'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
  return { vehicle, record };
}

export type DefectRecord = NonNullable<Awaited<ReturnType<typeof visibleDefect>>>;
export type InspectionRecord = NonNullable<Awaited<ReturnType<typeof visibleInspection>>>;
export type CheckRecord = NonNullable<Awaited<ReturnType<typeof checkToReport>>>;

/** Which column names the record that photographs belong to. */
export type PhotographOwner =
  | 'defect_record_id'
  | 'inspection_record_id'
  | 'driver_check_record_id'
  | 'vehicle_report_id';

/** The photographs of a record in their order. */
export async function photographsOf(
  trx: Transaction,
  column: PhotographOwner,
  id: number,
): Promise<Photograph[]> {
  const rows = await trx
    .selectFrom('record_photographs')
    .select(['id', 'caption', 'shows', 'file_id', 'report_file_id'])
    .where(column, '=', id)
    .orderBy('position')
    .execute();
  const ids = rows.flatMap(({ file_id: fileId, report_file_id: reportId }) =>
    reportId === null ? [fileId] : [fileId, reportId],
  );
  const files = new Map((await filesById(trx, ids)).map((file) => [file.id, file]));
  return rows.map(({ file_id: fileId, report_file_id: reportId, ...row }) => ({
    ...row,
    file: files.get(fileId) ?? null,
    report: reportId === null ? null : (files.get(reportId) ?? null),
  }));
}

/** What of a vehicle in sight decides its limits, and whose it is. */
export async function vehicleFactsOf(
  trx: Transaction,
  id: number,
): Promise<{ customer_id: number; type: VehicleType }> {
  return trx
    .selectFrom('vehicles')
    .select(['customer_id', 'type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

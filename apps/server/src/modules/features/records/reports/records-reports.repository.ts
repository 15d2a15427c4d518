import { type AssetKind, limitsFor, type VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FileRow, filesById } from '../../../../platform/files/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { testOfInspection } from '../../brake-tests/index.ts';
import { limitsRow } from '../limits/records-limits.repository.ts';
import { notesOfInspection } from '../notes/records-notes.repository.ts';

/** Vehicle and customer of a record. */
export interface RecordVehicle {
  readonly vehicle_id: number;
  readonly customer_id: number;
  readonly type: VehicleType;
  readonly registration: string;
  readonly manufacturer_model: string | null;
  readonly vin: string | null;
  readonly customer: string;
  readonly logo_file_id: string | null;
  /** Status of the newest activity of the record; empty if there is none. */
  readonly status: string;
}

/** A photograph of a record; `file` is null if it is deleted. */
export interface Photograph {
  readonly id: number;
  readonly caption: string;
  readonly shows: 'finding' | 'repair';
  readonly file: FileRow | null;
  /** The copy reduced for reports; null for photographs from before these copies existed. */
  readonly report: FileRow | null;
}

/** A viewer, limited to their visible vehicles, or the holder of a signed link. */
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

/** The vehicle of a record; undefined if it is not visible. */
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

/** The record of a defect with its vehicle; undefined if it is not visible. */
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

/** A safety inspection with vehicle and thresholds; undefined if it is not visible. */
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
  const brakeTest = await testOfInspection(trx, id);
  return { vehicle, record, limits, brakeTest, notes: await notesOfInspection(trx, id) };
}

/** The vehicle and the other trailers that were checked together with `r`, in one line; null alone. */
const COMBINATION = sql<
  string | null
>`(select string_agg(v.registration || ' (' || o.reference_number || ')',
    ', ' order by o.id)
  from driver_check_records o join vehicles v on v.id = o.vehicle_id,
    lateral (select coalesce((select k.leading_check_id from check_combinations k
      where k.check_id = r.id), r.id) as id) puller
  where o.id <> r.id and (o.id = puller.id or o.id in (select k.check_id from check_combinations k
    where k.leading_check_id = puller.id)))`;

/** The record of a driver check with its vehicle; undefined if it is not visible. */
export async function checkToReport(trx: Transaction, audience: Audience, id: number) {
  const vehicle = await vehicleOf(trx, audience, 'DRIVER_CHECK', id);
  if (vehicle === undefined) return undefined;
  const record = await trx
    .selectFrom('driver_check_records as r')
    .leftJoin('depots as g', 'g.id', 'r.depot_id')
    .leftJoin('defect_records as d', 'd.id', 'r.defect_record_id')
    .selectAll('r')
    .select(['g.name as depot_name', 'd.reference_number as defect_number'])
    .select(COMBINATION.as('combination'))
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
  return { vehicle, record };
}

export type DefectRecord = NonNullable<Awaited<ReturnType<typeof visibleDefect>>>;
export type InspectionRecord = NonNullable<Awaited<ReturnType<typeof visibleInspection>>>;
export type CheckRecord = NonNullable<Awaited<ReturnType<typeof checkToReport>>>;

/** Column that refers to the record of a photograph. */
export type PhotographOwner =
  | 'defect_record_id'
  | 'inspection_record_id'
  | 'driver_check_record_id'
  | 'vehicle_report_id';

/** The photographs of a record by position. */
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

/** Customer and type of a visible vehicle, which decide its thresholds. */
export async function vehicleFactsOf(
  trx: Transaction,
  id: number,
): Promise<{ customer_id: number; type: VehicleType; kind: AssetKind | null }> {
  return trx
    .selectFrom('vehicles')
    .select(['customer_id', 'type', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

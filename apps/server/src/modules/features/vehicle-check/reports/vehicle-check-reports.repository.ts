import type { CheckItem, CheckType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type CheckFacts, checkColumns } from '../../walkaround/index.ts';
import { REPORT_COLUMNS, type ReportListRow } from '../lists/vehicle-check-lists.repository.ts';
import { rowIsVisible, visibleDepot } from '../scope/vehicle-check-scope.repository.ts';

/** A report of any type with all of its content. */
export interface StoredReport extends ReportListRow {
  readonly customer_id: number;
  readonly customer: string;
  readonly logo_file_id: string | null;
  readonly manufacturer_model: string | null;
  readonly vin: string | null;
  readonly depot: { readonly id: number; readonly name: string } | null;
  readonly place: string | null;
  readonly items: CheckItem[];
  readonly declaration: string;
  readonly signed_by: string | null;
  readonly signature_file_id: string | null;
  readonly defect_record_id: number | null;
  readonly defect_number: string | null;
}

const WHOLE = sql`${REPORT_COLUMNS}, r.customer_id, c.name as customer, c.logo_file_id,
  v.manufacturer_model, v.vin, r.place, coalesce(r.items, k.items) as items, r.declaration,
  r.signed_by, coalesce(r.signature_file_id, k.signature_file_id) as signature_file_id,
  r.defect_record_id, f.reference_number as defect_number`;
const FROM = sql`vehicle_reports r join vehicles v on v.id = r.vehicle_id
  join customers c on c.id = r.customer_id
  left join driver_check_records k on k.id = r.driver_check_record_id
  left join defect_records f on f.id = r.defect_record_id`;

/** A visible report; undefined if there is none of the kind. */
export async function visibleReport(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  kind: CheckType | null = null,
): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`select ${WHOLE}, ${visibleDepot(viewer)} as depot
    from ${FROM} where r.id = ${id} ${kind === null ? sql`` : sql`and r.kind = ${kind}`}
      and ${rowIsVisible(trx, viewer)}`.execute(trx);
  return rows[0];
}

/** Some reports of a visible depot, the oldest first. */
export async function reportsById(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`select ${WHOLE}, ${visibleDepot(viewer)} as depot
    from ${FROM} where r.id = any(${[...ids]}::int[]) order by r.done_at, r.id`.execute(trx);
  return rows;
}

/** A new report of a type other than the driver check, as submitted. */
export interface NewReport extends CheckFacts {
  readonly depotId: number;
  readonly kind: Exclude<CheckType, 'DRV'>;
  readonly doneAt: Date;
  readonly isShort: boolean;
  readonly author: string;
}

/** Stores a report; its number is its id. */
export async function insertReport(
  trx: Transaction,
  report: NewReport,
): Promise<{ id: number; reference_number: string }> {
  return trx
    .insertInto('vehicle_reports')
    .values({
      ...checkColumns(report),
      depot_id: report.depotId,
      kind: report.kind,
      done_at: report.doneAt,
      is_short: report.isShort,
      author: report.author,
    })
    .returning(['id', 'reference_number'])
    .executeTakeFirstOrThrow();
}

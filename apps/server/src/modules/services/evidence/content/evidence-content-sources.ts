import { contract } from '@roadworthy/contract';
import {
  type Access,
  allows,
  EVIDENCE_KINDS,
  type EvidenceKind,
  VEHICLE_FILE,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { RecordKind } from '../../../../platform/db/index.ts';

/** How the records of a kind are read. In each expression `r` is the row of the table. */
export interface EvidenceSource {
  readonly table: string;
  /** The time by which a record belongs to a period. */
  readonly at: RawBuilder<unknown>;
  /** The access that reading these records on their own screen requires. */
  readonly access: Access;
  /** Values besides the columns of the table, as a JSON object. */
  readonly more?: RawBuilder<unknown>;
  /** Queries for the files: `file_id`, `role`, `caption`, `position`. */
  readonly files: readonly RawBuilder<unknown>[];
  /** The history of the record; null for kinds without one. */
  readonly trail: RecordKind | null;
  readonly condition?: RawBuilder<unknown>;
}

const photographs = (column: string) =>
  sql`select p.file_id, 'photograph' as role, p.caption, p.position from record_photographs p
    where ${sql.ref(`p.${column}`)} = r.id`;
const ownFile = (column: string, role: string) =>
  sql`select ${sql.ref(`r.${column}`)}, ${role}::text, '', 0`;
const signature = ownFile('signature_file_id', 'signature');
/** Rows of another table as a JSON array, without the columns that repeat the record. */
const rowsOf = (table: string, column: string, hidden: readonly string[] = []) =>
  sql`coalesce((select jsonb_agg(to_jsonb(o) - ${[column, 'customer_id', ...hidden]}::text[]
    order by o.id) from ${sql.table(table)} o where ${sql.ref(`o.${column}`)} = r.id), '[]')`;
/** Noon of a day is on the same day in every zone that a fleet drives in. */
const noonOf = (column: string) =>
  sql`((${sql.ref(`r.${column}`)} + time '12:00') at time zone 'UTC')`;

export const EVIDENCE_SOURCES: Readonly<Record<EvidenceKind, EvidenceSource>> = {
  walkaround_checks: {
    table: 'driver_check_records',
    at: sql`r.checked_at`,
    access: contract.walkaroundRecords.read.access,
    files: [photographs('driver_check_record_id'), signature],
    trail: 'driver_check',
  },
  defects: {
    table: 'defect_records',
    at: sql`r.reported_at`,
    access: contract.defects.read.access,
    files: [photographs('defect_record_id'), signature],
    trail: 'defect',
  },
  inspections: {
    table: 'inspection_records',
    at: sql`r.inspected_at`,
    access: contract.inspections.read.access,
    files: [photographs('inspection_record_id'), signature],
    trail: 'inspection',
  },
  brake_tests: {
    table: 'brake_tests',
    at: sql`r.tested_at`,
    access: contract.brakeTests.vehicle.access,
    files: [ownFile('print_out_file_id', 'print_out')],
    trail: null,
  },
  off_road: {
    table: 'vor_entries',
    at: sql`r.since`,
    access: contract.vor.ofVehicle.access,
    files: [],
    trail: 'vor',
  },
  work_orders: {
    table: 'work_orders',
    at: sql`r.created_at`,
    access: contract.workOrders.read.access,
    more: sql`jsonb_build_object(
      'lines', ${rowsOf('work_order_lines', 'work_order_id', ['file_id'])},
      'times', ${rowsOf('work_order_times', 'work_order_id', ['user_id'])},
      'defects', coalesce((select jsonb_agg(w.defect_record_id order by w.defect_record_id)
        from work_order_defects w where w.work_order_id = r.id), '[]'))`,
    files: [
      sql`select p.file_id, 'photograph' as role, p.caption, p.id from work_order_photographs p
        where p.work_order_id = r.id`,
      sql`select l.file_id, 'invoice', l.description, l.id from work_order_lines l
        where l.work_order_id = r.id`,
      signature,
    ],
    trail: 'work_order',
  },
  schedules: {
    table: 'scheduled_activities',
    at: noonOf('stands_on'),
    access: VEHICLE_FILE,
    more: sql`(select jsonb_build_object('type', y.name, 'category', y.category)
      from schedule_types y where y.id = r.schedule_type_id)`,
    files: [],
    trail: null,
  },
  documents: {
    table: 'vehicle_activities',
    at: sql`r.document_at`,
    access: VEHICLE_FILE,
    more: sql`(select jsonb_build_object('type', y.name, 'type_reference', y.reference)
      from activity_types y where y.id = r.activity_type_id)`,
    files: [ownFile('file_id', 'document')],
    trail: null,
    condition: sql`r.file_id is not null`,
  },
  accidents: {
    table: 'accident_reports',
    at: sql`r.happened_at`,
    access: VEHICLE_FILE,
    more: sql`jsonb_build_object('parties', ${rowsOf('accident_parties', 'report_id')})`,
    files: [
      sql`select p.file_id, 'photograph' as role, p.notes, p.position from accident_photographs p
        where p.report_id = r.id`,
      signature,
      ownFile('sketch_file_id', 'sketch'),
    ],
    trail: null,
  },
  tachograph_files: {
    table: 'tachograph_files',
    at: noonOf('last_day'),
    access: contract.tachograph.list.access,
    files: [ownFile('file_id', 'tachograph_file')],
    trail: null,
    condition: sql`r.kind = 'vehicle_unit'`,
  },
};

/** The kinds of records that a person may read. */
export const kindsFor = (viewer: Viewer): EvidenceKind[] =>
  EVIDENCE_KINDS.filter((kind) => allows(EVIDENCE_SOURCES[kind].access, viewer));

import type {
  CheckItem,
  DefectArea,
  DefectState,
  FigureLimits,
  VorReason,
} from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';
import type { FieldChange } from './vehicle-file-tables.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** Generated from other columns. */
type Computed<T> = ColumnType<T, never, never>;

/** A fault found on a vehicle. */
export interface DefectItem {
  readonly name: string;
  /** The affected part of the vehicle; for some parts a major defect means VOR. */
  readonly area?: DefectArea | null;
  readonly severity: 'advisory' | 'minor' | 'major' | 'dangerous';
  readonly finding: string;
  /** The repair; null until there is one. */
  readonly remedy: string | null;
}

/** An inspected item of a safety inspection. */
export interface InspectionItem {
  readonly section: string;
  readonly name: string;
  readonly result: 'ok' | 'defect' | 'repaired' | 'not_applicable';
  readonly note: string | null;
  readonly repaired_by: string | null;
}

/** Values are null if they were not measured. */
export interface TyreFigure {
  readonly position: string;
  readonly tread_mm: number | null;
  readonly pressure_kpa: number | null;
}

/** Subjects of the trail of records. */
export type RecordKind = 'defect' | 'inspection' | 'driver_check' | 'vor';

/** The tables of `migrations/0012_records.sql`, `0014_record_life.sql` and `0024_defect_lists.sql`. */
export interface RecordTables {
  defect_records: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    reference_number: string;
    place: string | null;
    odometer_m: string | null;
    items: Json<DefectItem[]>;
    reported_at: Timestamp;
    reported_by: string;
    assessed_at: OptionalTimestamp;
    assessed_by: string | null;
    assessment: string | null;
    repaired_at: OptionalTimestamp;
    repaired_by: string | null;
    repair: string | null;
    signed_off_at: OptionalTimestamp;
    signed_off_by: string | null;
    signature_file_id: string | null;
    version: Generated<number>;
    job_number: string | null;
    state: Computed<DefectState>;
    assigned_at: OptionalTimestamp;
    assigned_by: string | null;
    repairer: string | null;
    expected_back_at: OptionalTimestamp;
    due_at: OptionalTimestamp;
    labour_cost: string | null;
    parts_cost: string | null;
    cost: Computed<string>;
    severity_rank: Computed<number>;
    search_text: Computed<string>;
  };
  inspection_records: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    reference_number: string;
    inspected_at: Timestamp;
    inspector: string;
    place: string | null;
    odometer_m: string | null;
    items: Json<InspectionItem[]>;
    tyres: Json<TyreFigure[]>;
    brake_method: 'roller' | 'decelerometer' | null;
    is_brake_test_laden: boolean | null;
    brake_service_pct: number | null;
    brake_secondary_pct: number | null;
    brake_parking_pct: number | null;
    is_roadworthy: boolean;
    declaration: string;
    signed_at: OptionalTimestamp;
    signature_file_id: string | null;
    version: Generated<number>;
    status: Generated<string>;
    limits: OptionalJson<FigureLimits>;
    brake_result: Computed<'none' | 'below' | 'met'>;
    tyre_result: Computed<'none' | 'below' | 'met'>;
    search_text: Computed<string>;
  };
  earned_recognition_limits: {
    id: Generated<number>;
    customer_id: number | null;
    measure: 'M1' | 'M2' | 'M3' | 'M4' | 'M5';
    target_pct: number;
    trigger_pct: number;
  };
  record_photographs: {
    id: Generated<number>;
    customer_id: number;
    defect_record_id: number | null;
    inspection_record_id: number | null;
    driver_check_record_id: number | null;
    vehicle_report_id: Generated<number | null>;
    position: number;
    caption: Generated<string>;
    file_id: string;
    shows: Generated<'finding' | 'repair'>;
    report_file_id: string | null;
  };
  driver_check_records: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    reference_number: Computed<string>;
    depot_id: number | null;
    checked_at: Timestamp;
    duration_s: number | null;
    driver_id: number | null;
    driver: string;
    place: string | null;
    latitude: number | null;
    longitude: number | null;
    odometer_m: string | null;
    items: Json<CheckItem[]>;
    defects: number;
    declaration: string;
    signed_by: string | null;
    signature_file_id: string | null;
    defect_record_id: number | null;
    created_at: Generated<Date>;
    template_id: number | null;
    must_tell: Generated<boolean>;
    told_at: OptionalTimestamp;
  };
  vor_entries: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    reason: VorReason;
    note: Generated<string>;
    since: Timestamp;
    expected_back_at: OptionalTimestamp;
    repairer: string | null;
    /** numeric(10, 2), as text. */
    cost_per_day: string | null;
    defect_record_id: number | null;
    inspection_record_id: number | null;
    set_by_id: number | null;
    set_by: string;
    returned_at: OptionalTimestamp;
    cleared_by_id: number | null;
    cleared_by: string | null;
    version: Generated<number>;
  };
  record_limits: {
    id: Generated<number>;
    customer_id: number | null;
    brake_service_pct: number;
    brake_secondary_pct: number;
    brake_parking_pct: number;
    tread_heavy_mm: number;
    tread_light_mm: number;
    short_check_s: number;
    due_advisory_days: Generated<number>;
    due_minor_days: Generated<number>;
    due_major_days: Generated<number>;
    due_dangerous_days: Generated<number>;
    version: Generated<number>;
  };
  record_changes: {
    id: Generated<string>;
    customer_id: number;
    vehicle_id: number;
    kind: RecordKind;
    record_id: number;
    at: Generated<Date>;
    user_id: number | null;
    user_name: string;
    action: string;
    note: Generated<string>;
    changes: Json<FieldChange[]>;
  };
  record_requests: {
    user_id: number;
    idempotency_key: string;
    customer_id: number;
    digest: Buffer;
    record_id: number;
    at: Generated<Date>;
  };
}

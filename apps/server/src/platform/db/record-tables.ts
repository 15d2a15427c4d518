import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type Json<T> = ColumnType<T, string, string>;

/** What was found on a vehicle. */
export interface DefectItem {
  readonly name: string;
  readonly severity: 'advisory' | 'minor' | 'major' | 'dangerous';
  readonly finding: string;
  /** What was done about it; null while nothing was. */
  readonly remedy: string | null;
}

/** What was looked at in a safety inspection. */
export interface InspectionItem {
  readonly section: string;
  readonly name: string;
  readonly result: 'ok' | 'defect' | 'repaired' | 'not_applicable';
  readonly note: string | null;
  readonly repaired_by: string | null;
}

/** Figures are null where they were not measured. */
export interface TyreFigure {
  readonly position: string;
  readonly tread_mm: number | null;
  readonly pressure_kpa: number | null;
}

/** The tables of `migrations/0012_records.sql`. */
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
  };
  record_photographs: {
    id: Generated<number>;
    customer_id: number;
    defect_record_id: number | null;
    inspection_record_id: number | null;
    position: number;
    caption: Generated<string>;
    file_id: string;
  };
}

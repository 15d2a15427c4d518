import type { CheckItem, CheckType, DamageSeverity, DamageZone } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** Generated from other columns. */
type Computed<T> = ColumnType<T, never, never>;

/** A question of an audit survey with its answer. */
export interface SurveyItem {
  readonly question: string;
  readonly answer: string;
  readonly ok: boolean;
  readonly comment: string | null;
}

/** The tables of `migrations/0022_vehicle_check.sql`. */
export interface VehicleCheckTables {
  vehicle_reports: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    depot_id: number | null;
    kind: CheckType;
    reference_number: Computed<string>;
    search_text: Computed<string>;
    done_at: Timestamp;
    duration_s: number | null;
    is_short: Generated<boolean>;
    driver_id: number | null;
    author: string;
    place: string | null;
    latitude: number | null;
    longitude: number | null;
    odometer_m: string | null;
    items: OptionalJson<CheckItem[]>;
    defects: number;
    declaration: Generated<string>;
    signed_by: string | null;
    signature_file_id: string | null;
    defect_record_id: number | null;
    driver_check_record_id: Generated<number | null>;
    created_at: GeneratedTimestamp;
  };
  vehicle_damages: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    depot_id: number | null;
    report_id: number | null;
    photo_positions: Generated<number[]>;
    reported_at: Timestamp;
    reported_by: string;
    part: DamageZone;
    description: string;
    severity: DamageSeverity;
    fixed_at: OptionalTimestamp;
    fixed_by: Generated<string | null>;
    created_at: GeneratedTimestamp;
  };
  notice_letters: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    depot_id: number | null;
    reference_number: Computed<string>;
    sent_at: Timestamp;
    driver_id: number | null;
    driver: string | null;
    subject: string;
    body: string;
    written_by: string;
    signed_by: string | null;
    signature_file_id: string | null;
    created_at: GeneratedTimestamp;
  };
  audit_surveys: {
    id: Generated<number>;
    customer_id: number;
    depot_id: number;
    vehicle_id: number | null;
    reference_number: Computed<string>;
    surveyed_at: Timestamp;
    auditor_id: number | null;
    auditor: string;
    items: Json<SurveyItem[]>;
    score: number | null;
    note: Generated<string>;
    created_at: GeneratedTimestamp;
  };
  depot_check_days: {
    customer_id: number;
    depot_id: number;
    day: ColumnType<string, string, string>;
    checks: Generated<number>;
    nil: Generated<number>;
    short: Generated<number>;
    done: Generated<number>;
    unchecked: Generated<number>;
    std: Generated<number>;
    aud: Generated<number>;
    hnd: Generated<number>;
    drv: Generated<number>;
    gtc: Generated<number>;
  };
}

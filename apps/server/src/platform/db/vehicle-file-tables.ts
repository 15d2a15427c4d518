import type { VehicleType } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;
/** A day as YYYY-MM-DD, read as text to avoid time zone shifts. */
type Day = ColumnType<Date, string, string>;
type OptionalDay = ColumnType<Date | null, string | null | undefined, string | null>;

/** The changed fields of a record. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface StatusOptionRow {
  readonly id: number;
  readonly name: string;
  readonly do_not_create_schedule_activities: boolean;
}

/** The tables of `migrations/0011_vehicle_file.sql`. */
export interface VehicleFileTables {
  schedule_types: {
    id: Generated<number>;
    customer_id: number | null;
    name: string;
    category: string;
    interval: string;
    plan_window: Generated<string>;
    vehicle_types: Generated<VehicleType[]>;
    archived_at: OptionalTimestamp;
  };
  schedule_intervals: {
    id: Generated<number>;
    customer_id: number;
    schedule_type_id: number;
    vehicle_id: number | null;
    interval: string;
    plan_window: string | null;
  };
  activity_types: {
    id: Generated<number>;
    customer_id: number | null;
    name: string;
    reference: string;
    schedule_type_id: number | null;
    require_user_date_input: Generated<boolean>;
    use_activity_statuses_on_ui: Generated<boolean>;
    statuses: Json<StatusOptionRow[]>;
    internal_use: Generated<boolean>;
    vehicle_types: Generated<VehicleType[]>;
    archived_at: OptionalTimestamp;
  };
  vehicle_activities: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    activity_type_id: number;
    description: string;
    status: Generated<string>;
    created_at: GeneratedTimestamp;
    fulfilled_at: OptionalTimestamp;
    document_at: ColumnType<Date, never, never>;
    created_by_id: number | null;
    created_by: string;
    file_id: string | null;
    record_id: number | null;
    reference_number: string | null;
    is_latest: Generated<boolean>;
    archived: Generated<boolean>;
    investigations_count: Generated<number>;
    pending_investigations_count: Generated<number>;
    idempotency_key: string | null;
    request_digest: Buffer | null;
    is_unqualified: Generated<boolean>;
  };
  scheduled_activities: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    schedule_type_id: number;
    interval: string;
    due_at: Timestamp;
    earliest_on: Day;
    latest_on: Day;
    planned_on: OptionalDay;
    stands_on: ColumnType<Date, never, never>;
    created_by_activity_id: number | null;
    fulfilled_by_activity_id: number | null;
    fulfilled_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  schedule_reminders: {
    customer_id: number;
    is_active: Generated<boolean>;
    days_before: number[];
    emails: string[];
  };
  schedule_reminders_sent: {
    scheduled_activity_id: number;
    customer_id: number;
    due_on: Day;
    days_before: number;
    sent_at: GeneratedTimestamp;
  };
  vehicle_file_changes: {
    id: ColumnType<string, never, never>;
    customer_id: number;
    vehicle_id: number;
    activity_id: number | null;
    scheduled_activity_id: number | null;
    at: GeneratedTimestamp;
    user_id: number | null;
    user_name: string | null;
    action: 'created' | 'archived' | 'restored' | 'fulfilled' | 'scheduled' | 'planned';
    changes: Json<FieldChange[]>;
  };
}

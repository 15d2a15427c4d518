import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;
/** A bigint identity, returned as text. */
type BigIdentity = ColumnType<string, never, never>;

/** Part of a trip: driving or idling from one moment to another (ms since 1970 UTC), and metres. */
export type TripSegment = readonly [
  kind: 'd' | 'i',
  startMs: number,
  endMs: number,
  metres: number,
];
type Ring = readonly (readonly [latitudeDeg: number, longitudeDeg: number])[];

/** The tables of `migrations/0005_derived.sql`. */
export interface DerivedTables {
  driver_assignments: {
    customer_id: number;
    vehicle_id: number;
    driver_id: number | null;
    assigned_from: Timestamp;
  };
  derivations: {
    vehicle_id: number;
    customer_id: number;
    derived_through: Timestamp;
    redo_from: OptionalTimestamp;
    state: Json<unknown>;
    updated_at: GeneratedTimestamp;
    derived_digest: Generated<string>;
    redo_until: OptionalTimestamp;
    redoing_from: OptionalTimestamp;
    redoing_until: OptionalTimestamp;
    rules: Generated<string>;
  };
  derivation_checkpoints: {
    vehicle_id: number;
    customer_id: number;
    day: ColumnType<string, string, string>;
    state: Json<unknown>;
    rules: Generated<string>;
  };
  trips: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    started_at: Timestamp;
    ended_at: Timestamp;
    in_progress: boolean;
    start_latitude: number;
    start_longitude: number;
    end_latitude: number;
    end_longitude: number;
    distance_m: number;
    driving_s: number;
    idle_s: number;
    max_speed_kmh: number;
    driver_id: number | null;
    segments: Json<readonly TripSegment[]>;
    told_at: GeneratedTimestamp;
  };
  geofence_categories: { id: Generated<number>; customer_id: number; name: string; colour: string };
  geofence_groups: { id: Generated<number>; customer_id: number; name: string };
  geofences: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    category_id: number | null;
    colour: string;
    shape: 'polygon' | 'circle' | 'corridor';
    points: Json<Ring>;
    holes: Json<readonly Ring[]>;
    centre_latitude: number | null;
    centre_longitude: number | null;
    radius_m: number | null;
    alert_on_entry: boolean;
    alert_on_exit: boolean;
    alert_dwell_min: number | null;
    speed_limit_kmh: number | null;
    created_at: GeneratedTimestamp;
    changed_at: GeneratedTimestamp;
  };
  geofence_group_members: { customer_id: number; geofence_id: number; group_id: number };
  geofence_visits: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    geofence_id: number;
    driver_id: number | null;
    entered_at: Timestamp;
    left_at: OptionalTimestamp;
    max_speed_kmh: number;
    told_at: GeneratedTimestamp;
  };
  fleet_events: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    event_code: number;
    occurred_at: Timestamp;
    ended_at: OptionalTimestamp;
    latitude: number | null;
    longitude: number | null;
    heading_deg: number | null;
    speed_kmh: number | null;
    driver_id: number | null;
    source: 'device' | 'computed';
    value: number | null;
    geofence_id: number | null;
    geofence_key: ColumnType<number, never, never>;
    told_at: GeneratedTimestamp;
    to_tell: Generated<boolean>;
  };
  alert_rules: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    is_active: boolean;
    severity: 'information' | 'warning' | 'critical';
    event_codes: number[];
    vehicle_ids: Generated<number[]>;
    depot_ids: Generated<number[]>;
    weekdays: number[];
    from_minute: number;
    until_minute: number;
    time_zone: string;
    notify_in_app: boolean;
    emails: Generated<string[]>;
    webhook_url: string | null;
    webhook_secret: string | null;
    created_by: number | null;
    created_at: GeneratedTimestamp;
  };
  alerts: {
    id: BigIdentity;
    customer_id: number;
    rule_id: number | null;
    rule_key: number;
    rule_name: string;
    severity: 'information' | 'warning' | 'critical';
    in_app: boolean;
    vehicle_id: number;
    /** Null for an alert of a defect. */
    event_code: number | null;
    defect_record_id: Generated<number | null>;
    occurred_at: Timestamp;
    latitude: number | null;
    longitude: number | null;
    geofence_id: number | null;
    geofence_key: Generated<number>;
    created_at: GeneratedTimestamp;
  };
  alert_deliveries: {
    id: BigIdentity;
    customer_id: number;
    alert_id: string;
    channel: 'email' | 'webhook';
    target: string;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    last_attempt_at: OptionalTimestamp;
    detail: string | null;
  };
  alert_reads: {
    customer_id: number;
    alert_id: string;
    user_id: number;
    read_at: GeneratedTimestamp;
  };
  report_schedules: {
    id: Generated<number>;
    customer_id: number;
    user_id: number;
    name: string;
    kind: string;
    format: string;
    frequency: 'daily' | 'weekly' | 'monthly';
    hour: number;
    time_zone: string;
    vehicle_id: number | null;
    driver_id: number | null;
    depot_id: number | null;
    emails: string[];
    is_active: boolean;
    next_run_at: OptionalTimestamp;
    last_run_at: OptionalTimestamp;
    last_state: 'sent' | 'failed' | null;
    created_at: GeneratedTimestamp;
  };
  vehicle_messages: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    tracker_id: number | null;
    message: string;
    state: Generated<'queued' | 'sent' | 'delivered' | 'failed' | 'expired'>;
    failure: 'no_tracker' | 'not_supported' | 'refused' | null;
    answer: string | null;
    created_by: number | null;
    created_at: GeneratedTimestamp;
    sent_at: OptionalTimestamp;
    delivered_at: OptionalTimestamp;
    attempts: Generated<number>;
  };
}

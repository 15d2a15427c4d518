import type { Role, VehicleType } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { AuditTables } from './audit-tables.ts';
import type { CheckTemplateTables } from './check-template-tables.ts';
import type { DerivedTables } from './derived-tables.ts';
import type { InvestigationTables } from './investigation-tables.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import type { RecordTables } from './record-tables.ts';
import type { TextTables } from './text-tables.ts';
import type { UploadTables } from './upload-tables.ts';
import type { VehicleCatalogueTables } from './vehicle-catalogue-tables.ts';
import type { VehicleCheckTables } from './vehicle-check-tables.ts';
import type { VehicleCodeTables } from './vehicle-code-tables.ts';
import type { VehicleFileTables } from './vehicle-file-tables.ts';
import type { VideoTables } from './video-tables.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A day as YYYY-MM-DD. */
type OptionalDay = ColumnType<Date | null, string | null | undefined, string | null>;
type Json<T> = ColumnType<T, string, string>;

export type Protocol = 'teltonika' | 'gt06' | 'osmand' | 'jt808' | 'traccar';
export type ClockFault = 'clock_future' | 'clock_past';

/** The tables created by `migrations/`; bigint columns are returned as text. */
export interface Tables
  extends AccountTables,
    AuditTables,
    CheckTemplateTables,
    DerivedTables,
    InvestigationTables,
    OrganisationTables,
    RecordTables,
    UploadTables,
    TextTables,
    VehicleCheckTables,
    VehicleCodeTables,
    VehicleCatalogueTables,
    VehicleFileTables,
    VideoTables {
  settings: { key: string; value: Json<unknown>; updated_at: GeneratedTimestamp };
  customers: {
    id: Generated<number>;
    name: string;
    logo: string | null;
    render_logo_on_home: Generated<boolean>;
    slogan: string | null;
    /** Currency of every amount, ISO 4217. */
    currency: Generated<string>;
    requires_second_factor: Generated<boolean>;
    created_at: GeneratedTimestamp;
    logo_file_id: Generated<string | null>;
    address_id: Generated<number | null>;
    contact_name: Generated<string | null>;
    contact_email: Generated<string | null>;
    contact_phone: Generated<string | null>;
    maintenance_control_phone: Generated<string | null>;
    languages: Generated<string[]>;
    archived_at: OptionalTimestamp;
  };
  regions: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    permission: Generated<string | null>;
    archived_at: OptionalTimestamp;
  };
  depots: {
    id: Generated<number>;
    customer_id: number;
    region_id: number | null;
    name: string;
    latitude: number | null;
    longitude: number | null;
    permission: Generated<string | null>;
    archived_at: OptionalTimestamp;
    address_id: Generated<number | null>;
  };
  drivers: {
    id: Generated<number>;
    customer_id: number;
    first_name: string;
    surname: string;
    email: string | null;
    phone: string | null;
    tag_number: string | null;
    rfid_number: Generated<string | null>;
    tachograph_card_number: Generated<string | null>;
    tachograph_card_expires_on: OptionalDay;
    licence_number: Generated<string | null>;
    licence_categories: Generated<string[]>;
    licence_expires_on: OptionalDay;
    cpc_card_number: Generated<string | null>;
    cpc_expires_on: OptionalDay;
    category_id: Generated<number | null>;
    archived_at: OptionalTimestamp;
  };
  vehicles: {
    id: Generated<number>;
    customer_id: number;
    registration: string;
    type: VehicleType;
    fuel_reference: Generated<string>;
    fuel_name: Generated<string>;
    manufacturer_model: string | null;
    vin: string | null;
    driver_id: number | null;
    permission: string | null;
    is_active: Generated<boolean>;
    archived_at: OptionalTimestamp;
    manufacturer_model_id: ColumnType<number | null, number | null | undefined, number | null>;
    livery_category_id: ColumnType<number | null, number | null | undefined, number | null>;
    contract_type_id: ColumnType<number | null, number | null | undefined, number | null>;
    lease_company_id: ColumnType<number | null, number | null | undefined, number | null>;
    repairer_id: ColumnType<number | null, number | null | undefined, number | null>;
    created_at: GeneratedTimestamp;
  };
  vehicle_depots: { customer_id: number; vehicle_id: number; depot_id: number };
  users: {
    id: Generated<number>;
    customer_id: number | null;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string | null;
    role: Role;
    is_limited_user: Generated<boolean>;
    is_global_admin: Generated<boolean>;
    is_customer_admin: Generated<boolean>;
    is_user_vehicle_admin: Generated<boolean>;
    language: Generated<string>;
    image: string | null;
    time_zone: string | null;
    date_format: string | null;
    time_format: string | null;
    units_distance: string | null;
    theme: string | null;
    driver_id: number | null;
    vehicle_id: number | null;
    is_active: Generated<boolean>;
    failed_sign_ins: Generated<number>;
    locked_until: OptionalTimestamp;
    last_sign_in_at: OptionalTimestamp;
    sessions_valid_from: GeneratedTimestamp;
    archived_at: OptionalTimestamp;
    invited_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  user_modules: { user_id: number; module: string };
  user_regions: { user_id: number; region_id: number };
  user_depots: { user_id: number; depot_id: number };
  user_app_records: {
    id: Generated<number>;
    user_id: number;
    app_id: number;
    app_name: string;
    app_reference: string;
    permission_name: string;
    level: number;
    flags: Generated<string[]>;
  };
  password_tokens: {
    token_hash: Buffer;
    user_id: number;
    purpose: 'reset' | 'set';
    expires_at: Timestamp;
    used_at: OptionalTimestamp;
  };
  sign_on_artifacts: {
    model: string;
    id: string;
    payload: Json<Record<string, unknown>>;
    grant_id: string | null;
    uid: string | null;
    user_code: string | null;
    consumed_at: OptionalTimestamp;
    expires_at: OptionalTimestamp;
  };
  trackers: {
    id: Generated<number>;
    customer_id: number;
    number: string;
    protocol: Protocol;
    model: Generated<string>;
    sim: string | null;
    permission: string | null;
    vehicle_id: number | null;
    clock_offset_min: number | null;
    clock_fault: ClockFault | null;
    clock_fault_at: OptionalTimestamp;
    last_address: string | null;
    allowed_networks: Generated<string[]>;
    last_seen_at: OptionalTimestamp;
    last_seen_hour: ColumnType<Date, never, never>;
    archived_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  unknown_devices: {
    protocol: Protocol;
    identifier: string;
    first_seen_at: GeneratedTimestamp;
    last_seen_at: GeneratedTimestamp;
    attempts: Generated<number>;
  };
  positions: {
    customer_id: number;
    vehicle_id: number;
    device_time: Timestamp;
    record_digest: string;
    tracker_id: number;
    received_at: GeneratedTimestamp;
    latitude: number | null;
    longitude: number | null;
    altitude_m: number | null;
    speed_kmh: number | null;
    heading_deg: number | null;
    satellites: number | null;
    fix_valid: boolean;
    ignition: boolean | null;
    odometer_m: number | null;
    external_voltage_v: number | null;
    battery_voltage_v: number | null;
    battery_percent: number | null;
    temperature_c: number | null;
    driver_tag: string | null;
    event_codes: number[] | null;
    attributes: Json<Record<string, unknown> | null>;
    jump_kmh: number | null;
  };
  clock_fault_records: {
    tracker_id: number;
    customer_id: number;
    vehicle_id: number;
    record_digest: string;
    device_time: Timestamp;
    received_at: GeneratedTimestamp;
    fault: ClockFault;
    record: Json<unknown>;
  };
  vehicle_states: {
    vehicle_id: number;
    customer_id: number;
    tracker_id: number;
    device_time: Timestamp;
    received_at: Timestamp;
    latitude: number | null;
    longitude: number | null;
    fix_time: OptionalTimestamp;
    speed_kmh: number | null;
    heading_deg: number | null;
    ignition: boolean | null;
    odometer_m: number | null;
    external_voltage_v: number | null;
    battery_voltage_v: number | null;
    battery_percent: number | null;
    temperature_c: number | null;
    driver_tag: string | null;
    is_private: Generated<boolean>;
  };
}

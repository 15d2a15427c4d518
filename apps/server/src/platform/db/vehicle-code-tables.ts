import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** The tables of `migrations/0015_vehicle_codes.sql`. */
export interface VehicleCodeTables {
  vehicle_codes: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    code: Generated<string>;
    created_at: GeneratedTimestamp;
    created_by: string | null;
    revoked_at: OptionalTimestamp;
    revoked_by: string | null;
  };
  help_pages: {
    customer_id: number;
    break_down_phone: string | null;
    logo: string | null;
    shows_faqs: Generated<boolean>;
    takes_accidents: Generated<boolean>;
    is_dpd_local: Generated<boolean>;
    accident_emails: Generated<string[]>;
  };
  help_faqs: {
    id: Generated<number>;
    customer_id: number;
    position: number;
    question: string;
    answer: string;
  };
  partner_keys: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    key_hash: Buffer;
    created_at: GeneratedTimestamp;
    revoked_at: OptionalTimestamp;
    created_by: Generated<string>;
    revoked_by: string | null;
    hint: Generated<string>;
    last_used_at: OptionalTimestamp;
  };
  accident_reports: {
    id: Generated<number>;
    customer_id: number;
    vehicle_id: number;
    reference_number: ColumnType<string, never, never>;
    report_key: string;
    digest: Buffer;
    driver_name: string;
    driver_phone: string;
    happened_at: Timestamp;
    time_zone: string;
    latitude: number | null;
    longitude: number | null;
    address: string;
    road: string | null;
    description: string;
    injuries: boolean;
    police_informed: boolean;
    police_reference: string | null;
    damage: string;
    signature_file_id: string;
    signed_name: string;
    sketch_file_id: string | null;
    activity_id: number | null;
    created_at: GeneratedTimestamp;
    told_at: OptionalTimestamp;
  };
  accident_parties: {
    id: Generated<number>;
    customer_id: number;
    report_id: number;
    kind: 'party' | 'witness';
    position: number;
    name: string;
    phone: string;
    registration: string;
    number_in_vehicle: number;
    injured: boolean;
    injury_details: string;
    details: string;
  };
  accident_photographs: {
    id: Generated<number>;
    customer_id: number;
    report_key: string;
    photo_key: string;
    file_id: string;
    created_at: GeneratedTimestamp;
    report_id: number | null;
    party_id: number | null;
    position: number | null;
    notes: Generated<string>;
  };
}

import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0019: drivers, depots and other records of the organisation. */
export interface OrganisationTables {
  addresses: {
    id: Generated<number>;
    customer_id: number;
    display_name: string;
    address1: string;
    address2: string;
    city: string;
    county: string;
    postcode: string;
    country: string;
  };
  /** Written by a trigger on drivers. */
  driver_identities: {
    id: Generated<number>;
    customer_id: number;
    driver_id: number;
    kind: 'ibutton' | 'rfid' | 'tachograph_card';
    number: string;
    held_from: ColumnType<Date, never, never>;
    held_until: ColumnType<Date | null, never, never>;
  };
  notification_emails: {
    id: Generated<number>;
    customer_id: number;
    email: string;
    notification_type: string;
    created_at: ColumnType<Date, never, never>;
    unsubscribed_at: ColumnType<Date | null, never, Date | null>;
    frequency: ColumnType<'each' | 'daily' | 'weekly', string | undefined, string>;
    digest_day: ColumnType<Date | null, never, string>;
  };
  notification_email_depots: {
    customer_id: number;
    notification_email_id: number;
    depot_id: number;
  };
  /** Rows for records are written by triggers. */
  notification_deliveries: {
    id: Generated<string>;
    customer_id: number;
    notification_email_id: number | null;
    email: string;
    notification_type: string;
    vehicle_id: number | null;
    record_kind: 'defect' | 'driver_check' | 'vehicle_report' | 'digest' | 'test';
    record_id: number | null;
    state: 'waiting' | 'sent' | 'failed' | 'bounced';
    attempts: number;
    next_attempt_at: ColumnType<Date, never, Date>;
    failure: string | null;
    created_at: ColumnType<Date, never, never>;
    ended_at: ColumnType<Date | null, Date | null, Date | null>;
  };
  depot_schedule_types: { customer_id: number; depot_id: number; schedule_type_id: number };
}

import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0019: what administrators keep of the organisation. */
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
  depot_schedule_types: { customer_id: number; depot_id: number; schedule_type_id: number };
}

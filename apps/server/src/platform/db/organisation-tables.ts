import type { Generated } from 'kysely';

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
  depot_schedule_types: { customer_id: number; depot_id: number; schedule_type_id: number };
}

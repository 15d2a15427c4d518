import type { ColumnType, Generated } from 'kysely';

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
}

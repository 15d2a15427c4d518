import type { VehicleType } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

/** Lists of values for vehicles and drivers. */
export type CatalogueKind =
  | 'manufacturer'
  | 'model'
  | 'livery'
  | 'contract_type'
  | 'lease_company'
  | 'driver_category';

/** The tables of `migrations/0018_vehicle_catalogue.sql`. */
export interface VehicleCatalogueTables {
  catalogue_entries: {
    id: Generated<number>;
    customer_id: number;
    kind: CatalogueKind;
    name: string;
    manufacturer_id: number | null;
    vehicle_type: VehicleType | null;
    archived_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  repairers: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    email: string | null;
    phone: string | null;
    archived_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  vehicle_schedule_types: { customer_id: number; vehicle_id: number; schedule_type_id: number };
  tracker_fittings: {
    id: Generated<number>;
    customer_id: number;
    tracker_id: number;
    vehicle_id: number;
    fitted_at: Timestamp;
    removed_at: OptionalTimestamp;
  };
  /** `migrations/0040_device_connections.sql` */
  tracker_connections: {
    id: string;
    customer_id: number;
    tracker_id: number;
    protocol: string;
    address: string;
    connected_at: Timestamp;
    disconnected_at: OptionalTimestamp;
    ended_by: string | null;
    replaced_by: string | null;
    attempts: Generated<number>;
  };
}

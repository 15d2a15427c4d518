import type { AnswerOf, contract } from '@roadworthy/contract';
import { type AssetKind, kindOf, VEHICLE_ENERGIES, type VehicleType } from '@roadworthy/domain';

export type Vehicle = AnswerOf<typeof contract.vehicles.read>;

/** Vehicle types in responses. */
const TYPE_NAMES: Readonly<Record<VehicleType, string>> = {
  CAR: 'Car',
  VAN: 'Van',
  STR: 'Truck',
  BIK: 'Motorcycle',
};

/** The type of a model in responses (requirement V-04). */
export const typeName = (type: VehicleType) => ({ reference: type, name: TYPE_NAMES[type] });

export interface NamedRow {
  id: number;
  name: string;
}

export interface VehicleRow {
  id: number;
  customer_id: number;
  customer_name: string;
  registration: string;
  type: VehicleType;
  fuel_reference: string;
  fuel_name: string;
  permission: string | null;
  vin: string | null;
  is_active: boolean;
  first_registered_on: string | null;
  kind: AssetKind | null;
  axles: number | null;
  axle_weights_kg: number[] | null;
  gross_weight_kg: number | null;
  train_weight_kg: number | null;
  trailer_number: string | null;
  owner: string | null;
  is_international_haulage: boolean;
  identifiers: string[];
  model_id: number | null;
  model_type: VehicleType | null;
  manufacturer_model: string | null;
  livery_id: number | null;
  livery_name: string | null;
  contract_type_id: number | null;
  contract_type_name: string | null;
  lease_company_id: number | null;
  lease_company_name: string | null;
  repairer_id: number | null;
  repairer_name: string | null;
  driver_id: number | null;
  driver_name: string | null;
  trackers: { id: number; tracker: string }[];
  depots: NamedRow[];
  schedule_types: NamedRow[];
  odometer_m: number | null;
}

/** The fuel of a vehicle; the first of the list if it matches none. */
function energyOf({ fuel_reference, fuel_name }: VehicleRow) {
  const known = VEHICLE_ENERGIES.find(({ name }) => name === fuel_name);
  return { id: (known ?? VEHICLE_ENERGIES[0]).id, reference: fuel_reference, name: fuel_name };
}

/** A vehicle as returned by the API. */
export function toVehicle(row: VehicleRow): Vehicle {
  const { depots, schedule_types: schedules, trackers } = row;
  return {
    id: row.id,
    registration: row.registration,
    type: row.type,
    vehicle_type: energyOf(row),
    manufacturer_model:
      row.model_id === null
        ? null
        : {
            id: row.model_id,
            name: row.manufacturer_model ?? '',
            vehicle_type: typeName(row.model_type ?? row.type),
          },
    permission: row.permission,
    vin: row.vin,
    livery_category:
      row.livery_id === null ? null : { id: row.livery_id, category_name: row.livery_name ?? '' },
    contract_type: row.contract_type_id,
    lease_company: row.lease_company_id,
    repairer: row.repairer_id,
    tracker: trackers[0]?.id ?? null,
    trackers,
    driver: row.driver_id,
    vehicle_groups: depots.map(({ id }) => id),
    schedule_types: schedules.map(({ id }) => id),
    customer: row.customer_id,
    odometer: row.odometer_m,
    is_active: row.is_active,
    first_registered_on: row.first_registered_on,
    kind: kindOf(row.type, row.kind),
    axles: row.axles,
    axle_weights_kg: row.axle_weights_kg,
    gross_weight_kg: row.gross_weight_kg,
    train_weight_kg: row.train_weight_kg,
    trailer_number: row.trailer_number,
    identifiers: row.identifiers,
    owner: row.owner,
    is_international_haulage: row.is_international_haulage,
    names: {
      contract_type: row.contract_type_name,
      lease_company: row.lease_company_name,
      repairer: row.repairer_name,
      driver: row.driver_name,
      customer: row.customer_name,
      vehicle_groups: depots.map(({ name }) => name),
      schedule_types: schedules.map(({ name }) => name),
    },
  };
}

/** Registration, kind, weights and identifiers of a vehicle. */
export const platedOf = (vehicle: Vehicle) => ({
  first_registered_on: vehicle.first_registered_on,
  kind: vehicle.kind,
  axles: vehicle.axles,
  axle_weights_kg: vehicle.axle_weights_kg,
  gross_weight_kg: vehicle.gross_weight_kg,
  train_weight_kg: vehicle.train_weight_kg,
  trailer_number: vehicle.trailer_number,
  identifiers: vehicle.identifiers,
  owner: vehicle.owner,
  is_international_haulage: vehicle.is_international_haulage,
});

/** The fields of a vehicle that the audit log stores, as texts. */
export function keptFacts(vehicle: Vehicle): object {
  const { names } = vehicle;
  return {
    registration: vehicle.registration,
    type: vehicle.type,
    vehicle_type: vehicle.vehicle_type.name,
    manufacturer_model: vehicle.manufacturer_model?.name ?? null,
    vin: vehicle.vin,
    livery_category: vehicle.livery_category?.category_name ?? null,
    contract_type: names.contract_type,
    lease_company: names.lease_company,
    repairer: names.repairer,
    tracker: vehicle.trackers.map(({ tracker }) => tracker),
    driver: names.driver,
    vehicle_groups: names.vehicle_groups,
    schedule_types: names.schedule_types,
    ...platedOf(vehicle),
  };
}

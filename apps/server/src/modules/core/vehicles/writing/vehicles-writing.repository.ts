import { ASSET_KINDS, type AssetKind, kindFits, type VehicleType } from '@roadworthy/domain';
import { sql, type Updateable } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type VehicleColumns = Omit<
  Updateable<Tables['vehicles']>,
  'id' | 'customer_id' | 'is_active' | 'permission' | 'created_at' | 'archived_at'
>;

/** The columns of a vehicle that a person sets. */
export interface WholeColumns {
  readonly registration: string;
  readonly type: VehicleType;
  readonly vin: string | null;
  /** YYYY-MM-DD */
  readonly first_registered_on: string | null;
  readonly driver_id: number | null;
  readonly manufacturer_model_id: number | null;
  readonly livery_category_id: number | null;
  readonly contract_type_id: number | null;
  readonly lease_company_id: number | null;
  readonly repairer_id: number | null;
  readonly fuel_reference: string;
  readonly fuel_name: string;
  /** Null for the kind of the type. */
  readonly kind: AssetKind | null;
  readonly axles: number | null;
  readonly axle_weights_kg: readonly number[] | null;
  readonly gross_weight_kg: number | null;
  readonly train_weight_kg: number | null;
  readonly trailer_number: string | null;
  readonly owner: string | null;
  readonly is_international_haulage: boolean;
}

/** Pairs of a vehicle and a related id. */
export type Pairs = readonly (readonly [vehicleId: number, otherId: number])[];

/** Ids as one PostgreSQL literal; a list would be converted element by element. */
const idsOf = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`;

const pairsOf = (pairs: Pairs) => sql`unnest(${idsOf(pairs.map(([vehicle]) => vehicle))},
  ${idsOf(pairs.map(([, other]) => other))}) as p (vehicle, other)`;

/** Rows of vehicles from JSON as `r`, with the text of the model. */
const rowsOf = (
  rows: readonly object[],
) => sql`json_to_recordset(${JSON.stringify(rows)}) as r (id int,
    registration text, type text, vin text, first_registered_on date, driver_id int,
    manufacturer_model_id int, livery_category_id int, contract_type_id int, lease_company_id int,
    repairer_id int, fuel_reference text, fuel_name text, kind text,
    axles smallint, axle_weights_kg int[], gross_weight_kg int, train_weight_kg int,
    trailer_number text, owner text, is_international_haulage boolean)
  left join catalogue_entries m on m.id = r.manufacturer_model_id
  left join catalogue_entries k on k.id = m.manufacturer_id`;

/** Creates vehicles of a customer. Returns their ids by registration. */
export async function insertVehicles(
  trx: Transaction,
  customerId: number,
  vehicles: readonly WholeColumns[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; registration: string }>`
    insert into vehicles (customer_id, registration, type, vin, first_registered_on, driver_id,
      manufacturer_model_id, livery_category_id, contract_type_id, lease_company_id, repairer_id,
      fuel_reference, fuel_name, kind, axles, axle_weights_kg, gross_weight_kg, train_weight_kg,
      trailer_number, owner, is_international_haulage, manufacturer_model)
    select ${customerId}, r.registration, r.type, r.vin, r.first_registered_on, r.driver_id,
      r.manufacturer_model_id, r.livery_category_id, r.contract_type_id, r.lease_company_id,
      r.repairer_id, r.fuel_reference, r.fuel_name, r.kind, r.axles,
      r.axle_weights_kg, r.gross_weight_kg, r.train_weight_kg, r.trailer_number, r.owner,
      r.is_international_haulage, k.name || ' ' || m.name
    from ${rowsOf(vehicles)} returning id, registration`.execute(trx);
  return new Map(rows.map(({ id, registration }) => [registration, id]));
}

/** Updates every column of vehicles. */
export async function writeVehicles(
  trx: Transaction,
  vehicles: readonly (WholeColumns & { readonly id: number })[],
): Promise<void> {
  await sql`update vehicles v set registration = r.registration, type = r.type, vin = r.vin,
      first_registered_on = r.first_registered_on, driver_id = r.driver_id,
      manufacturer_model_id = r.manufacturer_model_id, livery_category_id = r.livery_category_id,
      contract_type_id = r.contract_type_id, lease_company_id = r.lease_company_id,
      repairer_id = r.repairer_id, fuel_reference = r.fuel_reference, fuel_name = r.fuel_name,
      kind = r.kind, axles = r.axles, axle_weights_kg = r.axle_weights_kg,
      gross_weight_kg = r.gross_weight_kg, train_weight_kg = r.train_weight_kg,
      trailer_number = r.trailer_number, owner = r.owner,
      is_international_haulage = r.is_international_haulage,
      manufacturer_model = case when r.manufacturer_model_id is null
          and v.manufacturer_model_id is null then v.manufacturer_model
        else k.name || ' ' || m.name end
    from ${rowsOf(vehicles)} where v.id = r.id`.execute(trx);
}

/**
 * Updates columns of vehicles; the text of the model follows its id, and a kind that does not fit the new
 * type gives way to the one of the type.
 */
export async function writeColumns(
  trx: Transaction,
  ids: readonly number[],
  columns: VehicleColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx
    .updateTable('vehicles')
    .set(columns)
    .where('id', 'in', [...ids])
    .execute();
  const { type } = columns;
  if (type !== undefined) {
    await trx
      .updateTable('vehicles')
      .set({ kind: null })
      .where('id', 'in', [...ids])
      .where(
        'kind',
        'not in',
        ASSET_KINDS.filter((kind) => kindFits(type, kind)),
      )
      .execute();
  }
  if (columns.manufacturer_model_id === undefined) return;
  await sql`update vehicles v set manufacturer_model =
      (select k.name || ' ' || m.name from catalogue_entries m
        join catalogue_entries k on k.id = m.manufacturer_id where m.id = v.manufacturer_model_id)
    where v.id = any(${idsOf(ids)})`.execute(trx);
}

/**
 * Replaces the depots of vehicles of a customer.
 *
 * @param depots the vehicles with their depots
 * @param within depots that are replaced; others stay. Null for all.
 */
export async function writeDepots(
  trx: Transaction,
  customerId: number,
  ids: readonly number[],
  depots: Pairs,
  within: readonly number[] | null,
): Promise<void> {
  const scope = within === null ? sql`true` : sql`w.depot_id = any(${idsOf(within)})`;
  await sql`delete from vehicle_depots w where w.vehicle_id = any(${idsOf(ids)}) and ${scope}
    and not exists (select from ${pairsOf(depots)}
      where p.vehicle = w.vehicle_id and p.other = w.depot_id)`.execute(trx);
  await sql`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select ${customerId}, p.vehicle, p.other from ${pairsOf(depots)}
    on conflict do nothing`.execute(trx);
}

/** Replaces the schedules of vehicles. */
export async function writeSchedules(
  trx: Transaction,
  customerId: number,
  ids: readonly number[],
  schedules: Pairs,
): Promise<void> {
  await sql`delete from vehicle_schedule_types w where w.vehicle_id = any(${idsOf(ids)})
    and not exists (select from ${pairsOf(schedules)}
      where p.vehicle = w.vehicle_id and p.other = w.schedule_type_id)`.execute(trx);
  await sql`insert into vehicle_schedule_types (customer_id, vehicle_id, schedule_type_id)
    select ${customerId}, p.vehicle, p.other from ${pairsOf(schedules)}
    on conflict do nothing`.execute(trx);
}

/**
 * Removes devices from vehicles. Returns their number.
 *
 * @param except devices that stay; hidden ones (U-45) always stay. Null to remove all others.
 */
export async function takeTrackersOff(
  trx: Transaction,
  vehicleIds: readonly number[],
  except: Pairs | null,
): Promise<number> {
  const stays =
    except === null
      ? sql`false`
      : sql`(t.permission is not distinct from 'admin' or exists (select from ${pairsOf(except)}
          where p.vehicle = t.vehicle_id and p.other = t.id))`;
  const { numAffectedRows } = await sql`update trackers t set vehicle_id = null
    where t.vehicle_id = any(${idsOf(vehicleIds)}) and not ${stays}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Fits devices to vehicles, removing them from others. Returns how many moved. */
export async function fitTrackers(trx: Transaction, fitted: Pairs): Promise<number> {
  if (fitted.length === 0) return 0;
  const { numAffectedRows } = await sql`update trackers t set vehicle_id = p.vehicle
    from ${pairsOf(fitted)}
    where t.id = p.other and t.vehicle_id is distinct from p.vehicle`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Archives or restores vehicles. */
export async function writeArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('vehicles')
    .set({ is_active: !isArchived, archived_at: isArchived ? sql<Date>`now()` : null })
    .where('id', 'in', [...ids])
    .execute();
}

import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type VehicleColumns = Omit<
  Updateable<Tables['vehicles']>,
  'id' | 'customer_id' | 'is_active' | 'permission' | 'created_at' | 'archived_at'
>;

/** Makes a vehicle with its registration and type; what else it has is written next. */
export async function insertVehicle(
  trx: Transaction,
  customerId: number,
  { registration, type }: Required<Pick<Tables['vehicles'], 'registration' | 'type'>>,
): Promise<number> {
  const { id } = await trx
    .insertInto('vehicles')
    .values({
      customer_id: customerId,
      registration,
      type,
      manufacturer_model: null,
      vin: null,
      driver_id: null,
      permission: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes columns of vehicles; the text of the model follows its id. */
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
  if (columns.manufacturer_model_id === undefined) return;
  await sql`update vehicles v set manufacturer_model =
      (select k.name || ' ' || m.name from catalogue_entries m
        join catalogue_entries k on k.id = m.manufacturer_id where m.id = v.manufacturer_model_id)
    where v.id = any(${[...ids]}::int[])`.execute(trx);
}

/**
 * Puts vehicles of a customer into depots in the place of those before.
 *
 * @param within depots that the change is about; others stay. Null for all.
 */
export async function writeDepots(
  trx: Transaction,
  customerId: number,
  ids: readonly number[],
  depots: readonly number[],
  within: readonly number[] | null,
): Promise<void> {
  const scope = within === null ? sql`true` : sql`depot_id = any(${[...within]}::int[])`;
  await sql`delete from vehicle_depots where vehicle_id = any(${[...ids]}::int[]) and ${scope}
    and not depot_id = any(${[...depots]}::int[])`.execute(trx);
  await sql`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select ${customerId}, v, d from unnest(${[...ids]}::int[]) v, unnest(${[...depots]}::int[]) d
    on conflict do nothing`.execute(trx);
}

/** Gives vehicles these schedules in the place of those before. */
export async function writeSchedules(
  trx: Transaction,
  customerId: number,
  ids: readonly number[],
  schedules: readonly number[],
): Promise<void> {
  await sql`delete from vehicle_schedule_types where vehicle_id = any(${[...ids]}::int[])
    and not schedule_type_id = any(${[...schedules]}::int[])`.execute(trx);
  await sql`insert into vehicle_schedule_types (customer_id, vehicle_id, schedule_type_id)
    select ${customerId}, v, s from unnest(${[...ids]}::int[]) v,
      unnest(${[...schedules]}::int[]) s
    on conflict do nothing`.execute(trx);
}

/**
 * Takes devices off vehicles. Returns how many.
 *
 * @param except devices that stay; so do those that nobody sees (U-45). Null where none stays.
 */
export async function takeTrackersOff(
  trx: Transaction,
  vehicleIds: readonly number[],
  except: readonly number[] | null,
): Promise<number> {
  let query = trx
    .updateTable('trackers')
    .set({ vehicle_id: null })
    .where('vehicle_id', 'in', [...vehicleIds]);
  if (except !== null) {
    query = query
      .where('id', 'not in', [0, ...except])
      .where('permission', 'is distinct from', 'admin');
  }
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Fits devices to a vehicle, wherever they were before. Returns how many moved. */
export async function fitTrackers(
  trx: Transaction,
  vehicleId: number,
  trackers: readonly number[],
): Promise<number> {
  if (trackers.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable('trackers')
    .set({ vehicle_id: vehicleId })
    .where('id', 'in', [...trackers])
    .where((eb) => eb.or([eb('vehicle_id', 'is', null), eb('vehicle_id', '!=', vehicleId)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Archives vehicles or brings them back. */
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

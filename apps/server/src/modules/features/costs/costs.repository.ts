import type { CostCategory } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction, vehicleInScope } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { customerOfVehicle } from '../../core/vehicles/index.ts';

/** A stored cost. Days are YYYY-MM-DD; the amount is without VAT. */
export interface CostRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly category: CostCategory;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly amount: number;
  readonly litres: number | null;
  readonly energy_kwh: number | null;
  readonly supplier: string;
  readonly reference: string;
  readonly note: string;
  /** Of the transaction of a card: the time at the place, HH:MM, and in ms since 1970 UTC. */
  readonly time: string | null;
  readonly transaction_ms: number | null;
  readonly place: string;
  readonly lat: number | null;
  readonly long: number | null;
  readonly product: string;
  readonly version: number;
}

/** The columns of an entry `e` of a vehicle `v`. */
export const COST_COLUMNS = sql`e.id::float8 as id, e.customer_id, e.vehicle_id, v.registration, e.category,
  e.starts_on::text, e.ends_on::text, e.amount::float8, e.litres::float8, e.energy_kwh::float8,
  e.supplier, e.reference, e.note, to_char(e.time_of_day, 'HH24:MI') as time,
  (extract(epoch from e.transaction_at) * 1000)::float8 as transaction_ms, e.place, e.latitude as lat,
  e.longitude as long, e.product, e.version`;

/** Condition: the entry is of the viewer's customer and of a vehicle in scope. */
export const costIsVisible = (viewer: Viewer) =>
  sql<boolean>`${ofCustomer(viewer, 'e.customer_id')} and ${vehicleInScope(viewer, 'e.vehicle_id')}`;

/** Condition: the vehicle is in a depot. */
export const inDepot = (vehicle: string, depot: number) =>
  sql<boolean>`${sql.ref(vehicle)} in (select vehicle_id from vehicle_depots where depot_id = ${depot})`;

/**
 * Checks that the viewer may see a vehicle, also an inactive one.
 *
 * @throws HttpError 404 for a vehicle that is unknown or not visible
 */
export async function checkCostVehicle(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number | undefined,
): Promise<void> {
  if (vehicleId === undefined) return;
  const { rows } = await sql`select from vehicles v where v.id = ${vehicleId}
    and ${ofCustomer(viewer, 'v.customer_id')} and ${vehicleInScope(viewer, 'v.id')}`.execute(trx);
  orNotFound(rows[0]);
}

export async function visibleCost(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CostRow | undefined> {
  const { rows } = await sql<CostRow>`select ${COST_COLUMNS}
    from cost_entries e join vehicles v on v.id = e.vehicle_id
    where e.id = ${id} and ${costIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** What a person enters. */
export type CostValues = Omit<
  CostRow,
  'id' | 'customer_id' | 'registration' | 'version' | 'transaction_ms'
>;

const stored = (
  { amount, energy_kwh, lat, litres, long, time, ...values }: CostValues,
  timeZone: string,
) => ({
  ...values,
  latitude: lat,
  longitude: long,
  time_of_day: time,
  transaction_at: sql<Date | null>`(${values.starts_on}::date + ${time}::time) at time zone ${timeZone}`,
  amount: amount.toFixed(2),
  litres: litres === null ? null : litres.toFixed(2),
  energy_kwh: energy_kwh === null ? null : energy_kwh.toFixed(2),
});

/** Stores an entry of a vehicle's customer. */
export async function insertCost(
  trx: Transaction,
  values: CostValues,
  { timeZone, userId }: Pick<Viewer, 'timeZone' | 'userId'>,
): Promise<number> {
  const customer_id = await customerOfVehicle(trx, values.vehicle_id);
  const { id } = await trx
    .insertInto('cost_entries')
    .values({ ...stored(values, timeZone ?? 'UTC'), customer_id, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/**
 * Changes an entry. A time that stays the same on the same day stays the same moment, whatever the time zone of
 * the person. Returns false if somebody else has changed it since this version.
 */
export async function updateCost(
  trx: Transaction,
  { id, starts_on, time }: CostRow,
  version: number,
  values: CostValues,
  { timeZone }: Pick<Viewer, 'timeZone'>,
): Promise<boolean> {
  const { transaction_at, ...rest } = stored(values, timeZone ?? 'UTC');
  const isSame = values.time === time && values.starts_on === starts_on;
  const { numUpdatedRows } = await trx
    .updateTable('cost_entries')
    .set({ ...rest, ...(isSame ? {} : { transaction_at }), version: version + 1 })
    .where('id', '=', String(id))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteCost(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('cost_entries').where('id', '=', String(id)).execute();
}

/** The entries of vehicles with these references, for imports. */
export async function costsWithReference(
  trx: Transaction,
  viewer: Viewer,
  references: readonly string[],
): Promise<readonly CostRow[]> {
  const { rows } = await sql<CostRow>`select ${COST_COLUMNS}
    from cost_entries e join vehicles v on v.id = e.vehicle_id
    where ${costIsVisible(viewer)} and e.reference <> ''
      and lower(e.reference) = any(${references.map((one) => one.toLowerCase())}::text[])`.execute(
    trx,
  );
  return rows;
}

/** The entries of vehicles without a reference that start on these days, for imports. */
export async function costsWithoutReference(
  trx: Transaction,
  viewer: Viewer,
  vehicles: readonly number[],
  days: readonly string[],
): Promise<readonly CostRow[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<CostRow>`select ${COST_COLUMNS}
    from cost_entries e join vehicles v on v.id = e.vehicle_id
    where ${costIsVisible(viewer)} and e.reference = '' and e.vehicle_id = any(${[...vehicles]}::int[])
      and e.starts_on = any(${[...new Set(days)]}::date[]) order by e.id`.execute(trx);
  return rows;
}

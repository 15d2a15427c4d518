import type { VehicleType } from '@roadworthy/domain';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  depotInScope,
  ofCustomer,
  type Tables,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../platform/errors.ts';

/** Vehicles as `v`, with the columns that every list shows. */
export type VehicleQuery = SelectQueryBuilder<
  Tables & { v: Tables['vehicles'] },
  'v',
  { id: number; registration: string; type: VehicleType; driver_id: number | null }
>;

/**
 * Active vehicles that the viewer may see: those of the visible depots, and a driver's own
 * (requirement U-P03). Row-level security also enforces the customer.
 */
export function visibleVehicles(trx: Transaction, viewer: Viewer): VehicleQuery {
  const query = trx
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.registration', 'v.type', 'v.driver_id'])
    .select(sql`v.xmin`.as('version'))
    .where('v.is_active', '=', true)
    .where(ofCustomer(viewer, 'v.customer_id'))
    .where(vehicleInScope(viewer, 'v.id'));
  return query as unknown as VehicleQuery;
}

/**
 * Condition: the viewer may see the depot `g`: one of theirs, or one of their own vehicle. Archived
 * depots are visible only in administration.
 */
export function depotIsVisible(viewer: Viewer) {
  return sql<boolean>`g.archived_at is null and ${ofCustomer(viewer, 'g.customer_id')}
    and ${depotInScope(viewer, 'g.id')}`;
}

/**
 * Condition: the viewer may see the driver `d`. People who see every depot see all drivers of the
 * customer; others those who are assigned to a visible vehicle or have driven one.
 */
export function driverIsVisible(trx: Transaction, viewer: Viewer) {
  const customer = ofCustomer(viewer, 'd.customer_id');
  if (viewer.depotScope === 'all') return customer;
  const vehicleIds = visibleVehicles(trx, viewer).clearSelect().select('v.id');
  return sql<boolean>`${customer} and (
    exists (select from driver_assignments a where a.driver_id = d.id and a.vehicle_id in (${vehicleIds}))
    or exists (select from trips t where t.driver_id = d.id and t.vehicle_id in (${vehicleIds})))`;
}

/**
 * A vehicle that the viewer may see.
 *
 * @throws HttpError 404 for a vehicle that is unknown or not visible
 */
export async function visibleVehicle(trx: Transaction, viewer: Viewer, vehicleId: number) {
  const found = orNotFound(
    await visibleVehicles(trx, viewer).where('v.id', '=', vehicleId).executeTakeFirst(),
  );
  return { id: found.id, registration: found.registration };
}

/** The registrations of the visible vehicles among those given, by id. */
export async function visibleRegistrationsOf(
  trx: Transaction,
  viewer: Viewer,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await visibleVehicles(trx, viewer).where('v.id', 'in', vehicleIds).execute();
  return new Map(found.map(({ id, registration }) => [id, registration]));
}

/**
 * Checks that the viewer may see a depot.
 *
 * @throws HttpError 404 for a depot that is unknown or not visible
 */
export async function checkVisibleDepot(
  trx: Transaction,
  viewer: Viewer,
  depotId: number,
): Promise<void> {
  const { rows } = await sql`select from depots g
    where g.id = ${depotId} and ${depotIsVisible(viewer)}`.execute(trx);
  if (rows.length === 0) throw notFound();
}

/** The name of a driver in responses. */
export interface DriverName {
  id: number;
  first_name: string;
  surname: string;
}

/**
 * A driver whom the viewer may see.
 *
 * @throws HttpError 404 for a driver who is unknown or not visible
 */
export async function visibleDriver(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
): Promise<DriverName> {
  const { rows } = await sql<DriverName>`select d.id, d.first_name, d.surname from drivers d
    where d.id = ${driverId} and ${driverIsVisible(trx, viewer)}`.execute(trx);
  return orNotFound(rows[0]);
}

/** The vehicle assigned to a person: by the account, or by the account's driver. */
export async function assignedVehicle(
  trx: Transaction,
  userId: number,
): Promise<{ id: number; customerId: number; registration: string } | null> {
  const { rows } = await sql<{ id: number; customerId: number; registration: string }>`
    select v.id, v.customer_id as "customerId", v.registration
    from users u join vehicles v on v.is_active and v.customer_id = u.customer_id
      and (v.id = u.vehicle_id or v.driver_id = u.driver_id)
    where u.id = ${userId} order by v.id = u.vehicle_id desc, v.id limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** The driver to whom the account of the caller is linked; null without one. */
export async function ownDriver(trx: Transaction, viewer: Viewer): Promise<DriverName | null> {
  const { rows } = await sql<DriverName>`select d.id, d.first_name, d.surname
    from users u join drivers d on d.id = u.driver_id and d.customer_id = u.customer_id
    where u.id = ${viewer.userId} and d.archived_at is null`.execute(trx);
  return rows[0] ?? null;
}

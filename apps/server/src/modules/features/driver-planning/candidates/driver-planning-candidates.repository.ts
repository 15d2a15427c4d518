import { isPrivateAt } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { privateRules, type Transaction } from '../../../../platform/db/index.ts';
import { visibleDrivers, visibleVehicles } from '../../../core/fleet/index.ts';

/** A driver who could take a vehicle. */
export interface CandidateRow {
  readonly id: number;
  readonly first_name: string;
  readonly surname: string;
}

/**
 * Visible drivers of the customer of a vehicle who are not archived: those with a vehicle or a shift at a depot
 * of the vehicle first.
 *
 * @param depot only drivers of this depot; undefined for all
 */
export async function candidateDrivers(
  trx: Transaction,
  viewer: Viewer,
  { depot, vehicle }: { readonly vehicle: number; readonly depot?: number | undefined },
  limit: number,
): Promise<readonly CandidateRow[]> {
  const ofDepots = (depots: ReturnType<typeof sql>) => sql<boolean>`(
    d.id in (select v.driver_id from vehicles v join vehicle_depots p on p.vehicle_id = v.id
      where p.depot_id in (${depots}))
    or d.id in (select s.driver_id from planned_shifts s where s.depot_id in (${depots})
      and s.ends_at > now() - interval '28 days'))`;
  const own = ofDepots(sql`select depot_id from vehicle_depots where vehicle_id = ${vehicle}`);
  const { rows } = await sql<CandidateRow>`select d.id, d.first_name, d.surname
    from drivers d
    where d.archived_at is null
      and d.customer_id = (select customer_id from vehicles where id = ${vehicle})
      and ${await visibleDrivers(trx, viewer)}
      and ${depot === undefined ? sql`true` : ofDepots(sql`${depot}::int`)}
    order by ${own} desc, lower(d.surname), lower(d.first_name), d.id limit ${limit}`.execute(trx);
  return rows;
}

/** A last known place, degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The last known places of drivers: those of the visible vehicles that they drive now. Vehicles in private use,
 * and places older than twelve hours, are left out.
 */
export async function placesOfDrivers(
  trx: Transaction,
  viewer: Viewer,
  driverIds: readonly number[],
): Promise<readonly (Place & { readonly driver_id: number; readonly vehicle_id: number })[]> {
  const { rows } = await sql<Place & { driver_id: number; vehicle_id: number }>`
    select v.driver_id, v.id as vehicle_id, p.latitude, p.longitude
    from (${visibleVehicles(trx, viewer).where('v.driver_id', 'in', [...driverIds, 0])}) v
    join vehicle_states p on p.vehicle_id = v.id
    where not p.is_private and p.latitude is not null and p.longitude is not null
      and p.device_time > now() - interval '12 hours'`.execute(trx);
  return rows;
}

/** The last known place of a visible vehicle; undefined without one, and in private use. */
export async function placeOfVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`select p.latitude, p.longitude from vehicle_states p
    where p.vehicle_id = ${vehicleId} and not p.is_private and p.latitude is not null
      and p.longitude is not null`.execute(trx);
  return rows[0];
}

/** Which vehicles of a customer are in private use now by a rule. */
export async function privateByRule(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<(vehicleId: number) => boolean> {
  const now = new Date(nowMs);
  const rules = await privateRules(
    trx,
    sql`r.customer_id = ${customerId} and r.starts_at <= ${now}
      and (r.ends_at is null or r.ends_at > ${now})`,
  );
  return (id) =>
    isPrivateAt(
      rules.filter(({ vehicleId }) => vehicleId === null || vehicleId === id),
      nowMs,
    );
}

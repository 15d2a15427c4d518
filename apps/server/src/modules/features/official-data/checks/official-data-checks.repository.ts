import type { OfficialCause, TaxStatus } from '@roadworthy/domain';
import { type Insertable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import type { MotTest } from '../../../../platform/official-services/index.ts';

/** Kinds that have no registration of their own. */
const WITHOUT_PLATE = sql`('drawbar_trailer', 'semi_trailer', 'tail_lift', 'plant')`;
const PLAIN = sql`upper(regexp_replace(v.registration, '[^A-Za-z0-9]', '', 'g'))`;
const IN_USE = sql`v.is_active and v.archived_at is null
  and (v.kind is null or v.kind not in ${WITHOUT_PLATE})`;

/**
 * Adds vehicles that were never checked, forgets the answers about a registration that a vehicle no
 * longer has, and removes vehicles that left. Up to `limit` of each.
 */
export async function followVehicles(trx: Transaction, limit: number): Promise<void> {
  await sql`insert into official_vehicles (vehicle_id, customer_id, registration)
    select v.id, v.customer_id, ${PLAIN} from vehicles v
    where ${IN_USE} and not exists (select from official_vehicles o where o.vehicle_id = v.id)
    order by v.id limit ${limit} on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ vehicle_id: number }>`
    with changed as (
      select o.vehicle_id, ${PLAIN} as registration from official_vehicles o
      join vehicles v on v.id = o.vehicle_id where o.registration <> ${PLAIN}
      order by o.vehicle_id limit ${limit}),
    forgotten as (
      delete from official_vehicles o using changed c where o.vehicle_id = c.vehicle_id
      returning o.vehicle_id)
    select vehicle_id from forgotten`.execute(trx);
  const ids = rows.map(({ vehicle_id }) => vehicle_id);
  await sql`delete from official_mot_tests where vehicle_id = any(${ids}::int[])`.execute(trx);
  await sql`insert into official_vehicles (vehicle_id, customer_id, registration)
    select v.id, v.customer_id, ${PLAIN} from vehicles v
    where v.id = any(${ids}::int[]) and ${IN_USE}`.execute(trx);
  await sql`delete from official_vehicles o using vehicles v
    where v.id = o.vehicle_id and not (${IN_USE})`.execute(trx);
}

/** A vehicle to check. */
export interface CheckedVehicle {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly registration: string;
}

/**
 * The next vehicle that is due. It is due again in ten minutes, if this process ends before it has
 * stored the answers.
 */
export async function takeDue(
  trx: Transaction,
): Promise<(CheckedVehicle & { readonly cause: OfficialCause }) | undefined> {
  const { rows } = await sql<CheckedVehicle & { cause: OfficialCause }>`
    update official_vehicles o set next_check_at = now() + interval '10 minutes'
    from vehicles v where v.id = o.vehicle_id and o.vehicle_id = (
      select vehicle_id from official_vehicles where next_check_at <= now()
      order by next_check_at, vehicle_id limit 1 for update skip locked)
    returning o.vehicle_id as "vehicleId", o.customer_id as "customerId", v.registration,
      o.next_cause as cause`.execute(trx);
  return rows[0];
}

export async function vehicleToCheck(
  trx: Transaction,
  vehicleId: number,
): Promise<CheckedVehicle | undefined> {
  const { rows } = await sql<CheckedVehicle>`
    select v.id as "vehicleId", v.customer_id as "customerId", v.registration from vehicles v
    where v.id = ${vehicleId} and ${IN_USE}`.execute(trx);
  return rows[0];
}

/** What was known before a check. */
export interface KnownVehicle {
  readonly registration: string;
  readonly attempts: number;
  readonly tax_status: TaxStatus | null;
  readonly last_mot_on: string | null;
  readonly last_mot_result: 'passed' | 'failed' | null;
}

/** What is known of a vehicle, locked until the answers are stored. */
export async function knownVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<KnownVehicle | undefined> {
  const { rows } = await sql<KnownVehicle>`
    select registration, attempts, tax_status, last_mot_on::text, last_mot_result
    from official_vehicles where vehicle_id = ${vehicleId} for update`.execute(trx);
  return rows[0];
}

export type VehicleValues = Partial<Insertable<Tables['official_vehicles']>>;

/** Stores values of a vehicle; the others stay. */
export async function keepVehicle(
  trx: Transaction,
  { customerId, vehicleId }: CheckedVehicle,
  registration: string,
  values: VehicleValues,
): Promise<void> {
  await trx
    .insertInto('official_vehicles')
    .values({ vehicle_id: vehicleId, customer_id: customerId, registration, ...values })
    .onConflict((on) => on.column('vehicle_id').doUpdateSet({ registration, ...values }))
    .execute();
}

/** Replaces the tests of a vehicle; those that are known keep their ids. */
export async function keepTests(
  trx: Transaction,
  { customerId, vehicleId }: CheckedVehicle,
  tests: readonly MotTest[],
): Promise<void> {
  const rows = tests.map((test) => ({
    number: test.number,
    completed_at: new Date(test.completedMs).toISOString(),
    result: test.result,
    expires_on: test.expiresOn,
    odometer_m: test.odometerM,
    odometer: test.odometer,
    registration: test.registration,
    defects: test.defects,
  }));
  await sql`
    with given as (
      select distinct on (completed_at, coalesce(number, '')) * from json_to_recordset(
        ${JSON.stringify(rows)}::json) as r (number text, completed_at timestamptz, result text,
        expires_on date, odometer_m bigint, odometer text, registration text, defects jsonb)),
    gone as (
      delete from official_mot_tests t where t.vehicle_id = ${vehicleId} and not exists (
        select from given g where g.completed_at = t.completed_at
          and coalesce(g.number, '') = coalesce(t.number, '')))
    insert into official_mot_tests (customer_id, vehicle_id, number, completed_at, result, expires_on,
      odometer_m, odometer, registration, defects)
    select ${customerId}::int, ${vehicleId}::int, number, completed_at, result, expires_on, odometer_m,
      odometer, registration, defects from given
    on conflict (vehicle_id, completed_at, (coalesce(number, ''))) do update set
      result = excluded.result, expires_on = excluded.expires_on, odometer_m = excluded.odometer_m,
      odometer = excluded.odometer, registration = excluded.registration,
      defects = excluded.defects`.execute(trx);
}

export interface NewCheck {
  readonly cause: OfficialCause;
  readonly author: { readonly userId: number; readonly name: string } | null;
  readonly dvla: string | null;
  readonly dvsa: string | null;
}

export async function insertCheck(
  trx: Transaction,
  { customerId, vehicleId }: CheckedVehicle,
  { author, cause, dvla, dvsa }: NewCheck,
): Promise<void> {
  await trx
    .insertInto('official_checks')
    .values({
      customer_id: customerId,
      vehicle_id: vehicleId,
      cause,
      user_id: author?.userId ?? null,
      user_name: author?.name ?? null,
      dvla,
      dvsa,
    })
    .execute();
}

/** Deletes the checks before a time. */
export async function deleteChecks(trx: Transaction, beforeMs: number): Promise<void> {
  await trx.deleteFrom('official_checks').where('asked_at', '<', new Date(beforeMs)).execute();
}

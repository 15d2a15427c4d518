import { MODULE_NAMES, TRAILER_KINDS } from '@roadworthy/domain';
import { PLACES } from '@roadworthy/domain/geography';
import type { SimulatedProtocol } from '@roadworthy/simulator';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { insertAgencyOnboarding } from './agency-onboarding/demo-agency-onboarding.repository.ts';
import { insertAlertRules } from './alerts/demo-alerts.repository.ts';
import { insertBrakeTests } from './brake-tests/demo-brake-tests.ts';
import { type CustomerPlan, SAMPLE_RECORDS, type UserPlan } from './demo-catalogue.ts';
import { type Depot, insertVehicle, type Vehicle } from './demo-vehicles.repository.ts';
import { insertHandovers } from './driver-assignments/demo-driver-assignments.repository.ts';
import { insertDriverMessages } from './driver-messages/demo-driver-messages.repository.ts';
import { insertDriverPlanning } from './driver-planning/demo-driver-planning.repository.ts';
import { insertDriversFile } from './drivers-file/demo-drivers-file.repository.ts';
import { insertDriversHours } from './drivers-hours/demo-drivers-hours.ts';
import { insertGeofences } from './geofences/demo-geofences.repository.ts';
import { insertHelpPage } from './help/demo-help.repository.ts';
import { insertOrganisation } from './organisation/demo-organisation.repository.ts';
import { insertTrailers } from './trailers/demo-trailers.repository.ts';
import { insertVehicleCatalogue } from './vehicle-catalogue/demo-vehicle-catalogue.repository.ts';
import { insertVehicleCheck } from './vehicle-check/demo-vehicle-check.repository.ts';
import { insertVehicleFile } from './vehicle-file/demo-vehicle-file.repository.ts';
import { insertWorkOrders } from './work-orders/demo-work-orders.ts';

async function insertDepots(
  trx: Transaction,
  customerId: number,
  plan: CustomerPlan,
): Promise<Depot[]> {
  const depots: Depot[] = [];
  for (const region of plan.regions) {
    const { id: regionId } = await trx
      .insertInto('regions')
      .values({ customer_id: customerId, name: region.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { name, place } of region.depots) {
      const at = PLACES.find((known) => known.name === place);
      const { id } = await trx
        .insertInto('depots')
        .values({
          customer_id: customerId,
          region_id: regionId,
          name,
          latitude: at?.latitudeDeg ?? null,
          longitude: at?.longitudeDeg ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      depots.push({ id, name, place });
    }
  }
  return depots;
}

/** @param customerId null for a global administrator, who belongs to no customer */
export async function insertUser(
  trx: Transaction,
  customerId: number | null,
  plan: UserPlan,
  passwordHash: string,
  depots: readonly Depot[] = [],
  firstVehicle?: Vehicle,
): Promise<void> {
  const own = plan.drives === true ? firstVehicle : undefined;
  const { id } = await trx
    .insertInto('users')
    .values({
      customer_id: customerId,
      username: plan.email,
      email: plan.email,
      first_name: plan.firstName,
      last_name: plan.lastName,
      password_hash: passwordHash,
      role: plan.role,
      is_limited_user: plan.isLimitedUser ?? false,
      is_global_admin: plan.isGlobalAdmin ?? false,
      is_customer_admin: plan.isCustomerAdmin ?? false,
      driver_id: own?.driverId ?? null,
      vehicle_id: own?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const modules = plan.modules === 'all' ? MODULE_NAMES : plan.modules;
  if (modules.length > 0) {
    await trx
      .insertInto('user_modules')
      .values(modules.map((module) => ({ user_id: id, module })))
      .execute();
  }
  const assigned = depots.filter(({ name }) => plan.depots?.includes(name) === true);
  if (assigned.length > 0) {
    await trx
      .insertInto('user_depots')
      .values(assigned.map((depot) => ({ user_id: id, depot_id: depot.id })))
      .execute();
  }
  if (plan.isCustomerAdmin !== true) return;
  await trx
    .insertInto('user_app_records')
    .values(
      SAMPLE_RECORDS.map((record) => ({
        user_id: id,
        app_id: record.app,
        app_name: record.name,
        app_reference: record.reference,
        permission_name: record.permission,
        level: record.level,
        flags: record.reference === 'datalive' ? ['customer_admin', 'manager'] : [],
      })),
    )
    .execute();
}

/**
 * Inserts a demo customer with depots, geofences, vehicles, trackers, drivers and users.
 *
 * @param firstNumber number of its first vehicle, so that customers do not share registrations or
 *   devices
 */
export async function insertCustomer(
  trx: Transaction,
  plan: CustomerPlan,
  users: readonly UserPlan[],
  passwordHash: string,
  firstNumber: number,
): Promise<void> {
  const { id: customerId } = await trx
    .insertInto('customers')
    .values({ name: plan.name, logo: null, slogan: plan.slogan })
    .returning('id')
    .executeTakeFirstOrThrow();
  const depots = await insertDepots(trx, customerId, plan);
  await insertGeofences(trx, customerId, plan.geofences);
  const vehicles: Vehicle[] = [];
  for (let n = 0; n < plan.vehicles; n += 1) {
    const depot = depots[n % depots.length] as Depot;
    vehicles.push(await insertVehicle(trx, customerId, depot, firstNumber + n));
  }
  if (plan.hasTrailers === true) await insertTrailers(trx, customerId, depots);
  await insertVehicleCatalogue(trx, customerId);
  await insertOrganisation(trx, customerId);
  await insertHelpPage(trx, customerId);
  for (const user of users) {
    await insertUser(trx, customerId, user, passwordHash, depots, vehicles[0]);
  }
  const reminded = users.filter(({ role }) => role === 'MANAGER').map(({ email }) => email);
  const nowMs = Date.now();
  await insertAlertRules(trx, customerId, depots, nowMs);
  await insertVehicleFile(trx, customerId, reminded, nowMs);
  await insertVehicleCheck(trx, customerId, nowMs);
  await insertDriversFile(trx, customerId);
  await insertAgencyOnboarding(trx, customerId);
  await insertDriversHours(trx, customerId, nowMs);
  await insertDriverPlanning(trx, customerId, nowMs);
  await insertDriverMessages(trx, customerId, nowMs);
  await insertHandovers(trx, customerId, nowMs);
  await insertBrakeTests(trx, customerId, nowMs);
  await insertWorkOrders(trx, customerId);
}

/** Whether the installation has no customer yet. */
export async function isEmptyInstallation(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query('select from customers limit 1');
  return rows.length === 0;
}

export interface FleetVehicleRow {
  number: string;
  protocol: SimulatedProtocol;
  type: 'CAR' | 'VAN' | 'STR' | 'BIK';
  is_trailer: boolean;
  depot_latitude: number;
  depot_longitude: number;
  /** Whether its driver signs in. */
  has_account: boolean;
  tag_number: string | null;
  is_electric: boolean;
  /** Number of channels of its dash camera. */
  cameras: number;
  last_ms: number | null;
}

/** All vehicles with a simulated tracker, trailers last, their depots and the time of their last report. */
export async function fleetVehicles(db: Database): Promise<FleetVehicleRow[]> {
  const { rows } = await db.pool.query<FleetVehicleRow>(
    `select t.number, t.protocol, v.type,
       coalesce(v.kind = any($1::text[]), false) as is_trailer, d.latitude as depot_latitude, d.longitude as depot_longitude,
       exists (select from users u where u.driver_id = v.driver_id) as has_account,
       r.tag_number, v.fuel_reference = 'ELECTRIC' as is_electric,
       (select count(*)::int from cameras c where c.tracker_id = t.id and c.source = 'jt1078') as cameras,
       (extract(epoch from s.device_time) * 1000)::float8 as last_ms
     from trackers t
     join vehicles v on v.id = t.vehicle_id
     join vehicle_depots vd on vd.vehicle_id = v.id
     join depots d on d.id = vd.depot_id and d.latitude is not null
     left join drivers r on r.id = v.driver_id
     left join vehicle_states s on s.vehicle_id = v.id
     where t.number ~ '^(0044|1390000|demo-phone-)' and t.protocol <> 'traccar'
     order by is_trailer, t.id`,
    [[...TRAILER_KINDS]],
  );
  return rows;
}

const SETTING = 'evaluation';

export interface DemoProgress {
  /** Start of the fleet's history, ms since 1970 UTC. */
  readonly epochMs: number;
  /** Numbers of the devices whose history was delivered. */
  readonly replayed: readonly string[];
}

export async function readProgress(db: Database): Promise<DemoProgress | null> {
  const { rows } = await db.pool.query('select value from settings where key = $1', [SETTING]);
  return rows[0]?.value ?? null;
}

export async function writeProgress(db: Database, progress: DemoProgress): Promise<void> {
  await db.pool.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [SETTING, JSON.stringify(progress)],
  );
}

import { MODULE_NAMES, type VehicleType } from '@roadworthy/domain';
import { PLACES } from '@roadworthy/domain/geography';
import type { SimulatedProtocol } from '@roadworthy/simulator';
import type { Database, Protocol, Transaction } from '../../../platform/db/index.ts';
import { insertAlertRules } from './alerts/demo-alerts.repository.ts';
import { insertBrakeTests } from './brake-tests/demo-brake-tests.ts';
import {
  CAMERAS,
  type CustomerPlan,
  FIRST_NAMES,
  MODELS,
  SAMPLE_RECORDS,
  SURNAMES,
  TYPES,
  type UserPlan,
} from './demo-catalogue.ts';
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

interface Depot {
  readonly id: number;
  readonly name: string;
  readonly place: string;
}

interface Vehicle {
  readonly id: number;
  readonly driverId: number;
}

/** Letters of registrations, without those that British plates omit. */
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXYZ';
const letter = (n: number) => LETTERS[n % LETTERS.length] ?? 'A';

/** A registration of the form AB12 CDE, unique for numbers below 13,824. */
function registration(n: number): string {
  const year = ['19', '20', '21', '22', '23', '24', '70', '71', '72', '73'][n % 10];
  const area = `${letter(n * 5 + 1)}${letter(n * 7 + 3)}`;
  return `${area}${year} ${letter(n)}${letter(Math.floor(n / 24) + 4)}${letter(n * 11 + 2)}`;
}

/** An IMEI that no real device has: 00 instead of a type code, a number and the Luhn digit. */
function imei(n: number): string {
  const digits = `00${String(440_000_000_000 + n)}`;
  let sum = 0;
  [...digits].forEach((digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Ten vehicles have a dash camera, nine of them of the first customer. */
const hasDashCamera = (n: number) => n % 7 === 5 || n === 2;
/** A third of the cameras send only stills in live view; the others send a stream. */
const liveModeOf = (n: number) => (n % 3 === 1 ? ('snapshot' as const) : ('stream' as const));

/** Most vehicles have Teltonika devices; some use other protocols, motorcycles a phone. */
function device(
  n: number,
  type: VehicleType,
): { number: string; protocol: Protocol; model: string } {
  if (type === 'BIK')
    return { number: `demo-phone-${n}`, protocol: 'osmand', model: 'Traccar Client' };
  if (n % 7 === 3) return { number: imei(n), protocol: 'gt06', model: 'GT06N' };
  if (hasDashCamera(n))
    return { number: String(13_900_000_000 + n), protocol: 'jt808', model: 'JT808' };
  return { number: imei(n), protocol: 'teltonika', model: type === 'STR' ? 'FMC650' : 'FMC130' };
}

/** Number of a driver's tag as sixteen hexadecimal digits. */
function tagNumber(n: number): string {
  return (0x0100_0000_a1b2_0000n + BigInt(n)).toString(16).padStart(16, '0').toUpperCase();
}

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

async function insertVehicle(
  trx: Transaction,
  customerId: number,
  depot: Depot,
  n: number,
): Promise<Vehicle> {
  const type = TYPES[n % TYPES.length] ?? 'VAN';
  const models = MODELS[type];
  const driver = await trx
    .insertInto('drivers')
    .values({
      customer_id: customerId,
      first_name: FIRST_NAMES[(n * 7) % FIRST_NAMES.length] ?? 'Alex',
      surname: SURNAMES[(n * 5 + 3) % SURNAMES.length] ?? 'Smith',
      email: null,
      phone: null,
      tag_number: tagNumber(n),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const vehicle = await trx
    .insertInto('vehicles')
    .values({
      customer_id: customerId,
      registration: registration(n),
      type,
      manufacturer_model: models[n % models.length] ?? null,
      vin: null,
      driver_id: driver.id,
      permission: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('vehicle_depots')
    .values({ customer_id: customerId, vehicle_id: vehicle.id, depot_id: depot.id })
    .execute();
  const tracker = await trx
    .insertInto('trackers')
    .values({
      customer_id: customerId,
      ...device(n, type),
      sim: null,
      permission: null,
      vehicle_id: vehicle.id,
      clock_offset_min: null,
      clock_fault: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (hasDashCamera(n)) {
    const about = { customer_id: customerId, tracker_id: tracker.id, live_mode: liveModeOf(n) };
    await trx
      .insertInto('cameras')
      .values(
        CAMERAS.map((camera) => ({
          ...about,
          ...camera,
          source: 'jt1078' as const,
          address: null,
        })),
      )
      .execute();
  }
  return { id: vehicle.id, driverId: driver.id };
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
  await insertDriversHours(trx, customerId, nowMs);
  await insertDriverPlanning(trx, customerId, nowMs);
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
  depot_latitude: number;
  depot_longitude: number;
  tag_number: string | null;
  is_electric: boolean;
  /** Number of channels of its dash camera. */
  cameras: number;
  last_ms: number | null;
}

/** All vehicles with a simulated tracker, their depots and the time of their last report. */
export async function fleetVehicles(db: Database): Promise<FleetVehicleRow[]> {
  const { rows } = await db.pool.query<FleetVehicleRow>(
    `select t.number, t.protocol, v.type, d.latitude as depot_latitude, d.longitude as depot_longitude,
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
     order by t.id`,
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

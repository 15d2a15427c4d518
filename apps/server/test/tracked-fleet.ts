import type { Database } from '../src/platform/db/index.ts';
import { makeCustomer, makeDepot, makeVehicle, type TestVehicle } from './fleet.ts';
import { makeUser } from './people.ts';

/** Everything that reads where vehicles are and were. */
export const TRACKING: readonly string[] = [
  'Track',
  'TrackVehicle',
  'Trace',
  'Trips',
  'Timesheet',
  'Events',
  'Driver Behaviour',
  'Mobileye ADAS',
  'Geofence',
  'videos',
  'Vehicle File',
  'Vehicle Check',
  'Device Commands',
  'Immobilise',
  'Costs',
  'accessEarnedRecognitionDriver',
  'AgencyOnboarding',
];

/** The last record of a vehicle, as old as `ageS`. */
export interface TestState {
  readonly ageS: number;
  readonly speedKmh?: number | null;
  readonly ignition?: boolean | null;
  readonly latitudeDeg?: number | null;
  readonly longitudeDeg?: number | null;
  readonly odometerM?: number | null;
  readonly externalVoltageV?: number | null;
  readonly batteryPercent?: number | null;
  readonly temperatureC?: number | null;
}

/** Writes the last known state of a vehicle. */
export async function setState(
  db: Database,
  customerId: number,
  vehicle: TestVehicle,
  state: TestState,
): Promise<void> {
  await db.pool.query(
    `insert into vehicle_states (vehicle_id, customer_id, tracker_id, device_time, received_at,
       latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m, external_voltage_v,
       battery_percent, temperature_c)
     values ($1, $2, $3, now() - make_interval(secs => $4), now(), $5, $6, $7, 90, $8, $9, $10, $11, $12)
     on conflict (vehicle_id) do update set device_time = excluded.device_time,
       speed_kmh = excluded.speed_kmh, ignition = excluded.ignition, latitude = excluded.latitude,
       longitude = excluded.longitude`,
    [
      vehicle.vehicleId,
      customerId,
      vehicle.trackerId,
      state.ageS,
      state.latitudeDeg === undefined ? 52.2574 : state.latitudeDeg,
      state.longitudeDeg === undefined ? -1.1636 : state.longitudeDeg,
      state.speedKmh ?? null,
      state.ignition ?? null,
      state.odometerM ?? null,
      state.externalVoltageV ?? null,
      state.batteryPercent ?? null,
      state.temperatureC ?? null,
    ],
  );
}

export async function makeDriver(
  db: Database,
  customerId: number,
  firstName: string,
): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into drivers (customer_id, first_name, surname) values ($1, $2, 'Miles') returning id`,
    [customerId, firstName],
  );
  return rows[0]?.id ?? 0;
}

async function assign(db: Database, table: 'depot' | 'region', userId: number, id: number) {
  await db.pool.query(`insert into user_${table}s (user_id, ${table}_id) values ($1, $2)`, [
    userId,
    id,
  ]);
}

async function makePeople(
  db: Database,
  at: { customerId: number; regionId: number; foreignId: number; north: number; own: number },
) {
  const { customerId } = at;
  const person = (name: string, changed: Parameters<typeof makeUser>[3] = {}) =>
    makeUser(db, customerId, `${name}@track.test`, changed, TRACKING);
  const people = {
    admin: await person('admin', { role: 'ADMIN' }),
    manager: await person('manager', { role: 'MANAGER' }),
    readonly: await person('readonly', { role: 'READONLY' }),
    north: await person('north'),
    region: await person('region'),
    northAdmin: await person('northadmin', { role: 'ADMIN' }),
    driver: await person('driver', { role: 'DRIVER', vehicle_id: at.own }),
    limited: await person('limited', { is_limited_user: true }),
    guest: await person('guest', { role: 'GUEST' }),
    kilometres: await person('kilometres', { units_distance: 'KMS' }),
    plain: await makeUser(db, customerId, 'plain@track.test', {}, []),
    global: await makeUser(db, null, 'global@track.test', { is_global_admin: true }, TRACKING),
    foreign: await makeUser(db, at.foreignId, 'foreign@track.test', { role: 'ADMIN' }, TRACKING),
  };
  await assign(db, 'depot', people.north, at.north);
  await assign(db, 'depot', people.northAdmin, at.north);
  await assign(db, 'region', people.region, at.regionId);
  return people;
}

/**
 * Two customers. The first: depot North (of a region) with N1 moving and N2 idle, depot South with
 * S1 stopped and S2 offline, X1 without any report, in both depots, Z1 in none; Ann drives N1 and
 * S1, the user `driver` owns S1. The second: one depot with F1. People of every right.
 */
export async function trackedFleet(db: Database) {
  const home = await makeCustomer(db, 'Home');
  const away = await makeCustomer(db, 'Away');
  const { customerId, depotId: north } = home;
  const south = await makeDepot(db, customerId, 'South');
  const ann = await makeDriver(db, customerId, 'Ann');
  const foreignDriver = await makeDriver(db, away.customerId, 'Zed');
  const at = (depotId: number) => ({ customerId, depotId });
  const vehicles = {
    n1: await makeVehicle(db, at(north), { registration: 'N1 AAA', type: 'CAR', driverId: ann }),
    n2: await makeVehicle(db, at(north), { registration: 'N2 BBB' }),
    s1: await makeVehicle(db, at(south), { registration: 'S1 CCC', driverId: ann }),
    s2: await makeVehicle(db, at(south), { registration: 'S2 50%' }),
    x1: await makeVehicle(db, at(north), { registration: 'X1 EEE' }),
    z1: await makeVehicle(db, at(north), { registration: 'Z1 FFF' }),
  };
  const f1 = await makeVehicle(db, away, { registration: 'F1 GGG', driverId: foreignDriver });
  await db.pool.query('insert into vehicle_depots values ($1, $2, $3)', [
    customerId,
    vehicles.x1.vehicleId,
    south,
  ]);
  await db.pool.query('delete from vehicle_depots where vehicle_id = $1', [vehicles.z1.vehicleId]);
  await setState(db, customerId, vehicles.n1, { ageS: 5, speedKmh: 80, ignition: true });
  await setState(db, customerId, vehicles.n2, { ageS: 5, speedKmh: 0, ignition: true });
  await setState(db, customerId, vehicles.s1, { ageS: 5, speedKmh: 0, ignition: false });
  await setState(db, customerId, vehicles.s2, { ageS: 90_000, speedKmh: 50, ignition: true });
  await setState(db, away.customerId, f1, { ageS: 5, speedKmh: 80, ignition: true });
  const people = await makePeople(db, {
    customerId,
    regionId: home.regionId,
    foreignId: away.customerId,
    north,
    own: vehicles.s1.vehicleId,
  });
  return { home, away, north, south, ann, foreignDriver, vehicles: { ...vehicles, f1 }, people };
}

export type TrackedFleet = Awaited<ReturnType<typeof trackedFleet>>;

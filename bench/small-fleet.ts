import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { fillTables } from './list-rows.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const OWN = 50;
const OTHERS = 100_000;
const OTHERS_A_DEPOT = 100;
/** At most so much slower among all the others (issue of people and permissions). */
const TIMES_LIMIT = 1.2;
const WARM_UPS = 20;
const ROUNDS = 100;
const MODULES = ['Track', 'Trace', 'Trips', 'Events', 'Driver Behaviour', 'Vehicle File'];

/** The daily calls of a person with fifty vehicles. */
const CALLS = [
  '/api/track/',
  '/api/collapsible/track/',
  '/api/vehicle_activities/?pageSize=75&page=1',
  '/api/alerts/?pageSize=25',
  '/api/administration/vehicles/?pageSize=50',
  '/api/administration/trackers_list/?pageSize=50&ordering=tracker',
  '/api/administration/drivers/?pageSize=50',
  '/api/administration/users/?pageSize=50',
  '/api/administration/audit/?pageSize=50',
  '/api/vehicles_groups_for_user_list/?ordering=name&brief=true',
] as const;

/** Vehicles with depots, trackers, drivers, states, activities and alerts, of a customer. */
async function addFleet(pool: pg.Pool, customerId: number, from: number, count: number) {
  const depotOf = `(select min(id) from depots where customer_id = ${customerId})
    + (n - ${from}) / ${OTHERS_A_DEPOT}`;
  const each = `from generate_series(${from}, ${from + count - 1}) n`;
  await fillTables(pool, [
    `insert into depots (customer_id, name) select ${customerId}, 'Depot ${customerId}.' || n
       from generate_series(1, ${Math.ceil(count / OTHERS_A_DEPOT)}) n`,
    `insert into drivers (id, customer_id, first_name, surname) overriding system value
       select n, ${customerId}, 'First' || n, 'Surname' || n ${each}`,
    `insert into vehicles (id, customer_id, registration, type, driver_id) overriding system value
       select n, ${customerId}, 'BN' || lpad(n::text, 6, '0'), 'VAN', n ${each}`,
    `insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
       select ${customerId}, n, n, now() - interval '1 year' ${each}`,
    `insert into vehicle_depots (customer_id, vehicle_id, depot_id)
       select ${customerId}, n, ${depotOf} ${each}`,
    `insert into trackers (id, customer_id, number, protocol, vehicle_id) overriding system value
       select n, ${customerId}, (350000000000000 + n)::text, 'teltonika', n ${each}`,
    `insert into vehicle_states (vehicle_id, customer_id, tracker_id, device_time, received_at, latitude,
         longitude, fix_time, speed_kmh, heading_deg, ignition, odometer_m)
       select n, ${customerId}, n, now(), now(), 52.4, -1.4, now(), 50, 90, true, 1000 ${each}`,
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
         created_at, created_by, is_latest, archived)
       select ${customerId}, n, 3, 'Checked', 'Pass', now() - k * interval '1 day' - n * interval '1 second',
         'Morgan Manager', true, false ${each}, generate_series(1, 5) k`,
    `insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id, event_code,
         occurred_at)
       select ${customerId}, 1, 'Everything', 'warning', true, n, 5,
         now() - k * interval '1 day' - n * interval '1 second' ${each}, generate_series(1, 5) k`,
  ]);
}

/** Somebody who sees the first depot of the first customer, which has the fifty vehicles. */
async function addPerson(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'fifty', 'fifty@bench.test', 'Fifty', 'Admin', 'ADMIN') returning id`,
  );
  const userId = rows[0]?.id ?? 0;
  await pool.query('insert into user_modules select $1, unnest($2::text[])', [userId, MODULES]);
  await pool.query(`insert into user_depots select $1, min(id) from depots where customer_id = 1`, [
    userId,
  ]);
  return userId;
}

/** Duration and size of an answer. */
interface Measured {
  readonly medianMs: number;
  readonly bytes: number;
}

/** The median of each call, one request after another; the live list and the others by turns. */
async function medians(server: ApiServer, userId: number): Promise<Measured[]> {
  const reader = openReader(await server.issue(userId));
  const times = CALLS.map((): number[] => []);
  const sizes = CALLS.map(() => 0);
  for (let n = -WARM_UPS; n < ROUNDS; n += 1) {
    for (const [index, call] of CALLS.entries()) {
      const { ms, status, bytes } = await reader.read(server.url + call);
      if (status !== 200) throw new Error(`${call} answers ${status}.`);
      if (n >= 0) times[index]?.push(ms);
      sizes[index] = bytes;
    }
  }
  await reader.close();
  return times.map((of, index) => ({ medianMs: timeAt(of, 0.5), bytes: sizes[index] ?? 0 }));
}

const sum = (figures: readonly Measured[]) =>
  figures.reduce((all, { medianMs }) => all + medianMs, 0);

/** The fifty join the customer of all the others, whose depots stay out of the person's sight. */
async function becomeOne({ pool, services }: ApiServer, userId: number): Promise<void> {
  await pool.query('update users set customer_id = 2 where customer_id = 1');
  for (const table of [
    'depots',
    'drivers',
    'vehicles',
    'driver_assignments',
    'vehicle_depots',
    'trackers',
    'vehicle_states',
    'vehicle_activities',
    'alerts',
  ]) {
    await pool.query(`update ${table} set customer_id = 2 where customer_id = 1`);
  }
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  // Users and lists of activities are cached until a change is published.
  services.bus.publish('users.changed', { userId });
  for (const customerId of [1, 2]) services.bus.publish('activities.changed', { customerId });
}

/** Throws where a call answered less among the others: then it was not the same question. */
function refuseLess(alone: readonly Measured[], among: readonly Measured[]): void {
  for (const [index, call] of CALLS.entries()) {
    const [before = 0, after = 0] = [alone[index]?.bytes, among[index]?.bytes];
    if (after < before / 2) throw new Error(`${call} answered ${before} bytes, then ${after}.`);
  }
}

/**
 * A person of fifty vehicles: alone on a server, among a hundred thousand vehicles of other customers,
 * and among as many more of the own customer in depots that the person does not see.
 */
export async function benchSmallFleet(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { pool } = server;
    await pool.query(`insert into customers (name) values ('Fifty'), ('Others')`);
    await addFleet(pool, 1, 1, OWN);
    const userId = await addPerson(pool);
    await pool.query('vacuum analyze');
    const alone = await medians(server, userId);
    await addFleet(pool, 2, OWN + 1, OTHERS);
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
    const amongOthers = await medians(server, userId);
    await becomeOne(server, userId);
    const amongOwn = await medians(server, userId);
    refuseLess(alone, amongOthers);
    refuseLess(alone, amongOwn);
    for (const [index, call] of CALLS.entries()) {
      const of = [alone, amongOthers, amongOwn].flatMap((found) => found[index] ?? []);
      console.log(
        `${call}: ${of.map(({ medianMs, bytes }) => `${medianMs.toFixed(1)} ms, ${bytes} bytes`).join('; ')}`,
      );
    }
    const what = 'ten calls of a person of 50 vehicles';
    return [
      row(
        `${what}, among 100,000 of others over alone`,
        sum(amongOthers) / sum(alone),
        'times',
        TIMES_LIMIT,
      ),
      row(
        `${what}, among 100,000 of the own customer over alone`,
        sum(amongOwn) / sum(alone),
        'times',
        TIMES_LIMIT,
      ),
    ];
  });
}

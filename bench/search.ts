import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { fillTables } from './list-rows.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const ROWS = 100_000;
const DEPOTS = 500;
const P95_LIMIT_MS = 100;
const WARM_UPS = 2;
const ROUNDS = 12;

const many = `from generate_series(1, ${ROWS}) n`;
/** A British registration, without a space, for a number. */
const plate = (n: string) => `chr(65 + ${n} * 7 % 26) || chr(65 + ${n} / 26 % 26)
  || lpad((${n} / 676 % 100)::text, 2, '0') || chr(65 + ${n} * 11 % 26) || chr(65 + ${n} / 7 % 26)
  || chr(65 + ${n} / 67600 % 26)`;

/** A customer with a hundred thousand rows of each large kind. Returns an administrator of all and of two depots. */
async function fill(pool: pg.Pool): Promise<readonly [all: number, two: number]> {
  await pool.query(`insert into customers (name) values ('Bench')`);
  await pool.query(`insert into depots (customer_id, name)
    select 1, 'Depot ' || n from generate_series(1, ${DEPOTS}) n`);
  await fillTables(pool, [
    `insert into vehicles (customer_id, registration, type, manufacturer_model, vin)
       select 1, left(p, 4) || ' ' || right(p, 3), 'VAN',
         (array['DAF XF', 'Ford Transit', 'Scania R 450', 'Volvo FH'])[1 + n % 4],
         upper(substr(md5(n::text), 1, 17))
       from (select n, ${plate('n')} as p ${many}) q on conflict do nothing`,
    `insert into drivers (customer_id, first_name, surname)
       select 1, initcap(substr(md5(n::text), 1, 6)), initcap(substr(md5((n * 7)::text), 1, 9)) ${many}`,
    `insert into trackers (customer_id, number, protocol, vehicle_id)
       select 1, (350000000000000 + n * 7919::bigint)::text, 'teltonika', null ${many}`,
  ]);
  await fillTables(pool, [
    `insert into vehicle_depots (customer_id, vehicle_id, depot_id)
       select 1, id, 1 + id % ${DEPOTS} from vehicles`,
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at, reported_by)
       select 1, v.id, 'DEF-' || lpad(v.id::text, 6, '0'), jsonb_build_array(jsonb_build_object(
         'name', (array['Brakes', 'Tyres', 'Lights'])[1 + v.id % 3], 'severity', 'minor',
         'finding', 'Worn ' || substr(md5(v.id::text), 1, 8))), now() - v.id * interval '1 minute', 'Ann'
       from vehicles v`,
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, created_by,
         reference_number, created_at)
       select 1, v.id, 6 + v.id % 12, 'Document ' || substr(md5(v.id::text), 1, 8), 'Ann',
         'DOC-' || lpad(v.id::text, 6, '0'), now() - v.id * interval '1 minute' from vehicles v`,
  ]);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'all', 'all@bench.test', 'All', 'Admin', 'ADMIN'),
       (1, 'two', 'two@bench.test', 'Two', 'Admin', 'ADMIN') returning id`,
  );
  const [all = 0, two = 0] = rows.map(({ id }) => id);
  await pool.query('insert into user_depots values ($1, 1), ($1, 2)', [two]);
  await pool.query(
    `insert into user_modules select u, m from unnest($1::int[]) u,
       unnest(array['Track', 'Defect', 'Vehicle File', 'Geofence']) m`,
    [[all, two]],
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return [all, two];
}

/** Texts by kind, as people type them; most are different in each round. */
async function textsOf(pool: pg.Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await pool.query<{ registration: string }>(
    `select registration from vehicles where id % ${Math.floor(ROWS / ROUNDS / 2)} = 7
     order by id limit ${ROUNDS}`,
  );
  const plates = rows.map(({ registration }) => registration);
  const plain = plates.map((one) => one.replace(' ', '').toLowerCase());
  const letters = [...'abcdefghijkl'];
  return {
    'whole registrations': plain,
    'starts of registrations': plain.map((one) => one.slice(0, 4)),
    'one letter': letters,
    'two letters': letters.map((one) => `${one}b`),
    'typing errors': plain.map((one) => `${one.slice(0, 4)}9${one.slice(5)}`),
    'numbers of defects': letters.map((_, n) => `def-0${10_000 + n * 7}`),
    'names of drivers': letters.map((_, n) => (n * 77_777 + 4096).toString(16)),
    'common words': ['daf', 'worn', 'brakes', 'document', 'mot', '350'],
    'no match': letters.map((one) => `zzqq${one}xx`),
  };
}

async function timings(server: ApiServer, userId: number, who: string): Promise<BenchRow[]> {
  const texts = await textsOf(server.pool);
  const reader = openReader(await server.issue(userId));
  const all: number[] = [];
  for (const [kind, some] of Object.entries(texts)) {
    const times: number[] = [];
    for (let n = -WARM_UPS; n < ROUNDS; n += 1) {
      const text = some[(n + WARM_UPS) % some.length] ?? '';
      const url = `${server.url}/api/search/?q=${encodeURIComponent(text)}`;
      const { ms, status } = await reader.read(url);
      if (status !== 200) throw new Error(`The answer to ${url} is ${status}.`);
      if (n >= 0) times.push(ms);
    }
    console.log(
      `${kind}${who}: p50 ${timeAt(times, 0.5).toFixed(0)} ms, p95 ${timeAt(times, 0.95).toFixed(0)} ms`,
    );
    all.push(...times);
  }
  await reader.close();
  return [
    row(`search of 100,000 vehicles${who}, p50`, timeAt(all, 0.5), 'ms', P95_LIMIT_MS),
    row(`search of 100,000 vehicles${who}, p95`, timeAt(all, 0.95), 'ms', P95_LIMIT_MS),
  ];
}

/** The search over all records: 100,000 each of vehicles, drivers, trackers, defects and documents. */
export async function benchSearch(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const [all, two] = await fill(server.pool);
    return [
      ...(await timings(server, all, '')),
      ...(await timings(server, two, ', of two depots')),
    ];
  });
}

import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const VEHICLES = 1_000_000;
const DEPOTS = 1000;
const P95_LIMIT_MS = 50;
const ROUNDS = 20;

/**
 * A million vehicles of one customer in a thousand depots, one in twenty archived; and an administrator
 * of all of them, one of two depots, and one of every customer.
 */
async function addVehicles(pool: pg.Pool): Promise<number[]> {
  await pool.query(`insert into customers (name) values ('Million')`);
  await pool.query(
    `insert into depots (customer_id, name) select 1, 'Depot ' || n from generate_series(1, ${DEPOTS}) n`,
  );
  // What each new vehicle gets besides is nobody's list here, and a million of it takes minutes; an
  // index is made quicker of what is there.
  await pool.query('alter table vehicles disable trigger user');
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = 'vehicles'
       and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query(
    `insert into vehicles (customer_id, registration, type, manufacturer_model, vin, is_active)
     select 1, chr(65 + n % 26) || chr(65 + n / 26 % 26) || lpad((n / 676 % 100)::text, 2, '0') || ' '
         || chr(65 + n / 67600 % 26) || chr(65 + n * 7 % 26) || chr(65 + n * 11 % 26),
       (array['CAR', 'VAN', 'STR', 'BIK'])[1 + n % 4],
       (array['DAF XF', 'Ford Transit', 'Scania R 450', 'Kia Niro', 'Volvo FH'])[1 + n % 5],
       upper(substr(md5(n::text), 1, 17)), n % 20 > 0
     from generate_series(1, ${VEHICLES}) n on conflict do nothing`,
  );
  for (const { text } of indexes) await pool.query(text);
  await pool.query('alter table vehicles enable trigger user');
  await pool.query(
    `insert into vehicle_depots (customer_id, vehicle_id, depot_id)
     select 1, id, 1 + id % ${DEPOTS} from vehicles`,
  );
  await pool.query('vacuum analyze vehicles');
  await pool.query('vacuum analyze vehicle_depots');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role, is_global_admin)
     values (1, 'all', 'all@bench.test', 'All', 'Admin', 'ADMIN', false),
       (1, 'two', 'two@bench.test', 'Two', 'Admin', 'ADMIN', false),
       (null, 'global', 'global@bench.test', 'Global', 'Admin', 'ADMIN', true)
     returning id`,
  );
  const [all = 0, two = 0, global = 0] = rows.map(({ id }) => id);
  await pool.query('insert into user_depots values ($1, 1), ($1, 2)', [two]);
  return [all, two, global];
}

/** Every query of the list; different each time. */
const QUESTIONS: readonly ((round: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=-registration&page=${n + 1}`,
  (n) => `ordering=type&page=${n + 1}`,
  (n) => `ordering=-vin&page=${n + 1}`,
  (n) => `ordering=manufacturer_model&page=${n + 1}`,
  (n) => `ordering=-created_at&page=${n + 1}`,
  (n) => `type=STR&page=${n + 1}`,
  (n) => `depot=${1 + (n % 2)}&page=${n + 1}`,
  (n) => `archived=true&page=${n + 1}`,
  // Some hundreds of hits, one, none, and most of the fleet.
  (n) => `search=${String.fromCharCode(65 + n)}B1`,
  (n) => `search=B${String.fromCharCode(65 + n)}04`,
  (n) => `search=no+such+${n}`,
  () => 'search=scania',
];

async function timings(server: ApiServer, token: string, name: string): Promise<number> {
  const { p95Ms: ms, slowest } = await timeQuestions(
    token,
    QUESTIONS,
    ROUNDS,
    (question) => `${server.url}/api/administration/vehicles/?pageSize=50&${question}`,
  );
  console.log(`slowest of ${name}: ${timedText(slowest[0])}`);
  return ms;
}

/** The administrators' list of vehicles from a million of them, every order, filter and search. */
export async function benchCatalogue(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const [all = 0, two = 0, global = 0] = await addVehicles(server.pool);
    const asked = async (userId: number, name: string) =>
      timings(server, await server.issue(userId), name);
    return [
      row('50 vehicles of 1 M, any question, p95', await asked(all, 'all'), 'ms', P95_LIMIT_MS),
      row('the same of two depots, p95', await asked(two, 'two depots'), 'ms', P95_LIMIT_MS),
      row('the same of every customer, p95', await asked(global, 'every'), 'ms', P95_LIMIT_MS),
    ];
  });
}

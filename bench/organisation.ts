import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const DRIVERS = 1_000_000;
const P95_LIMIT_MS = 50;
const ROUNDS = 15;

/** A million drivers of one customer, and its administrator. Built with their indexes at the end. */
async function addDrivers(pool: pg.Pool): Promise<number> {
  await pool.query(`insert into customers (name) values ('Million')`);
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'drivers' and indexdef not like '%UNIQUE%'`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  // Nobody holds a tag here: what the trigger keeps is nobody's list.
  await pool.query('alter table drivers disable trigger user');
  await pool.query(
    `insert into drivers (customer_id, first_name, surname, licence_number, licence_expires_on)
     select 1, initcap(substr(md5(n::text), 1, 6)), initcap(substr(md5((n * 7)::text), 1, 9)),
       upper(substr(md5((n * 3)::text), 1, 12)), date '2026-01-01' + n % 2000
     from generate_series(1, ${DRIVERS}) n`,
  );
  await pool.query('alter table drivers enable trigger user');
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query('vacuum analyze drivers');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'all', 'all@bench.test', 'All', 'Admin', 'ADMIN') returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** Ways that the list is asked for; another answer each time. */
const QUESTIONS: readonly ((round: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=-surname&page=${n + 1}`,
  (n) => `ordering=first_name&page=${n + 1}`,
  (n) => `ordering=licence_expires_on&page=${n + 1}`,
  (n) => `ordering=-licence_expires_on&page=${n + 1}`,
  // Some hundreds of hits, few, none, and very many.
  (n) => `search=${(n + 256).toString(16)}a`,
  (n) => `search=${(n + 4096).toString(16)}b7`,
  (n) => `search=no+such+${n}`,
  () => 'search=a',
];

async function p95Ms(server: ApiServer, token: string): Promise<number> {
  const { p95Ms: ms, slowest } = await timeQuestions(
    token,
    QUESTIONS,
    ROUNDS,
    (question) => `${server.url}/api/administration/drivers/?pageSize=50&${question}`,
  );
  console.log(`slowest: ${timedText(slowest[0])}`);
  return ms;
}

/** The administrators' list of drivers from a million of them. */
export async function benchOrganisation(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await addDrivers(server.pool));
    return [
      row('50 drivers of 1 M, any question, p95', await p95Ms(server, token), 'ms', P95_LIMIT_MS),
    ];
  });
}

import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { answersPerSecond } from './list-load.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const VEHICLES = 5000;
const ACTIVITIES_EACH = 200;
const DAYS = 457;
const P95_LIMIT_MS = 50;
const ROUNDS = 12;
/** Path of a route that only sends the same bytes. */
const SHARE_FLOOR = 0.25;
const LOAD = { connections: 64, durationS: 5 } as const;

/**
 * A million activities over fifteen months: a tenth MOTs and services, the others checks and defects
 * in chains of four; some archived, some with a pending investigation. Half of the fleet belongs to the
 * first depot.
 */
async function addActivities(pool: pg.Pool): Promise<void> {
  await pool.query('update vehicle_depots set depot_id = 1 where vehicle_id % 2 = 0');
  await pool.query(
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
       created_at, fulfilled_at, created_by, record_id, is_latest, archived,
       pending_investigations_count)
     select 1, v, t, 'Something was done to the vehicle', 'Pass', at,
       case when t > 5 then date_trunc('day', at) - interval '3 days' end, 'Morgan Manager',
       case when t = 1 then n / 4 end, t <> 1 or n % 4 = 3, n % 50 = 0,
       case when n % 97 = 0 then 1 else 0 end
     from (select v, n, (array[1, 1, 1, 1, 3, 3, 3, 3, 6, 10])[1 + n % 10] as t,
         now() - (n * interval '${DAYS} days' / ${ACTIVITIES_EACH}) - v * interval '7 seconds' as at
       from generate_series(0, ${ACTIVITIES_EACH - 1}) n, generate_series(1, ${VEHICLES}) v) made`,
  );
  await pool.query('vacuum analyze vehicle_activities');
  await pool.query('checkpoint');
}

const dayText = (timeMs: number) =>
  new Date(timeMs).toISOString().slice(0, 10).split('-').reverse().join('-');

/** A range of days that ended a number of days ago; different each time, so that no answer is cached. */
function range(field: string, days: number, round: number): string {
  const endMs = Date.now() - (round + 1) * 86_400_000;
  return `${field}=${dayText(endMs - days * 86_400_000)},${dayText(endMs)}`;
}

/** Every filter of the list, in both sortings. */
const FILTERS: readonly ((round: number) => string)[] = [
  (n) => range('fulfilled_at_date_range', 7, n),
  (n) => range('fulfilled_at_date_range', 440, n),
  (n) => range('date_range', 440, n),
  (n) => `${range('date_range', 440, n)}&filter_latest=True`,
  (n) => `${range('date_range', 440, n)}&activity_type=10`,
  (n) => `${range('fulfilled_at_date_range', 440, n)}&activity_type=1&filter_latest=True`,
  (n) => `${range('date_range', 440, n)}&has_pending_investigations=true`,
  (n) => `${range('fulfilled_at_date_range', 440, n)}&archived=true`,
  (n) => `${range('date_range', 440, n)}&depot=1`,
  (n) => `${range('fulfilled_at_date_range', 440, n)}&depot=${2 + n}`,
  (n) => `${range('date_range', 440, n)}&depot=${2 + n}&activity_type=6`,
  (n) => `${range('date_range', 440, n)}&search=BN00${n % 10}`,
  (n) => `vehicle=${2 * n + 2}`,
  (n) => `ordering=created_at&page=${100 + n}`,
  (n) => `page=${n + 1}`,
];

async function timings(
  server: ApiServer,
  token: string,
  filters: typeof FILTERS,
): Promise<{ p95Ms: number; worst: string; worstMs: number }> {
  const reader = openReader(token);
  const times: { ms: number; filter: string }[] = [];
  for (let n = -2; n < ROUNDS; n += 1) {
    for (const filterOf of filters) {
      const filter = filterOf(n + 2);
      const { ms, status } = await reader.read(
        `${server.url}/api/vehicle_activities/?pageSize=75&${filter}`,
      );
      if (status !== 200) throw new Error(`The answer to ${filter} is ${status}.`);
      if (n >= 0) times.push({ ms, filter });
    }
  }
  await reader.close();
  const p95Ms = timeAt(
    times.map(({ ms }) => ms),
    0.95,
  );
  const slowest = [...times].sort((a, b) => b.ms - a.ms)[0];
  return { p95Ms, worst: slowest?.filter ?? '', worstMs: slowest?.ms ?? Number.NaN };
}

/** Answers per second of a route that only sends these bytes. */
async function bareAnswers(bytes: Buffer, path: string): Promise<number> {
  const app = Fastify();
  app.get(new URL(path, 'http://bench').pathname, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(bytes),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  try {
    return await answersPerSecond(new URL(path, `http://127.0.0.1:${port}`), 'none', LOAD);
  } finally {
    await app.close();
  }
}

/**
 * The list of the vehicle file from a million activities: one page of 75 rows after another with every
 * filter, and the same page over 64 connections beside a bare route that sends the same bytes.
 */
export async function benchActivities(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    await server.pool.query(`insert into user_modules values ($1, 'Vehicle File')`, [userId]);
    const { rows } = await server.pool.query<{ id: number }>(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'depot', 'depot@bench.test', 'Depot', 'Manager', 'MANAGER') returning id`,
    );
    const depotUser = rows[0]?.id ?? 0;
    await server.pool.query(`insert into user_modules values ($1, 'Vehicle File')`, [depotUser]);
    await server.pool.query('insert into user_depots values ($1, 1), ($1, 2)', [depotUser]);
    await addActivities(server.pool);
    const token = await server.issue(userId);
    const all = await timings(server, token, FILTERS);
    // An invisible depot answers 404.
    const within = FILTERS.filter((filterOf) => !filterOf(1).includes('depot=3'));
    const some = await timings(server, await server.issue(depotUser), within);
    console.log(`slowest: ${all.worst} ${all.worstMs.toFixed(0)} ms`);
    console.log(`slowest of two depots: ${some.worst} ${some.worstMs.toFixed(0)} ms`);
    const path = '/api/vehicle_activities/?pageSize=75&page=1&ordering=-created_at';
    const page = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await page.arrayBuffer());
    await answersPerSecond(new URL(path, server.url), token, { ...LOAD, durationS: 1 });
    const own = await answersPerSecond(new URL(path, server.url), token, LOAD);
    const bare = await bareAnswers(bytes, path);
    const share = own / bare;
    return [
      row('75 activities of 1 M, any filter, p95', all.p95Ms, 'ms', P95_LIMIT_MS),
      row('75 activities of 1 M, a person of two depots, p95', some.p95Ms, 'ms', P95_LIMIT_MS),
      {
        what: `75 activities, 64 connections: ${Math.round(own)}/s of ${Math.round(bare)}/s of a bare route`,
        figure: share,
        unit: 'of it',
        floor: SHARE_FLOOR,
        ratio: share / SHARE_FLOOR,
        passes: share >= SHARE_FLOOR,
      },
    ];
  });
}

import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const P95_LIMIT_MS = 50;
/** The 95th percentile of so many rounds leaves out the slowest. */
const ROUNDS = 24;

/** A question of a list; different in each round, `n` counts them. */
export type ListQuestion = (n: number) => string;

/** A list of a million rows. */
export interface FilteredList {
  readonly name: string;
  readonly path: string;
  /** In depots of 100. A vehicle is in the first depot if its id is a multiple of the number of depots. */
  readonly vehicles: number;
  /** Adds the rows to a fleet of these vehicles. */
  readonly fill: (pool: pg.Pool) => Promise<void>;
  /** Each filter, sort and search of the screen. Vehicles and places are of the first depot. */
  readonly questions: readonly ListQuestion[];
}

/** Who asks: the widest and the narrowest permissions. */
export interface ListReaders {
  readonly allDepots: number;
  readonly oneDepot: number;
  /** Of all customers. */
  readonly global: number;
}

export const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Each sort in both directions. */
export const sorts = (names: readonly string[]): ListQuestion[] =>
  names.flatMap((name) => [
    (n: number) => `ordering=${name}&page=${n + 1}`,
    (n: number) => `ordering=-${name}&page=${n + 1}`,
  ]);

/** A fleet in depots of two regions, three people, and the rows of the list. */
export async function fillList(
  pool: pg.Pool,
  { fill, vehicles }: FilteredList,
): Promise<ListReaders> {
  const { userId } = await makeBenchFleet(pool, vehicles);
  await pool.query(`insert into regions (customer_id, name) values (1, 'North'), (1, 'South')`);
  await pool.query(`update depots d set region_id =
    (select r.id from regions r order by r.id offset d.id % 2 limit 1)`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role, is_global_admin)
     values (1, 'one', 'one@bench.test', 'One', 'Depot', 'MANAGER', false),
       (1, 'global', 'global@bench.test', 'Global', 'Admin', 'MANAGER', true) returning id`,
  );
  const [one, global] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0];
  await pool.query('insert into user_depots values ($1, 1)', [one]);
  await pool.query(
    `insert into user_modules select u, unnest(array['Defect', 'Costs', 'Vehicle File', 'accessTachoGraf'])
     from unnest($1::int[]) u on conflict do nothing`,
    [[userId, one, global]],
  );
  await fill(pool);
  await pool.query('checkpoint');
  return { allDepots: userId, oneDepot: one, global };
}

/** Asks each question as each person, and prints the figures of every filter. */
export async function measureList(
  { issue, url }: Pick<ApiServer, 'issue' | 'url'>,
  { name, path, questions }: Pick<FilteredList, 'name' | 'path' | 'questions'>,
  { allDepots, oneDepot, global }: ListReaders,
): Promise<BenchRow[]> {
  const lists: BenchRow[] = [];
  for (const [user, who] of [
    [allDepots, 'all depots'],
    [oneDepot, 'one depot'],
    [global, 'all customers'],
  ] as const) {
    const { p95Ms, each } = await timeQuestions(
      await issue(user),
      questions,
      ROUNDS,
      (question) => `${url}${path}?pageSize=50&${question}`,
    );
    console.log(`\n| ${name}, ${who} | p50 | p95 |\n|---|---:|---:|`);
    for (const one of [...each].sort((a, b) => b.p95Ms - a.p95Ms)) {
      console.log(`| ${one.question} | ${one.p50Ms.toFixed(1)} | ${one.p95Ms.toFixed(1)} |`);
    }
    const slowest = Math.max(...each.map((one) => one.p95Ms));
    lists.push(row(`50 ${name} of 1 M, any filter, ${who}, p95`, p95Ms, 'ms', P95_LIMIT_MS));
    lists.push(row(`50 ${name}, slowest filter, ${who}, p95`, slowest, 'ms', P95_LIMIT_MS));
  }
  return lists;
}

/** Measures a list by every filter, as a person of all depots, of one depot, and of all customers. */
export const benchList = (list: FilteredList): Promise<BenchRow[]> =>
  withApiServer(async (server) => measureList(server, list, await fillList(server.pool, list)));

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from './api.ts';
import { LARGE_LISTS, type LargeListCase } from './large-lists-cases.ts';
import { addLargeFleet, addLargeRows } from './large-lists-rows.ts';
import { makeUser } from './people.ts';
import { inlined, type Statement, statementsOf } from './statements.ts';
import { makeDriver, type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

const PAGE = 50;
const COUNTED = 10_000;

let api: TestApi;
let fleet: TrackedFleet;
let readers: Readonly<Record<'of all depots' | 'of one depot' | 'of all customers', number>>;
/** Values of the placeholders in queries and conditions. */
let values: Readonly<Record<string, number>>;

const READERS = ['of all depots', 'of one depot', 'of all customers'] as const;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const modules = ['Costs', 'Defect', 'Vehicle File'];
  const person = (name: string, isGlobal = false) =>
    makeUser(
      db,
      customerId,
      `large-${name}@large.test`,
      { role: 'MANAGER', is_global_admin: isGlobal },
      modules,
    );
  readers = {
    'of all depots': await person('everything'),
    'of one depot': await person('depot'),
    'of all customers': await person('global', true),
  };
  await db.pool.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    readers['of one depot'],
    fleet.north,
  ]);
  const driverId = await makeDriver(db, customerId, 'Cara');
  const depots = [fleet.north, fleet.south] as const;
  const large = await addLargeFleet(db.pool, customerId, depots);
  await addLargeRows(db.pool, customerId, { depots, driverId, fleet: large });
  const { rows } = await db.pool.query<{ part: number; store: number }>(
    `select (select id from parts where number = 'LP-008') as part,
       (select id from part_stores where name = 'Large north') as store`,
  );
  // The fourth vehicle and trailer are in the first depot.
  values = {
    depot: fleet.north,
    vehicle: large.vehicles[3] ?? 0,
    trailer: large.trailers[3] ?? 0,
    part: rows[0]?.part ?? 0,
    store: rows[0]?.store ?? 0,
  };
});
afterAll(() => api.close());

const filled = (text: string) =>
  text.replace(/\$([a-z]+)/g, (_, name: string) => String(values[name]));

/** The rows that a list has, by the tables alone. */
async function expected(
  { inDepot, newest, table }: LargeListCase,
  { order = newest, where = 'true' }: LargeListCase['questions'][number],
  isOfDepot: boolean,
): Promise<number[]> {
  const trailer = table === 'couplings' ? 'join vehicles w on w.id = r.trailer_id' : '';
  const vehicle = table === 'part_movements' ? '' : 'join vehicles v on v.id = r.vehicle_id';
  const { rows } = await api.services.db.pool.query<{ id: string }>(
    filled(`select r.id from ${table} r ${vehicle} ${trailer}
      where (${where}) and ${isOfDepot ? inDepot : 'true'} order by ${order}`),
  );
  return rows.map(({ id }) => Number(id));
}

interface Answer {
  readonly count: number;
  readonly count_is_limit?: boolean;
  readonly results: readonly { readonly id: number }[];
}

describe.each(LARGE_LISTS)('The list $path of many rows', (list) => {
  const ask = async (query: string, as: number, page = 1): Promise<Answer> => {
    const path = `${list.path}?${filled(query)}&pageSize=${PAGE}&page=${page}`;
    const { status, body } = await api.ask(path, { as });
    expect([path, status]).toEqual([path, 200]);
    return body as Answer;
  };

  it.each(READERS)('[R-004] [R-168] has every row in its sequence for a person %s', async (who) => {
    for (const question of list.questions) {
      const { isOfRows = false, query } = question;
      const all = await expected(list, question, who === 'of one depot');
      const last = Math.max(1, Math.ceil(all.length / PAGE));
      for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
        const { count, results } = await ask(query, readers[who], page);
        const ids = all.slice((page - 1) * PAGE, page * PAGE);
        expect([query, page, results.map(({ id }) => id)]).toEqual([query, page, ids]);
        const isEnd = ids.length > 0 && ids.length < PAGE;
        if (isEnd || all.length <= 500)
          expect([query, page, count]).toEqual([query, page, all.length]);
        else if (!isOfRows && page < COUNTED / PAGE) {
          expect([query, page, count]).toEqual([query, page, Math.min(all.length, COUNTED)]);
        }
      }
    }
  });

  /** How PostgreSQL would read the table for a statement if each of its pages took long. */
  async function scansOf(statement: Statement, who: (typeof READERS)[number]): Promise<string[]> {
    const viewer = {
      customerId: fleet.home.customerId,
      isGlobalAdmin: who === 'of all customers',
    };
    const { rows } = await api.services.db.asViewer(viewer, async (trx) => {
      await sql`select set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true), set_config('effective_cache_size', '8kB', true),
        set_config('random_page_cost', '1000', true), set_config('seq_page_cost', '1000', true)`.execute(
        trx,
      );
      return sql`explain ${sql.raw(inlined(statement))}`.execute(trx);
    });
    return rows
      .map((row) => String(Object.values(row as object)[0]))
      .filter((line) => new RegExp(`Scan.* on ${list.table}\\b`).test(line));
  }

  it.each(READERS)('[R-P07] has an index of each filter and sort for a person %s', async (who) => {
    for (const { isOfRows = false, query } of list.questions) {
      if (isOfRows) continue;
      const sent = await statementsOf(() => ask(query, readers[who], 2));
      const ofTable = new RegExp(`\\b${list.table}"? [a-z]\\b`);
      const statements = sent.filter(({ text }) => ofTable.test(text));
      // The rows of the page are read by their ids.
      const [lookups, pages] = [
        statements.filter(({ text }) => !text.includes('with ordinality')),
        statements.filter(({ text }) => text.includes('with ordinality')),
      ];
      expect([query, lookups.length > 0, pages.length]).toEqual([query, true, 1]);
      for (const statement of lookups) {
        const scans = await scansOf(statement, who);
        const wrong = scans.filter((scan) => !scan.includes('Index Only Scan'));
        expect([query, statement.text, wrong]).toEqual([query, statement.text, []]);
      }
    }
  });
});

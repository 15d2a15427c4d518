import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { inlined, statementsOf } from '../../../../test/statements.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

/** More than one batch of the search; the first of the list are on vehicles of another depot. */
const UNFITTED = 5200;
const ELSEWHERE = 800;

let api: TestApi;
let fleet: TrackedFleet;

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { customerId } = fleet.home;
  await query(
    `with made as (insert into vehicles (customer_id, registration, type)
        select $1, 'ELSE' || n, 'VAN' from generate_series(1, ${ELSEWHERE}) n returning id),
      placed as (insert into vehicle_depots (customer_id, vehicle_id, depot_id)
        select $1, id, $2 from made)
     insert into trackers (customer_id, number, protocol, model, vehicle_id)
     select $1, 'A' || id, 'traccar', 'RARE 1', id from made`,
    [customerId, fleet.south],
  );
  await query(
    `insert into trackers (customer_id, number, protocol, model, last_seen_at)
     select $1, 'B' || lpad(n::text, 6, '0'), (array['gt06', 'teltonika'])[1 + n % 2],
       case when n % 100 = 0 then 'RARE 2' else 'MODEL ' || n % 7 end,
       case when n % 3 > 0 then now() - n * interval '5 minutes' end
     from generate_series(1, ${UNFITTED}) n`,
    [customerId],
  );
  await query('analyze trackers');
});
afterAll(() => api.close());

const PATH = '/api/administration/trackers_list/';
const list = async (asked: string) =>
  (await api.ask(`${PATH}?pageSize=50&${asked}`, { as: fleet.people.northAdmin })).body as {
    count: number;
    count_is_limit: boolean;
    results: { id: number }[];
  };

/** The expected trackers of the list, sorted. */
async function expected(order: string, condition = 'true'): Promise<number[]> {
  const { rows } = await query(
    `select t.id from trackers t
     where t.customer_id = $1 and t.archived_at is null and t.permission is distinct from 'admin'
       and (t.vehicle_id is null
         or t.vehicle_id in (select vehicle_id from vehicle_depots where depot_id = $2))
       and ${condition}
     order by ${order}`,
    [fleet.home.customerId, fleet.north],
  );
  return rows.map(({ id }) => id);
}

describe('the trackers of some depots among many without a vehicle', () => {
  it.each([
    ['tracker', 'number, id'],
    ['-tracker', 'number desc, id desc'],
    ['model', 'model, id'],
    ['-model', 'model desc, id desc'],
    ['protocol', 'protocol, id'],
    ['-protocol', 'protocol desc, id desc'],
    ['last_seen', 'last_seen_at nulls first, id'],
    ['-last_seen', 'last_seen_at desc nulls last, id desc'],
  ])('[U-P03] [R-P07] are read to the last one by %s', async (ordering, order) => {
    const all = await expected(order);
    const last = Math.ceil(all.length / 50);
    for (const page of [1, 2, 60, last]) {
      const { results, count, count_is_limit } = await list(`ordering=${ordering}&page=${page}`);
      const of = all.slice((page - 1) * 50, page * 50);
      expect([page, results.map(({ id }) => id)]).toEqual([page, of]);
      expect([count, count_is_limit]).toEqual([all.length, false]);
    }
    expect(await list(`ordering=${ordering}&page=${last + 1}`)).toMatchObject({
      count: all.length,
      results: [],
    });
  });

  it('[U-P03] [R-P04] are found by a word that is rare, common or absent', async () => {
    const rare = await expected('number, id', `t.model = 'RARE 2'`);
    const found = await list('search=rare&ordering=tracker');
    expect(found.results.map(({ id }) => id)).toEqual(rare.slice(0, 50));
    const often = await list('search=model&ordering=tracker&page=2');
    const all = await expected('number, id', `t.model like 'MODEL%'`);
    expect(often.results.map(({ id }) => id)).toEqual(all.slice(50, 100));
    expect(often.count_is_limit).toBe(true);
    expect(await list('search=RARE+1')).toMatchObject({ count: 0, results: [] });
  });

  it('[R-P07] are read in the order of the index on those without a vehicle', async () => {
    const viewer = { customerId: fleet.home.customerId, isGlobalAdmin: false };
    const indexes: Readonly<Record<string, string>> = {
      tracker: 'trackers_unfitted_by_number',
      '-model': 'trackers_unfitted_by_model',
      protocol: 'trackers_unfitted_by_protocol',
      '-last_seen': 'trackers_unfitted_by_last_seen',
    };
    for (const [ordering, index] of Object.entries(indexes)) {
      const statements = await statementsOf(() => list(`ordering=${ordering}&page=2`));
      const page = statements.find(({ text }) => text.includes('clock_fault'));
      const { rows } = await api.services.db.asViewer(viewer, async (trx) => {
        const raw = sql`explain ${sql.raw(inlined(page ?? { text: '', values: [] }))}`;
        return raw.execute(trx);
      });
      const plan = rows.map((row) => Object.values(row as object)[0]).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan on trackers');
    }
  });
});

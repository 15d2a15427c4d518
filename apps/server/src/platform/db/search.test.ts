import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer, makeVehicle } from '../../../test/fleet.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { SEARCH_COUNT_LIMIT } from '../paging.ts';
import { exactPage, type SearchedList, searchedPage } from './index.ts';

const TRACKERS = 12_000;
/** Trackers without a vehicle differ by model: half of them, a tenth of a hundredth, one. */
const MODEL = `case when n % 2 = 0 then 'FMC130' when n % 1000 = 1 then 'RARE 5%' else 'GT' || n end`;

const ON_THE_WAY: SearchedList['onTheWay'] = (pattern) => sql`(t.model ilike ${pattern}
  or (select o.registration ilike ${pattern} from vehicles o where o.id = t.vehicle_id))`;
const LIST: SearchedList = { found: 'trackers_found', id: 't.id', onTheWay: ON_THE_WAY };

let test: TestDatabase;
let customerId: number;
let foreignId: number;

beforeAll(async () => {
  test = await testDatabase();
  const home = await makeCustomer(test.db, 'Home');
  const away = await makeCustomer(test.db, 'Away');
  customerId = home.customerId;
  foreignId = away.customerId;
  const own = await makeVehicle(test.db, home, { registration: 'AB12 CDE' });
  const other = await makeVehicle(test.db, away, { registration: 'AB12 CDF' });
  await test.db.pool.query(
    `insert into trackers (customer_id, number, protocol, model)
     select $1, 'T' || lpad(n::text, 8, '0'), 'traccar', ${MODEL} from generate_series(1, $2::int) n`,
    [customerId, TRACKERS],
  );
  for (const [owner, { vehicleId }] of [
    [customerId, own],
    [foreignId, other],
  ] as const) {
    await test.db.pool.query(
      `insert into deliveries (customer_id, channel, kind, target, notification_type, vehicle_id,
         record_kind, record_id)
       values ($1, 'email', 'record', 'workshop@fleet.example', 'vehicle_std_emails', $2, 'defect', 1)`,
      [owner, vehicleId],
    );
  }
  await test.db.pool.query('analyze trackers');
});
afterAll(() => test.drop());

const asHome = <T>(work: Parameters<typeof test.db.asViewer<T>>[1]) =>
  test.db.asViewer({ customerId, isGlobalAdmin: false }, work);

const page = (search: string, limit = 50, offset = 0) =>
  asHome((trx) =>
    searchedPage(
      trx,
      LIST,
      { limit, offset, search },
      {
        some: sql`from trackers t where t.customer_id = ${customerId}`,
        read: (matching) => sql<{ number: string }>`select t.number ${matching}
          order by t.number, t.id limit ${limit} offset ${offset}`,
      },
    ),
  );

const numbers = async (condition: string) => {
  const { rows } = await test.db.pool.query<{ number: string }>(
    `select number from trackers where customer_id = $1 and ${condition} order by number, id`,
    [customerId],
  );
  return rows;
};

describe('a search in a long list', () => {
  it('[R-P04] [R-P07] finds a common term while walking the list, and reports that there may be more', async () => {
    const all = await numbers(`model = 'FMC130'`);
    const first = await page('fmc1');
    expect(first.rows).toEqual(all.slice(0, 50));
    expect(first.isLimit).toBe(true);
    expect(first.count).toBeGreaterThan(900);
    expect(first.count).toBeLessThanOrEqual(all.length);
    expect(await page('fmc1', 50, 3000)).toMatchObject({ count: 3051, isLimit: true });
    expect((await page('fmc1', 50, all.length - 20)).rows).toEqual(all.slice(-20));
    expect(await page('fmc1', 50, all.length - 20)).toMatchObject({ count: all.length });
  });

  it('[R-P07] counts a thousand hits of a term in most rows', async () => {
    expect(await page('0')).toMatchObject({ count: SEARCH_COUNT_LIMIT, isLimit: true });
  });

  it('[R-P04] [R-P07] finds a rare term by an index, and counts it', async () => {
    const few = await numbers(`model = 'RARE 5%'`);
    expect(await page('rare 5%')).toEqual({ count: few.length, isLimit: false, rows: few });
    expect(await page('rare 5%', 5, 5)).toEqual({
      count: few.length,
      isLimit: false,
      rows: few.slice(5, 10),
    });
    expect(await page('no such')).toEqual({ count: 0, isLimit: false, rows: [] });
  });

  it('[R-P04] [R-P07] scans all rows for a term too short for the index', async () => {
    expect((await page('5%')).rows).toEqual(await numbers(`model = 'RARE 5%'`));
  });

  it('[R-P04] [U-P03] finds trackers and e-mails by the registration of a vehicle of the same customer', async () => {
    expect((await page('ab12 cd')).rows).toEqual(await numbers('vehicle_id is not null'));
    const mails = await asHome((trx) =>
      sql<{ customer_id: number }>`select n.customer_id from deliveries n
        where n.id in (select deliveries_found('%b12 cd%', 100))`.execute(trx),
    );
    expect(mails.rows).toEqual([{ customer_id: customerId }]);
    const found = async (pattern: string) =>
      asHome((trx) => sql`select deliveries_found(${pattern}, 100)`.execute(trx));
    expect((await found('%shop@%')).rows).toHaveLength(1);
    expect((await found('%no such%')).rows).toHaveLength(0);
  });
});

describe('a page of a short list', () => {
  const idsOf = (limit: number, offset: number) =>
    asHome(async (trx) => {
      const { count, rows } = await exactPage<{ id: number }>(
        trx,
        { limit, offset },
        {
          columns: sql`g.id`,
          matching: sql`from generate_series(1, 12000) g (id) where g.id > 11995`,
          order: sql`g.id desc`,
        },
      );
      return { count, ids: rows.map(({ id }) => id) };
    });

  it.each([
    ['a full', 2, 0, [12_000, 11_999]],
    ['the last', 2, 4, [11_996]],
    ['a whole', 5, 0, [12_000, 11_999, 11_998, 11_997, 11_996]],
    ['an empty', 2, 6, []],
  ])('has the exact count on %s page', async (_, limit, offset, ids) => {
    expect(await idsOf(limit, offset)).toEqual({ count: 5, ids });
  });
});

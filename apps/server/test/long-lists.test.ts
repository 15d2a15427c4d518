import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from './api.ts';
import { makeUser } from './people.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/** Twenty rows more than a list counts. */
const ROWS = 10_020;
const LIMIT = 10_000;
const DAY = 'start=2026-06-01T00:00:00Z&end=2026-06-03T00:00:00Z';
const AT = `'2026-06-01T00:00:00Z'::timestamptz + n * interval '10 seconds'`;

/** A list, and how it gets its rows; `$1` is the customer, `$2` the vehicle, `$3` the tracker. */
interface LongList {
  readonly name: string;
  readonly path: string;
  readonly table: string;
  readonly columns: string;
  readonly values: string;
  /** Where a search meets its hits in row after row, fewer are counted. */
  readonly countLimit?: number;
}

const RECORD = `'Dan Reed', '[]'`;
const LISTS: readonly LongList[] = [
  {
    name: 'activities',
    path: '/api/vehicle_activities/?',
    table: 'vehicle_activities',
    columns: 'vehicle_id, activity_type_id, description, created_at, created_by',
    values: `$2::int, 3, 'Number ' || n, ${AT}, 'Morgan'`,
  },
  {
    name: 'events',
    path: `/api/events/?${DAY}`,
    table: 'fleet_events',
    columns: 'vehicle_id, event_code, occurred_at, source',
    values: `$2::int, 40, ${AT}, 'device'`,
  },
  {
    name: 'alerts',
    path: '/api/alerts/?',
    table: 'alerts',
    columns: 'vehicle_id, rule_key, rule_name, severity, in_app, event_code, occurred_at',
    values: `$2::int, 1, 'Many', 'warning', true, 41, ${AT}`,
  },
  {
    name: 'unread alerts',
    path: '/api/alerts/?unread=true&ordering=timestamp',
    table: 'alerts',
    columns: 'vehicle_id, rule_key, rule_name, severity, in_app, event_code, occurred_at',
    values: `$2::int, 1, 'Many', 'warning', true, 41, ${AT}`,
  },
  {
    name: 'raw records',
    path: `/api/administration/raw_vehicle_data/?${DAY}&tracker_id=$3`,
    table: 'positions',
    columns: 'vehicle_id, tracker_id, device_time, record_digest, fix_valid',
    values: `$2::int, $3::int, ${AT}, n, true`,
  },
  {
    name: 'raw records of a wrong clock',
    path: `/api/administration/raw_vehicle_data/?${DAY}&tracker_id=$3`,
    table: 'clock_fault_records',
    columns: 'vehicle_id, tracker_id, device_time, received_at, record_digest, fault, record',
    values: `$2::int, $3::int, ${AT}, ${AT}, n, 'clock_past', '{}'`,
  },
  {
    name: 'defects',
    path: '/defect/api/defects/?',
    table: 'defect_records',
    columns: 'vehicle_id, reference_number, reported_at, due_at, reported_by, items',
    values: `$2::int, 'DEF-' || n, ${AT}, ${AT}, ${RECORD}`,
  },
  {
    name: 'defects that a search finds everywhere',
    path: '/defect/api/defects/?search=DEF-',
    countLimit: 1000,
    table: 'defect_records',
    columns: 'vehicle_id, reference_number, reported_at, due_at, reported_by, items',
    values: `$2::int, 'DEF-' || n, ${AT}, ${AT}, ${RECORD}`,
  },
  {
    name: 'drivers',
    path: '/api/administration/drivers/?',
    table: 'drivers',
    columns: 'first_name, surname',
    values: `'Dee', lpad(n::text, 6, '0')`,
  },
  {
    name: 'trackers',
    path: '/api/vehicles_trackers/?',
    table: 'trackers',
    columns: 'number, protocol',
    values: `'LONG' || lpad(n::text, 6, '0'), 'traccar'`,
  },
  {
    name: 'vehicles',
    path: '/api/administration/vehicles/?',
    table: 'vehicles',
    columns: 'registration, type',
    values: `'LONG' || lpad(n::text, 6, '0'), 'VAN'`,
  },
];

let api: TestApi;
let fleet: TrackedFleet;
let keeper: number;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const modules = ['Vehicle File', 'Events', 'Defect', 'Track'] as const;
  const { customerId } = fleet.away;
  keeper = await makeUser(
    api.services.db,
    customerId,
    'keeper@long.test',
    { role: 'ADMIN', is_user_vehicle_admin: true, is_customer_admin: true },
    [...modules],
  );
});
afterAll(() => api.close());

/** Rows of tables that neither may be deleted nor need triggers are made and removed without them. */
async function withoutTriggers(statement: string, values: readonly unknown[] = []) {
  const client = await api.services.db.pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    return await client.query(statement, [...values]);
  } finally {
    await client.query(`set session_replication_role = default`);
    client.release();
  }
}

describe('A list of more rows than are counted', () => {
  it.each(LISTS)('[R-168] [R-004] shows every row: $name', async (list) => {
    const { customerId } = fleet.away;
    const { vehicleId, trackerId } = fleet.vehicles.f1;
    const path = list.path.replace('$3', String(trackerId));
    const page = async (number: number) => {
      const { status, body } = await api.ask(`${path}&pageSize=50&page=${number}`, { as: keeper });
      expect([status, body]).toEqual([200, expect.anything()]);
      return body as { count: number; count_is_limit: boolean; results: { id: number }[] };
    };
    const before = (await page(1)).count;
    const rows = ROWS - before;
    const { countLimit = LIMIT } = list;
    const used = [customerId, vehicleId, trackerId].slice(
      0,
      list.values.includes('$3') ? 3 : list.values.includes('$2') ? 2 : 1,
    );
    await withoutTriggers(
      `insert into ${list.table} (customer_id, ${list.columns})
       select $1::int, ${list.values} from generate_series(1, ${rows}) n`,
      used,
    );
    api.services.bus.publish('activities.changed', { customerId });
    expect(await page(1)).toMatchObject({ count: countLimit, count_is_limit: true });
    const ids = new Set<number>();
    for (const number of [199, 200, 201]) {
      for (const { id } of (await page(number)).results) ids.add(id);
    }
    expect(ids.size).toBe(120);
    const last = await page(201);
    expect(last).toMatchObject({ count: ROWS, count_is_limit: false });
    expect(last.results).toHaveLength(20);
    expect(await page(900)).toEqual(
      expect.objectContaining({ count: ROWS, count_is_limit: false, results: [] }),
    );
    await withoutTriggers(
      `delete from ${list.table} where ctid in (select ctid from ${list.table}
         where customer_id = $1 order by ctid desc limit 20)`,
      [customerId],
    );
    api.services.bus.publish('activities.changed', { customerId });
    expect(await page(1)).toMatchObject({
      count: countLimit,
      count_is_limit: countLimit < LIMIT,
    });
    expect((await page(200)).results).toHaveLength(50);
    await withoutTriggers(
      `delete from ${list.table} where ctid in (select ctid from ${list.table}
         where customer_id = $1 order by ctid desc limit ${rows - 20})`,
      [customerId],
    );
  });
});

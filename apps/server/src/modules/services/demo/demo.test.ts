import { VIEW_NAMES } from '@roadworthy/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts';
import { fleetVehicles } from './demo.repository.ts';
import { prepareDemo } from './demo.service.ts';
import { simulatedVehicles } from './demo-fleet.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
  await prepareDemo(test.db, async () => 'hash');
});
afterAll(() => test.drop());

it('[F-P02] ten vehicles have a dash camera, of both live modes, most of the first customer', async () => {
  const { rows } = await test.db.pool.query(
    `select c.tracker_id, t.protocol, c.live_mode, u.name as customer,
       array_agg(c.name order by c.channel) as names
     from cameras c join trackers t on t.id = c.tracker_id join customers u on u.id = c.customer_id
     group by 1, 2, 3, 4`,
  );
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ customer }) => customer === 'Albion Distribution')).toHaveLength(9);
  expect(new Set(rows.map(({ live_mode }) => live_mode))).toEqual(new Set(['snapshot', 'stream']));
  for (const { names, protocol } of rows) {
    expect(protocol).toBe('jt808');
    expect(names).toEqual(VIEW_NAMES);
  }
});

it('the simulated fleet receives the vehicles with cameras', async () => {
  const vehicles = await fleetVehicles(test.db);
  const filming = vehicles.filter(({ cameras }) => cameras > 0);
  expect(filming.map(({ cameras, protocol }) => `${protocol} ${cameras}`)).toEqual(
    Array.from({ length: 10 }, () => 'jt808 4'),
  );
});

it('[O-23] all vehicles have a model of a manufacturer, and the lists of their form have entries', async () => {
  const { rows } = await test.db.pool.query(
    `select (select count(*) from vehicles where manufacturer_model_id is null)::int as without,
       (select count(distinct kind) from catalogue_entries)::int as kinds,
       (select count(*) from vehicles v join catalogue_entries m on m.id = v.manufacturer_model_id
          join catalogue_entries k on k.id = m.manufacturer_id
          where v.manufacturer_model <> k.name || ' ' || m.name)::int as misnamed`,
  );
  expect(rows[0]).toEqual({ without: 0, kinds: 6, misnamed: 0 });
});

it('[K-02] [K-04] the help page of each customer has telephone numbers and questions', async () => {
  const { rows } = await test.db.pool.query(
    `select c.maintenance_control_phone as maintenance, h.break_down_phone as breakdown,
       (select count(*) from help_faqs f where f.customer_id = c.id)::int as faqs,
       (select count(*) from vehicles v where v.customer_id = c.id and not exists
         (select from vehicle_codes k where k.vehicle_id = v.id))::int as without
     from customers c join help_pages h on h.customer_id = c.id`,
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toEqual({
      maintenance: '01632 960100',
      breakdown: '0808 157 0192',
      faqs: 4,
      without: 0,
    });
  }
});

it('[U-20] the cards of lorry drivers show lawful work, and some infringements of each degree', async () => {
  const { rows } = await test.db.pool.query<{ drivers: number; found: number; degrees: string[] }>(
    `select (select count(distinct driver_id)::int from driver_activities) as drivers,
       count(*)::int as found, array_agg(distinct severity order by severity) as degrees
     from hours_infringements`,
  );
  const [{ degrees = [], drivers = 0, found = 0 } = {}] = rows;
  expect(drivers).toBeGreaterThan(5);
  expect(found).toBeGreaterThan(drivers / 2);
  expect(found).toBeLessThan(drivers * 10);
  expect(degrees).toEqual(expect.arrayContaining(['MI', 'VSI']));
  const waiting = await test.db.pool.query(
    `select u.email from hours_infringements h join users u on u.driver_id = h.driver_id
     where h.state = 'debriefed' and h.signed_by is null and h.note <> '' order by u.email`,
  );
  expect(waiting.rows).toContainEqual({ email: 'driver@demo.test' });
});

it('[O-20] all drivers have a licence and a category, some of them expired, and depots have addresses', async () => {
  const { rows } = await test.db.pool.query(
    `select (select count(*)::int from drivers where licence_number is null or category_id is null
         or licence_expires_on is null) as without,
       (select count(*)::int from drivers where licence_expires_on < current_date) as expired,
       (select count(*)::int from depots where address_id is null) as nowhere`,
  );
  expect(rows[0]).toMatchObject({ without: 0, nowhere: 0 });
  expect(rows[0].expired).toBeGreaterThan(0);
});

it('[E-P03] [O-19] has alert rules of each severity, and a global administrator without a customer', async () => {
  const { rows: rules } = await test.db.pool.query(
    `select r.severity, r.is_active, r.min_speed_kmh, r.min_duration_s, r.created_at < now() - interval '1 day' as counts_for_history
     from alert_rules r join customers c on c.id = r.customer_id
     where c.name = 'Albion Distribution' order by r.name`,
  );
  expect(new Set(rules.map(({ severity }) => severity)).size).toBe(3);
  expect(new Set(rules.map(({ is_active }) => is_active))).toEqual(new Set([true, false]));
  expect(rules.some(({ min_speed_kmh: speed }) => speed !== null)).toBe(true);
  expect(rules.some(({ min_duration_s: duration }) => duration !== null)).toBe(true);
  expect(rules.every(({ counts_for_history }) => counts_for_history)).toBe(true);
  const { rows: people } = await test.db.pool.query(
    'select email, customer_id from users where is_global_admin',
  );
  expect(people).toEqual([{ email: 'global@demo.test', customer_id: null }]);
});

it('the couplings of the demo fleet are recorded by people, drivers and devices', async () => {
  const { rows } = await test.db.pool.query(
    `select c.source, bool_and(c.author <> '') as has_author,
       bool_and(exists (select from trailer_identifiers i where i.vehicle_id = c.trailer_id)) as is_known
     from couplings c group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { source: 'device', has_author: true, is_known: true },
    { source: 'driver', has_author: true, is_known: false },
    { source: 'hand', has_author: true, is_known: false },
  ]);
});

it('the first customer has a van in international haulage, whose vehicle unit must be downloaded', async () => {
  const { rows } = await test.db.pool.query(
    `select v.type, v.gross_weight_kg, d.is_current, d.due_on
     from vehicles v left join tachograph_downloads d on d.vehicle_id = v.id
     where v.is_international_haulage`,
  );
  expect(rows).toEqual([{ type: 'VAN', gross_weight_kg: 3500, is_current: true, due_on: null }]);
});

it('the first customer has trailers with plated values, without driver and walkaround checks, one with a tracker', async () => {
  const { rows } = await test.db.pool.query(
    `select v.registration, v.kind, v.axles = cardinality(v.axle_weights_kg) as plated,
       exists (select from scheduled_activities s where s.vehicle_id = v.id) as scheduled,
       exists (select from brake_tests b where b.vehicle_id = v.id and b.category = 'trailer') as tested,
       exists (select from trackers t where t.vehicle_id = v.id) as tracked,
       exists (select from couplings c where c.trailer_id = v.id) as coupled,
       exists (select from vehicle_reports r where r.vehicle_id = v.id)
         or exists (select from tachograph_downloads d where d.vehicle_id = v.id)
         or exists (select from cost_entries e where e.vehicle_id = v.id and e.category = 'fuel')
         as is_driven
     from vehicles v where v.kind in ('semi_trailer', 'drawbar_trailer') order by 1`,
  );
  expect(rows.map(({ registration, kind }) => `${registration} ${kind}`)).toEqual([
    'TR101 semi_trailer',
    'TR102 semi_trailer',
    'TR103 semi_trailer',
    'TR201 drawbar_trailer',
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ plated: true, scheduled: true, tested: true, is_driven: false });
    // The couplings of the tracked one are found by its place.
    const isTracked = row.registration === 'TR103';
    expect([row.tracked, row.coupled]).toEqual([isTracked, !isTracked]);
  }
});

it('the tracked trailer follows a lorry whose driver does not sign in', async () => {
  const fleet = simulatedVehicles(await fleetVehicles(test.db), () => 0);
  const lorries = fleet.flatMap(({ pulledBy }) => pulledBy ?? []);
  const { rows } = await test.db.pool.query(
    `select v.type, exists (select from users u where u.driver_id = v.driver_id) as has_account
     from trackers t join vehicles v on v.id = t.vehicle_id where t.number = any($1)`,
    [lorries],
  );
  expect(rows).toEqual([{ type: 'STR', has_account: false }]);
});

it('[U-21] agency drivers have an end of engagement, and onboardings are before their submission or withdrawn', async () => {
  const { rows: engaged } = await test.db.pool.query(
    'select from driver_files where agency_id is not null and engaged_until > current_date',
  );
  expect(engaged.length).toBeGreaterThan(2);
  const { rows } = await test.db.pool.query(
    'select distinct state from agency_onboardings order by 1',
  );
  expect(rows.map(({ state }) => state)).toEqual(['in_progress', 'invited', 'withdrawn']);
});

it('[U-20] work orders are in each state, planned in bays and at repairers', async () => {
  const { rows } = await test.db.pool.query<{ state: string; orders: number; costs: number }>(
    `select state, count(*)::int as orders, sum(total)::float8 as costs from work_orders
     group by state order by state`,
  );
  expect(rows.map(({ state }) => state)).toEqual([
    'approved',
    'awaiting_approval',
    'done',
    'estimate',
    'in_progress',
    'invoiced',
  ]);
  expect(rows.every(({ costs }) => costs > 0)).toBe(true);
  const { rows: parts } = await test.db.pool.query<{ defects: number; planned: number }>(
    `select (select count(*)::int from work_order_defects) as defects,
       count(*) filter (where planned_at is not null)::int as planned from work_orders`,
  );
  expect(parts[0]?.defects).toBeGreaterThan(1);
  expect(parts[0]?.planned).toBeGreaterThan(5);
});

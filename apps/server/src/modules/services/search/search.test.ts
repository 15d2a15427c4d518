import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);

interface Found {
  readonly group: string;
  readonly items: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly has_more: boolean;
}

async function find(q: string, as: number, limit = 5): Promise<Found[]> {
  const { status, body } = await api.ask(`/api/search/?q=${encodeURIComponent(q)}&limit=${limit}`, {
    as,
  });
  expect(status, q).toBe(200);
  contract.search.find.answer.parse(body);
  return body.results;
}

/** Names of a group's results. */
async function names(group: string, q: string, as: number): Promise<unknown[]> {
  const found = (await find(q, as)).find((one) => one.group === group);
  return found === undefined ? [] : found.items.map(({ name }) => name);
}

/** One record of each further kind for a vehicle. */
async function addRecords(customerId: number, vehicleId: number, word: string): Promise<void> {
  await query(
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
       reported_by)
     values ($1, $2, 'DEF-' || $3, '[{"name": "Brakes", "severity": "major", "finding": "Pipe leaks"}]',
       now(), 'Ann Miles')`,
    [customerId, vehicleId, word],
  );
  const { rows } = await query(
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, created_by,
       reference_number)
     values ($1, $2, 6, 'Certificate of the test', 'Ann Miles', 'DOC-' || $3) returning id`,
    [customerId, vehicleId, word],
  );
  const template = await query(
    `insert into investigation_templates (customer_id, activity_type_id, title, changed_by, is_current)
     values ($1, 6, 'Failed test ' || $2, 'Ann Miles', false) returning id`,
    [customerId, word],
  );
  await query(
    `insert into investigations (customer_id, activity_id, template_id) values ($1, $2, $3)`,
    [customerId, rows[0].id, template.rows[0].id],
  );
  await query(
    `insert into geofences (customer_id, name, colour, shape, alert_on_entry, alert_on_exit)
     values ($1, 'Yard ' || $2, '#112233', 'circle', false, false)`,
    [customerId, word],
  );
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { home, away, vehicles } = fleet;
  await addRecords(home.customerId, vehicles.n1.vehicleId, 'north');
  await addRecords(home.customerId, vehicles.s1.vehicleId, 'south');
  await addRecords(away.customerId, vehicles.f1.vehicleId, 'foreign');
});
afterAll(() => api.close());

describe('a search for a vehicle', () => {
  it.each(['N1 AAA', 'n1aaa', 'n1 aa', 'N1', '1aaa'])('finds it by %s', async (typed) => {
    expect(await names('vehicles', typed, fleet.people.admin)).toContain('N1 AAA');
  });

  it.each(['n1aba', 'x1aaa', 'n1aa', '1naaa', 'n11aaa'])(
    'finds it with the typing error %s',
    async (typed) => {
      expect(await names('vehicles', typed, fleet.people.admin)).toContain('N1 AAA');
    },
  );

  it('shows the exact registration first, then those that begin with the text', async () => {
    const at = [fleet.home.customerId];
    await query(
      `insert into vehicles (customer_id, registration, type) values ($1, 'QZ77 ABC', 'VAN'),
         ($1, 'XQZ77', 'VAN'), ($1, 'QZ77', 'VAN')`,
      at,
    );
    expect(await names('vehicles', 'qz77', fleet.people.admin)).toEqual([
      'QZ77',
      'QZ77 ABC',
      'XQZ77',
    ]);
    const [first] = await find('qz77', fleet.people.admin, 1);
    expect(first).toMatchObject({ group: 'vehicles', has_more: true });
    await query(`delete from vehicles where registration like '%QZ77%' and customer_id = $1`, at);
  });

  it('says where it is and whether it is off the road', async () => {
    const { n1 } = fleet.vehicles;
    const item = async () => (await find('n1aaa', fleet.people.admin))[0]?.items[0];
    expect(await item()).toMatchObject({
      id: n1.vehicleId,
      depot: 'Home depot',
      state: 'in_use',
      vehicle: n1.vehicleId,
    });
    await query(
      `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
       values ($1, $2, 'other', now(), 'Ann Miles')`,
      [fleet.home.customerId, n1.vehicleId],
    );
    expect(await item()).toMatchObject({ state: 'off_road' });
    await query('delete from vor_entries');
  });

  it('finds no archived vehicle', async () => {
    await query('update vehicles set is_active = false where id = $1', [
      fleet.vehicles.x1.vehicleId,
    ]);
    expect(await names('vehicles', 'x1eee', fleet.people.admin)).toEqual([]);
    await query('update vehicles set is_active = true where id = $1', [
      fleet.vehicles.x1.vehicleId,
    ]);
  });
});

describe('a search for other records', () => {
  it.each([
    ['drivers', 'ann', 'Ann Miles'],
    ['drivers', 'mi', 'Ann Miles'],
    ['depots', 'south', 'South'],
    ['defects', 'def-north', 'DEF-north'],
    ['defects', 'pipe leaks', 'DEF-north'],
    ['defects', 'n1 aaa', 'DEF-north'],
    ['documents', 'doc-north', 'MOT'],
    ['documents', 'certificate', 'MOT'],
    ['documents', 'n1 aaa', 'MOT'],
    ['investigations', 'failed test north', 'Failed test north'],
    ['geofences', 'yard n', 'Yard north'],
  ])('finds %s by %s', async (group, typed, name) => {
    expect(await names(group, typed, fleet.people.admin)).toContain(name);
  });

  it('finds users and trackers for administrators only', async () => {
    const { admin, manager } = fleet.people;
    const { number } = fleet.vehicles.n1;
    expect(await names('trackers', number, admin)).toEqual([number]);
    expect((await find('manager@track.test', admin)).map(({ group }) => group)).toEqual(['users']);
    expect(await find(number, manager)).toEqual([]);
    expect(await names('users', 'manager@track.test', manager)).toEqual([]);
    expect(await names('drivers', 'ann', manager)).toEqual([]);
  });
});

describe('the scope of a search', () => {
  const TYPED = [
    'F1 GGG',
    'f1gg',
    'zed',
    'Away depot',
    'def-foreign',
    'doc-foreign',
    'yard foreign',
  ];

  it('[U-P03] is the own customer', async () => {
    for (const typed of [...TYPED, 'failed test foreign', fleet.vehicles.f1.number]) {
      expect(await find(typed, fleet.people.admin), typed).toEqual([]);
      expect(await find(typed, fleet.people.foreign), typed).not.toEqual([]);
      expect(await find(typed, fleet.people.global), typed).not.toEqual([]);
    }
  });

  it('[U-P03] is the visible depots, and the own vehicle', async () => {
    const { north, driver, limited, northAdmin } = fleet.people;
    expect(await names('vehicles', 'n1aaa', north)).toEqual(['N1 AAA']);
    expect(await names('vehicles', 's1ccc', north)).toEqual([]);
    expect(await names('vehicles', 's1cxc', north)).toEqual([]);
    expect(await names('defects', 'def-', north)).toEqual(['DEF-north']);
    expect(await find('doc-south', north)).toEqual([]);
    expect(await names('investigations', 'failed test', north)).toEqual(['Failed test north']);
    expect(await names('depots', 'south', north)).toEqual([]);
    expect(await names('trackers', fleet.vehicles.s1.number, northAdmin)).toEqual([]);
    expect(await names('users', 'manager@track.test', northAdmin)).toEqual([]);
    expect(await names('vehicles', 's1ccc', driver)).toEqual(['S1 CCC']);
    expect(await names('vehicles', 'n1aaa', driver)).toEqual([]);
    expect(await names('vehicles', 'n1aaa', limited)).toEqual([]);
  });

  it('leaves out groups that the person may not open', async () => {
    const groups = async (as: number) => (await find('n1 aaa', as)).map(({ group }) => group);
    expect(await groups(fleet.people.plain)).toEqual(['vehicles']);
    expect(await find('yard', fleet.people.plain)).toEqual([]);
    // Drivers cannot open the vehicle file (G-09).
    expect(await names('documents', 's1 ccc', fleet.people.driver)).toEqual([]);
  });
});

describe('a search text', () => {
  it('means its signs literally', async () => {
    const { admin } = fleet.people;
    expect(await names('vehicles', '50%', admin)).toEqual(['S2 50%']);
    for (const typed of [
      '%',
      '_',
      '%%%',
      '___',
      '\\',
      "'",
      '"',
      "' or 1=1 --",
      '(',
      '😀',
      'n_aaa%',
    ]) {
      expect(await names('vehicles', typed, admin), typed).toEqual([]);
    }
  });

  it('may be empty, and has at most 200 characters', async () => {
    const { admin } = fleet.people;
    expect(await find('', admin)).toEqual([]);
    expect(await find('   ', admin)).toEqual([]);
    expect(await find('n1aaa '.repeat(33), admin)).toEqual([]);
    const { status } = await api.ask(`/api/search/?q=${'a'.repeat(201)}`, { as: admin });
    expect(status).toBe(400);
  });
});

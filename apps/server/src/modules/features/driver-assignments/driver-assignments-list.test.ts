import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { makeDriver, type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const ALL = '/api/driver_assignments/';
/** Lengths in hours, from less than a day to more than 1,024 days. */
const HOURS = [5, 24, 25, 47, 100, 191, 192, 400, 800, 1536, 3000, 6145, 13_000, 24_577, 40_000];

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let cara: number;

/** The rows of a list by the table alone: an assignment ends when the next one of its vehicle begins. */
async function expected(where: string, order = 'a.assigned_from desc, a.id desc') {
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `select a.id from (select *, lead(assigned_from) over (partition by vehicle_id order by assigned_from) as ends
       from driver_assignments) a
     join vehicles v on v.id = a.vehicle_id join drivers d on d.id = a.driver_id
     where a.customer_id = ${fleet.home.customerId} and (${where}) order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

async function listed(query: string, as = manager): Promise<number[]> {
  const { body, status } = await api.ask(`${ALL}?pageSize=400&${query}`, { as });
  expect([query, status]).toEqual([query, 200]);
  contract.driverAssignments.list.answer.parse(body);
  expect([query, body.count]).toEqual([query, body.results.length]);
  return body.results.map(({ id }: { id: number }) => id);
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  manager = await makeUser(db, customerId, 'list-manager@handover.test', { role: 'MANAGER' }, [
    'accessTachoGraf',
  ]);
  south = await makeUser(db, customerId, 'list-south@handover.test', { role: 'MANAGER' }, [
    'accessTachoGraf',
  ]);
  await limitToDepot(db, south, fleet.south);
  cara = await makeDriver(db, customerId, 'Cara');
  const drivers = [cara, await makeDriver(db, customerId, 'Adam'), null];
  const { n1, n2, s1 } = fleet.vehicles;
  // Each vehicle has these lengths, each beginning with another one, and now and then no driver.
  for (const [shift, { vehicleId }] of [n1, n2, s1].entries()) {
    let startMs = Date.UTC(2015, 0, 1);
    for (const [n] of HOURS.entries()) {
      await db.pool.query(
        `insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
         values ($1, $2, $3, $4)`,
        [customerId, vehicleId, drivers[(n + shift) % 3], new Date(startMs)],
      );
      startMs += (HOURS[(n * 4 + shift) % HOURS.length] ?? 0) * 3_600_000;
    }
  }
});
afterAll(() => api.close());

describe('the list of assignments', () => {
  const day = (date: string, next: string) =>
    [
      `from=${date}&to=${date}`,
      `(a.ends is null or a.ends > '${date}') and a.assigned_from < '${next}'`,
    ] as const;

  it.each<readonly [query: string, where: string]>([
    ['', 'true'],
    ['state=current', 'a.ends is null'],
    ['state=ended', 'a.ends is not null'],
    ['state=unsigned', 'false'],
    day('2015-01-02', '2015-01-03'),
    day('2015-12-01', '2015-12-02'),
    day('2018-02-01', '2018-02-02'),
    day('2023-01-10', '2023-01-11'),
    day('2026-01-10', '2026-01-11'),
    ['from=2019-01-01', `(a.ends is null or a.ends > '2019-01-01')`],
    ['to=2016-01-01', `a.assigned_from < '2016-01-02'`],
    ['from=2016-01-10&state=current', 'a.ends is null'],
    ['from=2016-01-10&state=ended', `a.ends > '2016-01-10'`],
  ])('[U-20] finds what the table has: %s', async (query, where) => {
    const found = await expected(where);
    expect(await listed(query)).toEqual(found);
    for (const [name, column] of [
      ['vehicle', 'lower(v.registration)'],
      ['driver', 'lower(d.surname || d.first_name)'],
    ]) {
      expect(await listed(`${query}&ordering=-${name}`)).toEqual(
        await expected(where, `${column} desc, a.id desc`),
      );
    }
    const { vehicleId } = fleet.vehicles.n2;
    expect(await listed(`${query}&vehicle=${vehicleId}`)).toEqual(
      await expected(`${where} and a.vehicle_id = ${vehicleId}`),
    );
    expect(await listed(`${query}&driver=${cara}`)).toEqual(
      await expected(`${where} and a.driver_id = ${cara}`),
    );
    expect(await listed(`${query}&search=cara`)).toEqual(
      await expected(`${where} and a.driver_id = ${cara}`),
    );
    expect(await listed(query, south)).toEqual(
      await expected(`${where} and a.vehicle_id = ${fleet.vehicles.s1.vehicleId}`),
    );
  });

  it('[U-20] follows a start that is changed, and an assignment that is deleted', async () => {
    const { pool } = api.services.db;
    const { vehicleId } = fleet.vehicles.n1;
    const ids = await expected(`a.vehicle_id = ${vehicleId}`);
    const [newest, second, third] = ids;
    await pool.query(
      `update driver_assignments set assigned_from = assigned_from + interval '300 days' where id = $1`,
      [newest],
    );
    await pool.query('delete from driver_assignments where id = $1', [third]);
    const [date, where] = ['2024-06-01', `a.ends > '2024-06-01' or a.ends is null`];
    expect(await listed(`from=${date}`)).toEqual(await expected(where));
    await pool.query('delete from driver_assignments where id = $1', [newest]);
    expect(await listed('state=current')).toEqual(await expected('a.ends is null'));
    expect(second).toBeDefined();
  });
});

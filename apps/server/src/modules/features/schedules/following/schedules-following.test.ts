import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
/** Types of the customer: one for all vehicles, one for lorries only. */
let types: { service: number; tacho: number };
const VEHICLES = '/api/vehicles/';

const open = async (vehicleId: number) => {
  const { rows } = await api.services.db.pool.query(
    `select s.id, t.name, s.interval, (s.due_at at time zone 'UTC')::date - (now() at time zone 'UTC')::date
         as days, c.action
     from scheduled_activities s join schedule_types t on t.id = s.schedule_type_id
     left join vehicle_file_changes c on c.scheduled_activity_id = s.id
     where s.vehicle_id = $1 and s.fulfilled_at is null order by t.name`,
    [vehicleId],
  );
  return rows;
};
const make = (body: object) =>
  api.ask(VEHICLES, { as: fleet.people.admin, method: 'POST', body: { type: 'VAN', ...body } });
const depot = (id: number, body: object) =>
  api.ask(`/api/vehicles_group/${id}/`, { as: fleet.people.admin, method: 'PUT', body });

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `insert into schedule_types (customer_id, name, category, interval, vehicle_types)
     values ($1, 'Service', 'SERVICE', '6w', '{}'), ($1, 'Tachograph', 'TACHO', '2y', '{STR}')
     returning id`,
    [fleet.home.customerId],
  );
  types = { service: rows[0]?.id ?? 0, tacho: rows[1]?.id ?? 0 };
});
afterAll(() => api.close());

describe('schedule types of vehicles and depots', () => {
  it('[O-17] [H-P04] are due an interval after the creation of a vehicle', async () => {
    const { body, status } = await make({
      registration: 'FOL 1',
      vehicle_groups: [fleet.north],
      schedule_types: [types.service, types.tacho],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    // The second type is for lorries only.
    expect(await open(body.id)).toEqual([
      { id: expect.any(Number), name: 'Service', interval: '6w', days: 42, action: 'scheduled' },
    ]);
  });

  it('[O-18] [H-P04] apply to vehicles of a depot, and to a new vehicle in it', async () => {
    const { pool } = api.services.db;
    const { vehicles, south } = fleet;
    await pool.query(
      `insert into depot_schedule_types (customer_id, depot_id, schedule_type_id) values ($1, $2, $3)`,
      [fleet.home.customerId, south, types.service],
    );
    expect(await open(vehicles.s1.vehicleId)).toEqual([]);
    const read = await api.ask(`/api/vehicles_group/${south}/`, { as: fleet.people.admin });
    const ids = (list: { id: number }[]) => list.map(({ id }) => id);
    const body = {
      is_region: false,
      name: read.body.name,
      region: null,
      address: null,
      vehicles: ids(read.body.vehicles),
      schedule_types: [types.service],
    };
    const saved = await depot(south, body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const first = await open(vehicles.s1.vehicleId);
    expect(first.map(({ name, days }) => [name, days])).toEqual([['Service', 42]]);
    const moved = await make({ registration: 'FOL 2', vehicle_groups: [south] });
    expect((await open(moved.body.id)).map(({ name }) => name)).toEqual(['Service']);
    // An existing schedule does not change when the depot is saved again.
    await pool.query(
      `update scheduled_activities set due_at = due_at + interval '3 days',
      latest_on = latest_on + 3 where id = $1`,
      [first[0].id],
    );
    await depot(south, body);
    expect(await open(vehicles.s1.vehicleId)).toMatchObject([{ id: first[0].id, days: 45 }]);
  });
});

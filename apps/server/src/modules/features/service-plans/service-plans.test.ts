import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import {
  type DocumentFleet,
  PDF,
  sendDocument,
  withDocumentFleet,
} from '../../../../test/vehicle-documents.ts';
import { calculateStale } from './index.ts';

const DAY_MS = 86_400_000;
const KM = 1000;
/** The built-in type "Service", of a year. */
const SERVICE = 3;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

let api: TestApi;
let fleet: DocumentFleet;

const { ask, query, vehicle, write } = withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

/** A trip on each of the last `days` days, at noon. */
async function drive(vehicleId: number, days: number, kmPerDay: number) {
  await query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh, segments)
     select $1, $2, now() - make_interval(days => n), now() - make_interval(days => n) + interval '2 hours',
       false, 52, -1, 52, -1, $4, 6000, 1200, 80, '[]'
     from generate_series(1, $3::int) n`,
    [fleet.home.customerId, vehicleId, days, kmPerDay * KM],
  );
}

const body = (changed: object = {}) => ({
  name: 'Tractor units',
  note: '',
  model: null,
  services: [{ schedule_type: SERVICE, interval_m: 30_000 * KM, interval_engine_s: null }],
  ...changed,
});

async function makePlan(changed: object = {}): Promise<number> {
  const made = await write('POST', '/api/service_plans/', body(changed), fleet.file.administrator);
  expect(made.status).toBe(201);
  return made.body.id;
}

const assign = (plan: number, ids: readonly number[], as?: number) =>
  write('POST', `/api/service_plans/${plan}/vehicles/`, { vehicles: ids }, as);
const services = async (vehicleId: number) =>
  (await ask(`/api/vehicle_services/${vehicleId}/`)).body;
const schedule = async (vehicleId: number) =>
  (await ask(`/api/schedule_activity/?vehicle=${vehicleId}&schedule_type=${SERVICE}`)).body
    .results[0];

describe('Service plans', () => {
  it('[H-32] are kept by administrators, for their customer', async () => {
    const id = await makePlan({ name: 'Vans' });
    const path = `/api/service_plans/${id}/`;
    expect((await ask(path)).body).toMatchObject({
      name: 'Vans',
      vehicles: 0,
      services: [{ name: 'Service', interval: '1y', interval_m: 30_000_000 }],
    });
    expect((await ask(path, fleet.file.foreign)).status).toBe(404);
    expect((await write('PUT', path, body())).status).toBe(403);
    const changed = body({ name: 'Vans 2', version: 1 });
    expect((await write('PUT', path, changed, fleet.file.administrator)).body.version).toBe(2);
    expect((await write('PUT', path, changed, fleet.file.administrator)).status).toBe(409);
    const again = await write('POST', '/api/service_plans/', changed, fleet.file.administrator);
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['name']]);
    expect((await write('DELETE', path, undefined, fleet.file.administrator)).status).toBe(204);
  });

  it.each<[string, object, string]>([
    ['no interval', { services: [{ schedule_type: SERVICE }] }, 'services'],
    [
      'a service twice',
      { services: [SERVICE, SERVICE].map((type) => ({ schedule_type: type, interval_m: 5000 })) },
      'services',
    ],
    ['an unknown service', { services: [{ schedule_type: 99_999, interval_m: 5000 }] }, 'services'],
    ['an unknown model', { model: 99_999 }, 'model'],
  ])('are refused with %s', async (_, changed, field) => {
    const answer = await write(
      'POST',
      '/api/service_plans/',
      body({ name: 'Wrong', ...changed }),
      fleet.file.administrator,
    );
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });
});

describe('The next service', () => {
  let plan: number;
  beforeAll(async () => {
    plan = await makePlan();
    await drive(vehicle('n1'), 100, 250);
    const assigned = await assign(plan, [vehicle('n1'), vehicle('n2')]);
    expect(assigned.body).toMatchObject({ vehicles: 2 });
  });

  it('[H-32] by distance moves the schedule forward, and is listed with its cause', async () => {
    const done = await write('POST', `/api/vehicle_services/${vehicle('n1')}/done/`, {
      schedule_type: SERVICE,
      done_on: dayIn(-60),
      odometer_m: 400_000 * KM,
    });
    expect(done.status).toBe(200);
    const [next] = done.body.services;
    // 60 days of 250 km are 15,000 km of 30,000; the rest lasts for 60 more days.
    expect(next.cause).toBe('distance');
    expect(Math.abs(next.remaining_m / KM - 15_000)).toBeLessThanOrEqual(250);
    expect(Math.abs((Date.parse(next.next_on) - Date.now()) / DAY_MS - 60)).toBeLessThanOrEqual(2);
    expect(done.body).toMatchObject({ odometer_source: 'reading', plan: { id: plan } });
    expect(Math.abs(done.body.odometer_m / KM - 415_000)).toBeLessThanOrEqual(250);
    const open = await schedule(vehicle('n1'));
    expect([open.id, open.due_date.slice(0, 10)]).toEqual([next.schedule, next.next_on]);
    expect(open.latest_date).toBe(next.next_on);
  });

  it('by time stays for a vehicle at rest', async () => {
    const [next] = (await services(vehicle('n2'))).services;
    expect(next).toMatchObject({ cause: 'time', state: 'planned', next_on: next.time_due_on });
  });

  it('keeps a planned visit', async () => {
    const open = await schedule(vehicle('n1'));
    const path = `/api/schedule_activity/${open.id}/`;
    expect((await write('PATCH', path, { planned_date: open.earliest_date })).status).toBe(200);
    await query('update vehicle_service_plans set calculated_at = null');
    await calculateStale(api.services.db, Date.now());
    expect((await schedule(vehicle('n1'))).planned_date).toBe(open.earliest_date);
  });

  it('[H-P04] starts again from a document of the service', async () => {
    await query('update vehicle_service_plans set calculated_at = null');
    const sent = await sendDocument(api, fleet.file.keeper, {
      fields: {
        vehicle: vehicle('n1'),
        activity_type: 'SERVICE',
        status: 'Pass',
        description: 'Serviced',
        activity_fulfilled_at: `${dayIn(-1)}T00:00:00Z`,
      },
      file: { bytes: PDF, name: 'service.pdf' },
    });
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    await calculateStale(api.services.db, Date.now());
    const [next] = (await services(vehicle('n1'))).services;
    expect(next.last_at.slice(0, 10)).toBe(dayIn(-1));
    expect(next.remaining_m / KM).toBeGreaterThan(29_000);
  });

  it('is listed with filters, and exported', async () => {
    const all = (await ask('/api/vehicle_services/?pageSize=50')).body;
    expect(
      all.results.map((one: { vehicle: { registration: string } }) => one.vehicle.registration),
    ).toEqual(expect.arrayContaining(['N1 AAA']));
    const days = all.results.map((one: { next_on: string }) => one.next_on);
    expect(days).toEqual([...days].sort());
    const byTime = (await ask('/api/vehicle_services/?cause=time')).body.results;
    expect(new Set(byTime.map((one: { cause: string }) => one.cause))).toEqual(new Set(['time']));
    const csv = await ask('/api/vehicle_services/export/?format=csv');
    expect(csv.status).toBe(200);
    expect((await ask(`/api/vehicle_services/?vehicle=${vehicle('f1')}`)).status).toBe(404);
    expect((await ask(`/api/vehicle_services/${vehicle('f1')}/`)).status).toBe(404);
  });

  it('is not recorded before a later one, nor in the future, nor outside the plan', async () => {
    const path = `/api/vehicle_services/${vehicle('n1')}/done/`;
    const wrong = async (changed: object) => {
      const answer = await write('POST', path, {
        schedule_type: SERVICE,
        done_on: dayIn(0),
        ...changed,
      });
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    expect(await wrong({ done_on: dayIn(-40) })).toEqual([400, ['done_on']]);
    expect(await wrong({ done_on: dayIn(3) })).toEqual([400, ['done_on']]);
    expect(await wrong({ schedule_type: 1 })).toEqual([400, ['schedule_type']]);
  });

  it('falls back to time when its service leaves the plan', async () => {
    const other = { schedule_type: 5, interval_m: 5_000 * KM, interval_engine_s: null };
    const both = body({ services: [...body().services, other] });
    const change = (sent: object) =>
      write('PUT', `/api/service_plans/${plan}/`, sent, fleet.file.administrator);
    const lift = async () => {
      await calculateStale(api.services.db, Date.now());
      const path = `/api/schedule_activity/?vehicle=${vehicle('n1')}&schedule_type=5`;
      return (await ask(path)).body.results[0].due_date.slice(0, 10);
    };
    expect((await change(both)).status).toBe(200);
    const moved = await lift();
    const found = (await services(vehicle('n1'))).services.find(
      ({ schedule_type }: { schedule_type: { id: number } }) => schedule_type.id === 5,
    );
    expect([found.cause, found.next_on]).toEqual(['distance', moved]);
    expect((await change(body())).status).toBe(200);
    expect(await lift()).toBe(found.time_due_on);
    expect(found.time_due_on > moved).toBe(true);
  });

  it('falls back to time when the vehicle leaves its plan', async () => {
    await query('update vehicle_service_plans set calculated_at = null');
    await calculateStale(api.services.db, Date.now());
    const before = (await services(vehicle('n1'))).services[0];
    const path = `/api/vehicle_services/${vehicle('n1')}/plan/`;
    expect((await write('DELETE', path)).status).toBe(204);
    expect((await services(vehicle('n1'))).plan).toBeNull();
    expect((await schedule(vehicle('n1'))).due_date.slice(0, 10)).toBe(before.time_due_on);
    expect((await write('DELETE', path)).status).toBe(404);
  });

  it('is assigned to vehicles of the viewer alone', async () => {
    expect((await assign(plan, [vehicle('f1')])).status).toBe(404);
    expect((await assign(plan, [vehicle('s1')], fleet.file.north)).status).toBe(404);
    expect((await assign(plan, [vehicle('n1')], fleet.file.readonly)).status).toBe(403);
  });
});

describe('Plans of a model', () => {
  it('are assigned to its vehicles that have none', async () => {
    const { rows } = await query(
      `with maker as (insert into catalogue_entries (customer_id, kind, name)
         values ($1, 'manufacturer', 'Mercedes') returning id)
       insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
       select $1, 'model', 'Actros', id, 'STR' from maker returning id`,
      [fleet.home.customerId],
    );
    const plan = await makePlan({ name: 'Actros', model: rows[0].id });
    await query('update vehicles set manufacturer_model_id = $1 where id = $2', [
      rows[0].id,
      vehicle('s2'),
    ]);
    await calculateStale(api.services.db, Date.now());
    expect((await services(vehicle('s2'))).plan).toEqual({ id: plan, name: 'Actros' });
    expect((await ask(`/api/service_plans/${plan}/`)).body.vehicles).toBe(1);
  });
});

describe('Readings of meters', () => {
  const path = () => `/api/vehicle_services/${vehicle('n2')}/readings/`;

  it('correct the odometer and are listed with their source', async () => {
    const added = await write('POST', path(), {
      read_at: new Date(Date.now() - DAY_MS).toISOString(),
      odometer_m: 120_000 * KM,
      engine_s: 3_600_000,
      note: 'New instrument',
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      odometer_m: 120_000 * KM,
      engine_s: 3_600_000,
      odometer_source: 'reading',
    });
    expect(added.body.readings[0]).toMatchObject({
      source: 'office',
      note: 'New instrument',
      is_plausible: true,
    });
    const { id } = added.body.readings[0];
    const audited = await query(
      `select action, subject_name from audit_entries where subject_kind = 'meter_reading' and subject_id = $1`,
      [String(id)],
    );
    expect(audited.rows[0]).toMatchObject({ action: 'created' });
    expect((await write('DELETE', `${path()}${id}/`, undefined, fleet.file.foreign)).status).toBe(
      404,
    );
    expect((await write('DELETE', `${path()}${id}/`)).status).toBe(204);
    expect((await write('DELETE', `${path()}${id}/`)).status).toBe(404);
  });

  it('of walkarounds give the use of a vehicle without trips, and a wrong one is not used', async () => {
    const id = vehicle('s2');
    for (const [days, km] of [
      [60, 50_000],
      [30, 59_000],
      [10, 6_500],
      [1, 67_700],
    ] as const) {
      await query(
        `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, odometer_m, items, defects, declaration)
         values ($1, $2, now() - make_interval(days => $3), 'Dan', $4, '[]', 0, 'Checked')`,
        [fleet.home.customerId, id, days, km * KM],
      );
    }
    await query('update vehicle_service_plans set calculated_at = null');
    await calculateStale(api.services.db, Date.now());
    const found = await services(id);
    expect(found.use_m_per_day).toBeCloseTo(300 * KM, 0);
    expect(found.odometer_m).toBe(67_700 * KM);
    const used = found.readings.map((one: { odometer_m: number; is_plausible: boolean }) => [
      one.odometer_m / KM,
      one.is_plausible,
    ]);
    expect(used).toEqual([
      [67_700, true],
      [6_500, false],
      [59_000, true],
      [50_000, true],
    ]);
  });

  it('are refused in the future and without a value', async () => {
    const wrong = async (sent: object) =>
      Object.keys((await write('POST', path(), sent)).body.errors);
    expect(
      await wrong({ read_at: new Date(Date.now() + DAY_MS).toISOString(), odometer_m: 1 }),
    ).toEqual(['read_at']);
    expect(await wrong({ read_at: new Date().toISOString() })).toEqual(['odometer_m']);
  });
});

describe('A trailer without a tracker', () => {
  it('has the distance of its vehicle while it is coupled, and no engine', async () => {
    const { customerId } = fleet.home;
    const made = await query(
      `insert into vehicles (customer_id, registration, type, kind)
       values ($1, 'TR9', 'STR', 'semi_trailer') returning id`,
      [customerId],
    );
    const trailer = made.rows[0].id;
    await query(
      'insert into vehicle_depots (customer_id, vehicle_id, depot_id) values ($1, $2, $3)',
      [customerId, trailer, fleet.north],
    );
    // Ten whole journeys of 250 km, and half of the one before them.
    await query(
      `insert into couplings (customer_id, vehicle_id, trailer_id, coupled_at, uncoupled_at, source,
         author)
       values ($1, $2, $3, now() - interval '21 days' + interval '1 hour', now() - interval '10.5 days',
         'hand', '')`,
      [customerId, vehicle('n1'), trailer],
    );
    const plan = await makePlan({ name: 'Trailers' });
    expect((await assign(plan, [trailer])).status).toBe(200);
    const done = await write('POST', `/api/vehicle_services/${trailer}/done/`, {
      schedule_type: SERVICE,
      done_on: dayIn(-30),
      odometer_m: 100_000 * KM,
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(done.body.odometer_m).toBeCloseTo(102_625 * KM, -3);
    expect(done.body.engine_s).toBeNull();
    expect(done.body.use_m_per_day).toBeGreaterThan(0);
    await query('delete from couplings where trailer_id = $1', [trailer]);
    await calculateStale(api.services.db, Date.now());
    expect((await services(trailer)).odometer_m).toBe(100_000 * KM);
  });
});

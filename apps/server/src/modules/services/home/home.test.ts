import { toApiDateTime } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { testApi } from '../../../../test/api.ts';
import { daysAgo } from '../../../../test/days-ago.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { sendRecord } from '../../../../test/record-forms.ts';
import { TRACKING, type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;
let foreign: number;
let tracker: number;

const ask = async (path: string, as: number) => {
  const { status, body } = await api.ask(path, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const overview = (as = manager) => ask('/api/home_overview/', as);

/** A scheduled item that is due in some days; negative for overdue. */
async function schedule(vehicleId: number, type: number, inDays: number): Promise<void> {
  await api.services.db.pool.query(
    `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
       earliest_on, latest_on)
     values ($1, $2, $3, '1y', $4, $4::timestamptz::date - 30, $4::timestamptz::date)`,
    [fleet.home.customerId, vehicleId, type, daysAgo(-inDays)],
  );
}

async function report(vehicle: number, severity: 'minor' | 'dangerous'): Promise<void> {
  const answer = await sendRecord(api, manager, {
    path: '/defect/api/defects/',
    fields: {
      vehicle,
      items: [{ name: 'Brakes', area: 'brakes', severity, finding: 'A brake pipe leaks' }],
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customerId: number, modules: readonly string[]) =>
    makeUser(db, customerId, `home-${name}@home.test`, { role: 'MANAGER' }, modules);
  const all = [...TRACKING, 'VOR', 'Defect'];
  manager = await person('manager', fleet.home.customerId, all);
  north = await person('north', fleet.home.customerId, all);
  tracker = await person('tracker', fleet.home.customerId, ['Track']);
  foreign = await person('foreign', fleet.away.customerId, all);
  await limitToDepot(db, north, fleet.north);
  const { n1, s1 } = fleet.vehicles;
  await schedule(n1.vehicleId, 1, -3);
  await schedule(s1.vehicleId, 1, -40);
  await schedule(n1.vehicleId, 2, 3);
  await schedule(s1.vehicleId, 2, 10);
  await report(s1.vehicleId, 'dangerous');
  await report(n1.vehicleId, 'minor');
  await db.pool.query(
    `insert into vor_entries (customer_id, vehicle_id, reason, since, cost_per_day, set_by)
     values ($1, $2, 'other', $3, 100, 'Mia Hill')`,
    [fleet.home.customerId, n1.vehicleId, daysAgo(9.5)],
  );
});
afterAll(() => api.close());

describe('the overview of home', () => {
  it('[C-01] counts what is overdue and due in seven days as the planner lists it', async () => {
    const { schedules } = await overview();
    expect(schedules).toEqual({ overdue: 2, due_soon: 1 });
    const list = await ask('/api/schedule_activity/?state=overdue&pageSize=25', manager);
    expect(list.count).toBe(2);
  });

  it('counts vehicles off the road with their cost as the VOR dashboard does', async () => {
    const { vor } = await overview();
    const { totals } = await ask('/api/vor_figures/', manager);
    expect(vor).toEqual({
      off_road: totals.off_road,
      over_7_days: totals.over_7_days,
      cost: totals.cost,
    });
    expect(vor.off_road).toBeGreaterThan(0);
    expect(vor.cost).toBeGreaterThanOrEqual(1000);
  });

  it('counts defects as their list does', async () => {
    const { defects } = await overview();
    const count = async (query: string) =>
      (await ask(`/defect/api/defects/?pageSize=25&${query}`, manager)).count;
    expect(defects.open).toBe(2);
    expect(defects.open).toBe(await count('state=open'));
    expect(defects.dangerous).toBe(1);
    expect(defects.dangerous).toBe(await count('state=open&severity=dangerous'));
  });

  it('[M-P03] counts offline vehicles as live tracking shows them', async () => {
    const { vehicles } = await overview();
    const track = await ask('/api/track/', manager);
    const offline = track.results.filter(({ state }: { state: string }) => state === 'offline');
    expect(vehicles).toEqual({ total: track.results.length, offline: offline.length });
    expect(vehicles.offline).toBeGreaterThan(0);
  });

  it('does not count trailers without a tracker as offline', async () => {
    const before = (await overview()).vehicles;
    const { rows } = await api.services.db.pool.query(
      `select v.id from vehicles v left join vehicle_states s on s.vehicle_id = v.id
       where v.is_active and s.device_time is null and v.customer_id = $1`,
      [fleet.home.customerId],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    await api.services.db.pool.query(
      `update vehicles set type = 'STR', kind = 'semi_trailer' where id = any($1)`,
      [ids],
    );
    const { vehicles } = await overview();
    await api.services.db.pool.query(
      `update vehicles set type = 'VAN', kind = null where id = any($1)`,
      [ids],
    );
    expect(vehicles.total).toBe(before.total);
    expect(vehicles.offline).toBeLessThan(before.offline);
  });

  it('has the last 28 days with the defects of each', async () => {
    const { days } = await overview();
    expect(days).toHaveLength(28);
    const sum = (part: { defects_reported: number; defects_signed_off: number }[]) => [
      part.reduce((all, day) => all + day.defects_reported, 0),
      part.reduce((all, day) => all + day.defects_signed_off, 0),
    ];
    // Two days, because midnight may pass between the reports and this call.
    expect(sum(days.slice(-2))).toEqual([2, 0]);
    expect(sum(days.slice(0, -2))).toEqual([0, 0]);
  });

  it('opens the records of each figure of the road, the checks and the chart', async () => {
    const { checks, days, vor } = await overview();
    const count = async (path: string) => (await ask(path, manager)).count;
    expect(vor.off_road).toBe(2);
    expect(await count('/api/vor_list/?counted=off_road')).toBe(vor.off_road);
    expect(await count('/api/vor_list/?counted=over_7_days')).toBe(vor.over_7_days);
    const { totals } = await ask('/api/vor_figures/', manager);
    expect(totals.cost).toBe(vor.cost);

    const { rows } = await api.services.db.pool.query<{ id: number }>(
      `insert into vehicle_reports (customer_id, vehicle_id, depot_id, done_at, defects, kind, author,
         items)
       select $1, $2, $3, now() - make_interval(secs => n), 0, 'STD', 'Dee Driver', '[]'
       from generate_series(1, 2) n returning id`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId, fleet.north],
    );
    expect(rows).toHaveLength(2);
    const now = await overview();
    const vehicles = (query: string) =>
      ask(`/vehicle-check/api/day_vehicles/?pageSize=25&${query}`, manager);
    const { day } = await vehicles('');
    expect((await vehicles('')).count).toBe(checks.vehicles);
    expect(now.checks.checked).toBe(checks.checked + 1);
    expect((await vehicles('state=checked')).count).toBe(now.checks.checked);
    expect((await vehicles('state=missing')).count).toBe(now.checks.missing);
    const ofDay = now.days.find(({ date }: { date: string }) => date === day);
    const made = await vehicles(`state=checks&day=${day}`);
    expect(ofDay.checks).toBe(2);
    expect(made.sums.checks).toBe(ofDay.checks);
    expect(made.results).toMatchObject([{ checks: 2, vehicle: { registration: 'N1 AAA' } }]);
    await api.services.db.pool.query('delete from vehicle_reports where id = any($1)', [
      rows.map(({ id }) => id),
    ]);

    const { date } = days.find((one: { defects_reported: number }) => one.defects_reported > 0);
    const ofChart = days.find((one: { date: string }) => one.date === date);
    const defects = '/defect/api/defects/?pageSize=25';
    expect(await count(`${defects}&start_date=${date}&end_date=${date}`)).toBe(
      ofChart.defects_reported,
    );
    expect(await count(`${defects}&signed_off_from=${date}&signed_off_to=${date}`)).toBe(
      ofChart.defects_signed_off,
    );
  });

  it('leaves out what the person may not open', async () => {
    expect(await overview(tracker)).toMatchObject({
      schedules: null,
      vor: null,
      checks: null,
      defects: null,
      brake_tests: null,
      tyres: null,
      investigations: null,
      vehicles: { total: expect.any(Number) },
      alerts: null,
      events: null,
      days: [],
    });
  });

  it('[U-P03] shows a person of one depot only its vehicles', async () => {
    const { defects, schedules, vor } = await overview(north);
    expect(schedules).toEqual({ overdue: 1, due_soon: 1 });
    expect(defects).toMatchObject({ open: 1, dangerous: 0 });
    expect(vor.off_road).toBe(1);
  });

  it('shows nothing of another customer', async () => {
    const { defects, schedules, vor } = await overview(foreign);
    expect([schedules.overdue, schedules.due_soon, defects.open, vor.off_road]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe("a driver's home", () => {
  const home = (as: number) => ask('/api/home_driver/', as);
  let driver: number;

  beforeAll(async () => {
    const { db } = api.services;
    driver = await makeUser(db, fleet.home.customerId, 'home-driver@home.test', {
      role: 'DRIVER',
      vehicle_id: fleet.vehicles.n1.vehicleId,
    });
    await db.pool.query(
      `insert into vehicle_messages (customer_id, vehicle_id, message, state, created_at)
       values ($1, $2, 'Call the depot', 'delivered', now()),
         ($1, $2, 'Too old', 'delivered', now() - interval '8 days'),
         ($1, $3, 'For another vehicle', 'delivered', now())`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId, fleet.vehicles.s1.vehicleId],
    );
  });

  it('[C-01] shows the assigned vehicle, its open defects, and the messages of a week', async () => {
    const { vehicle, messages } = await home(driver);
    expect(vehicle).toMatchObject({
      id: fleet.vehicles.n1.vehicleId,
      open_defects: 1,
      check: { last_at: null, is_today: false, defects: 0 },
    });
    const { rows } = await api.services.db.pool.query<{ since: Date }>(
      'select since from vor_entries where vehicle_id = $1',
      [fleet.vehicles.n1.vehicleId],
    );
    expect(vehicle.off_road_since).toBe(toApiDateTime(rows[0]?.since.getTime() ?? 0));
    expect(vehicle.defects).toEqual([
      {
        reference_number: expect.stringMatching(/^DEF-/),
        reported_at: expect.any(String),
        severity: 'minor',
        items: ['Brakes'],
      },
    ]);
    expect(messages).toEqual([
      {
        id: expect.any(Number),
        message: 'Call the depot',
        created_at: expect.any(String),
        state: 'delivered',
      },
    ]);
  });

  it('a check of today counts in the time zone of the person', async () => {
    const { db } = api.services;
    await db.pool.query(
      `insert into vehicle_reports (customer_id, vehicle_id, done_at, defects, kind, author,
         items)
       values ($1, $2, now() - interval '15 hours', 2, 'STD', 'Dee Driver', '[]')`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId],
    );
    /** A time zone in which it is this hour now. */
    const zoneAt = (hour: number) => {
      const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
      return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
    };
    const check = async (time_zone: string, name: string) => {
      const changed = {
        role: 'DRIVER',
        time_zone,
        vehicle_id: fleet.vehicles.n1.vehicleId,
      } as const;
      const person = await makeUser(db, fleet.home.customerId, `${name}@home.test`, changed);
      return (await home(person)).vehicle.check;
    };
    expect(await check(zoneAt(18), 'evening')).toMatchObject({ is_today: true, defects: 2 });
    expect(await check(zoneAt(12), 'noon')).toMatchObject({ is_today: false, defects: 2 });
  });

  it('is empty for a person without a vehicle, and for one of another customer', async () => {
    expect(await home(manager)).toEqual({ vehicle: null, messages: [] });
    expect(await home(foreign)).toEqual({ vehicle: null, messages: [] });
  });
});

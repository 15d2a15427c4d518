import { contract } from '@roadworthy/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { AlertDispatcher } from './alerts-dispatcher.ts';
import { raiseByDuration } from './alerts-durations.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});
afterEach(() =>
  query(
    'delete from alerts; delete from alert_rules; delete from fleet_events; delete from geofences',
  ),
);

const query = (text: string, values?: unknown[]) => api.services.db.pool.query(text, values);

const conditions = (changed: object = {}) => ({
  is_active: true,
  severity: 'warning',
  event_codes: [43],
  vehicles: [],
  depots: [],
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from_minute: 0,
  until_minute: 1440,
  time_zone: 'UTC',
  notify_in_app: true,
  ...changed,
});
const preview = async (changed: object = {}, as = fleet.people.manager) =>
  api.ask('/api/alert_rules/preview/', { as, method: 'POST', body: conditions(changed) });
/** A rule that was made two days ago, so that it applies to earlier events of the test. */
async function addRule(changed: object = {}): Promise<void> {
  const body = { ...conditions(changed), name: 'Rule', emails: [], webhook_url: null };
  const { status } = await api.ask('/api/alert_rules/', {
    as: fleet.people.manager,
    method: 'POST',
    body,
  });
  expect(status).toBe(201);
  await query("update alert_rules set created_at = now() - interval '2 days'");
}

/** A stored event, `agoMs` ago. */
async function addEvent(
  agoMs: number,
  changed: {
    vehicleId?: number;
    code?: number;
    speed?: number;
    lastedMs?: number | null;
    geofence?: number;
  } = {},
): Promise<void> {
  const at = Date.now() - agoMs;
  const { lastedMs = 0 } = changed;
  await query(
    `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, ended_at, speed_kmh,
       source, geofence_id)
     select customer_id, id, $2, $3, $4, $5, 'device', $6 from vehicles where id = $1`,
    [
      changed.vehicleId ?? fleet.vehicles.n1.vehicleId,
      changed.code ?? 43,
      new Date(at),
      lastedMs === null ? null : new Date(at + lastedMs),
      changed.speed ?? 100,
      changed.geofence ?? null,
    ],
  );
}

async function addGeofence(onEntry: boolean): Promise<number> {
  const { rows } = await query(
    `insert into geofences (customer_id, name, colour, shape, alert_on_entry, alert_on_exit)
     values ($1, 'Yard', '#000000', 'circle', $2, false) returning id`,
    [fleet.home.customerId, onEntry],
  );
  return rows[0].id;
}

const alerts = async () =>
  (await query('select vehicle_id, event_code from alerts order by id')).rows;

describe('the preview of a rule', () => {
  it('[E-P03] counts the alerts of the last seven days by day, of visible vehicles', async () => {
    await addEvent(1000);
    await addEvent(3 * DAY_MS);
    await addEvent(8 * DAY_MS);
    await addEvent(2000, { vehicleId: fleet.vehicles.s1.vehicleId });
    await addEvent(2000, { vehicleId: fleet.vehicles.f1.vehicleId });
    await addEvent(2000, { code: 41 });
    const { body } = await preview();
    contract.alerts.previewRule.answer.parse(body);
    expect(body).toMatchObject({ count: 3, count_is_limit: false, vehicles: 2 });
    expect(body.days).toHaveLength(7);
    const counted = body.days.map(({ count }: { count: number }) => count);
    expect(counted.reduce((sum: number, one: number) => sum + one)).toBe(3);
    expect(counted[3]).toBe(1);
    expect((await preview({}, fleet.people.north)).body).toMatchObject({ count: 2, vehicles: 1 });
    expect((await preview({}, fleet.people.foreign)).body).toMatchObject({ count: 1 });
    expect((await preview({}, fleet.people.readonly)).status).toBe(403);
  });

  it('[E-P03] applies speed, duration, hours, depots and geofences', async () => {
    const geofence = await addGeofence(true);
    await addEvent(1 * HOUR_MS, { speed: 130 });
    await addEvent(2 * HOUR_MS, { speed: 90, lastedMs: 20 * 60_000 });
    await addEvent(3 * HOUR_MS, { code: 56, geofence });
    await addEvent(4 * HOUR_MS, { code: 57, geofence });
    const count = async (changed: object) => (await preview(changed)).body.count;
    expect(await count({ min_speed_kmh: 120 })).toBe(1);
    expect(await count({ min_duration_s: 900 })).toBe(1);
    expect(await count({ event_codes: [56, 57] })).toBe(1);
    expect(await count({ event_codes: [56], geofences: [geofence] })).toBe(1);
    expect(await count({ geofences: [geofence] })).toBe(0);
    expect(await count({ depots: [fleet.home.depotId] })).toBe(2);
    const hour = new Date(Date.now() - HOUR_MS).getUTCHours() * 60;
    expect(await count({ from_minute: hour, until_minute: hour + 60 })).toBe(1);
  });

  it('[E-P03] returns an error for each wrong field', async () => {
    const { status, body } = await preview({ geofences: [999_999], time_zone: 'Nowhere/Land' });
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ['geofences', 'time_zone']]);
  });
});

describe('a rule with a duration', () => {
  it('[E-P03] creates its alert once, when the duration is reached', async () => {
    await addRule({ event_codes: [47], min_duration_s: 900 });
    await addEvent(20 * 60_000, { code: 47, lastedMs: null });
    await addEvent(10 * 60_000, {
      code: 47,
      lastedMs: null,
      vehicleId: fleet.vehicles.n2.vehicleId,
    });
    await addEvent(50 * 60_000, { code: 47, lastedMs: 60_000 });
    expect(await raiseByDuration(api.services)).toBe(1);
    expect(await raiseByDuration(api.services)).toBe(0);
    expect(await alerts()).toEqual([{ vehicle_id: fleet.vehicles.n1.vehicleId, event_code: 47 }]);
    // The event itself raises none before its duration.
    await new AlertDispatcher(api.services).handle([
      {
        customerId: fleet.home.customerId,
        vehicleId: fleet.vehicles.n2.vehicleId,
        eventCode: 47,
        occurredMs: Date.now(),
        latitudeDeg: null,
        longitudeDeg: null,
        speedKmh: 0,
        geofenceId: null,
      },
    ]);
    expect(await alerts()).toHaveLength(1);
  });

  it('[E-P03] creates one alert for each time that a tracker is offline', async () => {
    const silent = async (hours: number) =>
      query(
        'update vehicle_states set received_at = now() - make_interval(hours => $2) where vehicle_id = $1',
        [fleet.vehicles.n1.vehicleId, hours],
      );
    await addRule({ event_codes: [103], min_duration_s: 6 * 3600 });
    await silent(5);
    expect(await raiseByDuration(api.services)).toBe(0);
    await silent(7);
    expect((await preview({ event_codes: [103], min_duration_s: 6 * 3600 })).body.count).toBe(1);
    expect(await raiseByDuration(api.services)).toBe(1);
    expect(await raiseByDuration(api.services)).toBe(0);
    expect(await alerts()).toEqual([{ vehicle_id: fleet.vehicles.n1.vehicleId, event_code: 103 }]);
  });
});

describe('a rule with a speed and places', () => {
  it('[E-P03] creates alerts above the speed, and within its geofences', async () => {
    const yard = await addGeofence(false);
    const { n1, n2 } = fleet.vehicles;
    await query(
      `insert into geofence_visits (customer_id, vehicle_id, geofence_id, entered_at, max_speed_kmh)
       values ($1, $2, $3, now() - interval '1 hour', 0)`,
      [fleet.home.customerId, n1.vehicleId, yard],
    );
    await addRule({ min_speed_kmh: 30, geofences: [yard] });
    const event = (vehicleId: number, speedKmh: number, agoMs: number) => ({
      customerId: fleet.home.customerId,
      vehicleId,
      eventCode: 43,
      occurredMs: Date.now() - agoMs,
      latitudeDeg: null,
      longitudeDeg: null,
      speedKmh,
      geofenceId: null,
    });
    await new AlertDispatcher(api.services).handle([
      event(n1.vehicleId, 29, 3000),
      event(n1.vehicleId, 30, 2000),
      event(n2.vehicleId, 50, 1000),
    ]);
    expect(await alerts()).toEqual([{ vehicle_id: n1.vehicleId, event_code: 43 }]);
  });

  it('[E-P03] refuses SMS numbers without a provider', async () => {
    const body = {
      ...conditions({ sms_numbers: ['+447700900123'], notify_in_app: false }),
      name: 'Rule',
      emails: [],
      webhook_url: null,
    };
    const answer = await api.ask('/api/alert_rules/', {
      as: fleet.people.manager,
      method: 'POST',
      body,
    });
    expect(answer.body.error_codes).toEqual({ sms_numbers: ['delivery.sms_not_configured'] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { plan } from '../../../engines/drivers-hours/test-plan.ts';
import { type CardActivity, storeCardActivities } from './index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let south: number;
let administrator: number;
let foreign: number;
let driver: number;

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  as: number,
  body?: object,
) {
  return api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
}
const read = async (path: string, as = manager) => {
  const { status, body } = await ask('GET', path, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** The activities of a plan that ends now, as a card has them. */
function card(text: string, endMs = Date.now()): CardActivity[] {
  const activities = plan(text, 0);
  const shiftMs = Math.floor(endMs / 60_000) * 60_000 - (activities.at(-1)?.endMs ?? 0);
  return activities.flatMap(({ endMs: end, kind, startMs, ...flags }) =>
    kind === 'unknown'
      ? []
      : [
          {
            kind,
            startMs: startMs + shiftMs,
            endMs: end + shiftMs,
            isCrew: flags.isCrew === true,
            isFerry: flags.isFerry === true,
            isOutOfScope: flags.isOutOfScope === true,
          },
        ],
  );
}

const store = (activities: readonly CardActivity[]) =>
  api.services.db.asSystem((trx) =>
    storeCardActivities(trx, { id: driver, customerId: fleet.home.customerId }, activities),
  );

const infringements = async () =>
  (await read(`/api/drivers_hours/infringements/?driver=${driver}`)).results;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customerId: number, changed: object, modules: string[]) =>
    makeUser(db, customerId, `hours-${name}@hours.test`, changed, modules);
  const { customerId } = fleet.home;
  manager = await person('manager', customerId, { role: 'MANAGER' }, ['accessTachoGraf']);
  reader = await person('reader', customerId, { role: 'MANAGER' }, []);
  south = await person('south', customerId, { role: 'MANAGER' }, ['accessTachoGraf']);
  await limitToDepot(db, south, fleet.south);
  administrator = await person('admin', customerId, { role: 'ADMIN' }, ['accessTachoGraf']);
  foreign = await person('foreign', fleet.away.customerId, { role: 'MANAGER' }, [
    'accessTachoGraf',
  ]);
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into drivers (customer_id, first_name, surname) values ($1, 'Hannah', 'Hours')
     returning id`,
    [customerId],
  );
  driver = rows[0]?.id ?? 0;
});
afterAll(() => api.close());

describe("a driver's hours", () => {
  it('[U-20] lists the time that is left after what the card says', async () => {
    await store(card('D4 R45 D2 R0:45 D1:30'));
    const { results } = await read('/api/drivers_hours/?search=Hannah');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      driver: { id: driver, first_name: 'Hannah' },
      remaining: { break_needed: 2700, rest_by: expect.any(String) },
      open_infringements: 0,
    });
    // The clock goes on between the card and the call, and counts as rest.
    expect(results[0].remaining.until_break).toBe(3 * 3600);
  });

  it('shows the activities and rests of the days', async () => {
    const to = new Date().toISOString().slice(0, 10);
    const from = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10);
    const hours = await read(`/api/drivers_hours/${driver}/?from=${from}&to=${to}`);
    expect(hours.activities.map(({ kind }: { kind: string }) => kind).slice(0, 5)).toEqual([
      'driving',
      'rest',
      'driving',
      'rest',
      'driving',
    ]);
    expect(hours.weekly_rests[0]).toMatchObject({ kind: 'regular', rest_time: 45 * 3600 });
    expect(hours.days[0]).toMatchObject({ driving: 4 * 3600, rest: 'weekly' });
  });

  it('counts the rest of a trip during which the card was downloaded', async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const at = (hours: number) => minute + hours * HOUR_MS;
    await store(card('D4 R45 D1 R0:15', at(-1)));
    const trip = await api.services.db.pool.query<{ id: string }>(
      `insert into trips (customer_id, vehicle_id, driver_id, started_at, ended_at, in_progress,
         start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
         max_speed_kmh, segments)
       values ($1, $2, $3, $4, $5, false, 52, -1, 52, -1, 90000, 9000, 0, 80, $6) returning id`,
      [
        fleet.home.customerId,
        fleet.vehicles.n1.vehicleId,
        driver,
        new Date(at(-2.25)),
        new Date(minute),
        JSON.stringify([
          ['d', at(-2.25), at(-1.25), 1000],
          ['d', at(-1.25), minute, 1000],
        ]),
      ],
    );
    const { results } = await read('/api/drivers_hours/?search=Hannah');
    await api.services.db.pool.query('delete from trips where id = $1', [trip.rows[0]?.id]);
    // An hour on the card and the hour after it; the card says that the quarter before it was rest.
    expect(results[0].remaining.until_break).toBe(2.5 * 3600);
  });

  it('refuses a range that is reversed or too long', async () => {
    const path = `/api/drivers_hours/${driver}/`;
    const reversed = await ask('GET', `${path}?from=2026-02-02&to=2026-02-01`, manager);
    expect([reversed.status, reversed.body.error_codes.to]).toEqual([
      400,
      ['validation.end_not_after_start'],
    ]);
    const long = await ask('GET', `${path}?from=2026-01-01&to=2026-06-01`, manager);
    expect(long.body.error_codes.to).toEqual(['drivers_hours.range_too_long']);
  });

  it('nobody of another customer, and nobody without the permission, sees it', async () => {
    const path = `/api/drivers_hours/${driver}/?from=2026-01-01&to=2026-01-02`;
    expect((await ask('GET', path, foreign)).status).toBe(404);
    expect((await ask('GET', path, reader)).status).toBe(403);
    expect((await read('/api/drivers_hours/?search=Hannah', foreign)).count).toBe(0);
  });
});

describe('infringements', () => {
  it('are found when a card is stored, and found once however often it is stored', async () => {
    const activities = card('D4 R45 D5:30 R11 D4');
    await store(activities);
    await store(activities);
    const found = await infringements();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      rule: 'break',
      paragraph: '561/2006 Art. 7',
      severity: 'SI',
      actual: 5.5 * 3600,
      limit: 4.5 * 3600,
      state: 'new',
    });
  });

  it('are counted on home as their list counts them, for those who may open it', async () => {
    const insert = (id: number, rule: string, severity: string, state = 'new') =>
      api.services.db.pool.query(
        `insert into hours_infringements (customer_id, driver_id, rule, paragraph, severity, started_at,
           ended_at, actual_s, limit_s, state)
         values ($1, $2, $3, '561/2006', $4, now() - interval '9 days', now() - interval '8 days', 2, 1, $5)`,
        [fleet.home.customerId, id, rule, severity, state],
      );
    await insert(fleet.ann, 'daily_rest', 'MSI');
    await insert(fleet.ann, 'daily_driving', 'VSI');
    await insert(fleet.ann, 'weekly_driving', 'VSI', 'debriefed');
    const of = async (as: number) => (await read('/api/home_overview/', as)).drivers_hours;
    const count = async (query: string, as: number) =>
      (await read(`/api/drivers_hours/infringements/?state=new${query}`, as)).count;
    for (const as of [manager, south]) {
      expect(await of(as)).toEqual({
        open: await count('', as),
        most_serious: await count('&severity=MSI', as),
        very_serious: await count('&severity=VSI', as),
      });
    }
    expect(await of(manager)).toEqual({ open: 3, most_serious: 1, very_serious: 1 });
    // Ann drives a vehicle of this depot, Hannah does not.
    expect(await of(south)).toEqual({ open: 2, most_serious: 1, very_serious: 1 });
    expect(await of(foreign)).toEqual({ open: 0, most_serious: 0, very_serious: 0 });
    expect(await of(reader)).toBeNull();
  });

  it('an entry by hand replaces the card, and removing it restores the card', async () => {
    const [breach] = await infringements();
    const start = new Date(Date.parse(breach.start) + 4 * HOUR_MS).toISOString();
    const end = new Date(Date.parse(start) + 45 * 60_000).toISOString();
    const path = `/api/drivers_hours/${driver}/activities/`;
    const body = { kind: 'rest', start, end, note: 'The card was not switched to rest' };
    const added = await ask('POST', path, manager, body);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(await infringements()).toEqual([]);

    const again = await ask('POST', path, manager, body);
    expect([again.status, again.body.code]).toEqual([409, 'drivers_hours.entry_overlaps']);

    const removed = await ask('DELETE', `${path}${added.body.id}/`, manager);
    expect(removed.status).toBe(204);
    expect(await infringements()).toHaveLength(1);
    expect((await ask('DELETE', `${path}${added.body.id}/`, manager)).status).toBe(404);
  });

  it('refuses an entry in the future or without an end after its start', async () => {
    const path = `/api/drivers_hours/${driver}/activities/`;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const entry = { kind: 'work', note: 'Meeting at the depot' };
    const late = await ask('POST', path, manager, { ...entry, start: at(-1000), end: at(HOUR_MS) });
    expect(late.body.error_codes.end).toEqual(['drivers_hours.future']);
    const reversed = await ask('POST', path, manager, {
      ...entry,
      start: at(-1000),
      end: at(-HOUR_MS),
    });
    expect(reversed.body.error_codes.end).toEqual(['validation.end_not_after_start']);
  });

  it('a debrief is recorded once, and stays when the card changes', async () => {
    const [breach] = await infringements();
    const path = `/api/drivers_hours/infringements/${breach.id}/`;
    const body = {
      state: 'debriefed',
      note: 'Stuck in a queue, no parking',
      signed_by: 'Hannah Hours',
      version: breach.version,
    };
    const { status, body: debriefed } = await ask('PUT', path, manager, body);
    expect(status, JSON.stringify(debriefed)).toBe(200);
    expect(debriefed).toMatchObject({
      state: 'debriefed',
      signed_by: 'Hannah Hours',
      debriefed_by: expect.any(String),
      version: breach.version + 1,
    });
    const stale = await ask('PUT', path, manager, body);
    expect([stale.status, stale.body.code]).toEqual([409, 'drivers_hours.infringement_changed']);

    await store(card('D4 R45 D4:30 R12 D4'));
    expect(await infringements()).toMatchObject([{ id: breach.id, is_outdated: true }]);
    const csv = await ask(
      'GET',
      `/api/drivers_hours/infringements/export/?format=csv&driver=${driver}`,
      manager,
    );
    expect(csv.status).toBe(200);
  });
});

describe('settings', () => {
  it('change the rules for all drivers and analyse them again', async () => {
    await store(card('D4 R45 D5:30 R11 D4'));
    const open = async () =>
      (await infringements()).filter(({ state }: { state: string }) => state === 'new').length;
    const settings = await read('/api/drivers_hours/settings/');
    expect(settings).toMatchObject({ regime: 'eu', reference_weeks: 17 });
    const change = (regime: string, as: number) =>
      ask('PUT', '/api/drivers_hours/settings/', as, { ...settings, regime });
    expect((await change('gb_domestic', manager)).status).toBe(403);
    expect((await change('gb_domestic', administrator)).status).toBe(200);
    const { regime } = await read('/api/drivers_hours/settings/');
    expect([regime, await open()]).toEqual(['gb_domestic', 0]);
    await change('eu', administrator);
  });
});

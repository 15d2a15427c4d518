import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { storeDownload } from '../../../../test/tachograph-download.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { findUnaccountedDriving } from './index.ts';

const BASE = '/api/tachograph/unaccounted/';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** A day with work in the simulated files, which are free on Sundays. */
const DAY = [3, 4].map((n) => TODAY - n * DAY_MS).find((ms) => new Date(ms).getUTCDay() !== 0) ?? 0;
const DATE = new Date(DAY).toISOString().slice(0, 10);
/** The simulated shift begins at this minute and drives from 20 to 230, 275 to 440 and 470 to 530. */
const SHIFT = 330 + (((DAY / DAY_MS) * 17) % 60);

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let foreign: number;

const at = (minute: number) => DAY + (SHIFT + minute) * MINUTE_MS;

async function addTrip(vehicleId: number, driverId: number | null, from: number, to: number) {
  const [start, end] = [at(from), at(to)];
  const metres = (to - from) * 1000;
  await api.services.db.pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       driver_id, segments)
     values ($1, $2, $3, $4, false, 52, 0, 52, 0, $5, $6, 0, 60, $7, $8)`,
    [
      fleet.home.customerId,
      vehicleId,
      new Date(start),
      new Date(end),
      metres,
      (to - from) * 60,
      driverId,
      JSON.stringify([['d', start, end, metres]]),
    ],
  );
}

/** Stores a download of N2 BBB or of the card that Ann has. */
async function store(kind: 'card' | 'unit', card = 'DB12345678901200'): Promise<void> {
  const download = {
    holder: { cardNumber: card, firstNames: 'Ann', surname: 'Miles' },
    vehicle: { registration: 'N2 BBB', vin: 'WDB0000000000N2BB' },
    downloadedMs: TODAY,
    days: 10,
  };
  await storeDownload(api.services, fleet.home.customerId, kind, download);
}

async function analyse(): Promise<void> {
  while (await findUnaccountedDriving(api.services));
}

const ask = async (path = '', as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const ofDay = (more = '') => ask(`?ordering=start&from=${DATE}&to=${DATE}${more}`);
const lines = (list: { results: { kind: string; start: string; end: string; driven: number }[] }) =>
  list.results.map(({ end, kind, start }) => {
    const minute = (time: string) => (Date.parse(time) - DAY) / MINUTE_MS - SHIFT;
    return `${kind} ${minute(start)}-${minute(end)}`;
  });

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, of: number, options: object = {}) =>
    makeUser(db, of, `unaccounted-${name}@unaccounted.test`, { role: 'MANAGER', ...options }, [
      'accessTachoGraf',
    ]);
  manager = await person('manager', customerId);
  south = await person('south', customerId);
  foreign = await person('foreign', fleet.away.customerId);
  await limitToDepot(db, south, fleet.south);
  await db.pool.query(
    `update drivers set tachograph_card_number = 'DB12345678901200' where id = $1`,
    [fleet.ann],
  );
  await db.pool.query(`update vehicles set type = 'VAN' where customer_id = $1`, [customerId]);
  await db.pool.query(`update vehicles set type = 'STR' where id = $1`, [
    fleet.vehicles.n2.vehicleId,
  ]);
  await db.pool.query('delete from trips where customer_id = $1', [customerId]);
});
afterAll(() => api.close());

describe('unaccounted driving', () => {
  it('[U-20] is a missing download as long as no file covers a trip', async () => {
    await addTrip(fleet.vehicles.n2.vehicleId, fleet.ann, 20, 230);
    // The tracker was there before.
    await addTrip(fleet.vehicles.n2.vehicleId, fleet.ann, 20 - 3 * 1440, 30 - 3 * 1440);
    // A vehicle without tachograph is left out.
    await addTrip(fleet.vehicles.s1.vehicleId, fleet.ann, 20, 230);
    await analyse();
    const list = await ofDay();
    contract.unaccountedDriving.list.answer.parse(list);
    expect(lines(list)).toEqual(['missing_download 20-230']);
    expect(list.results[0]).toMatchObject({
      needs_unit: true,
      needs_card: true,
      distance: 210_000,
      driver: { id: fleet.ann },
      state: 'new',
    });
  });

  it('driving that is entered by hand accounts for a trip, until the entry is removed', async () => {
    const path = `/api/drivers_hours/${fleet.ann}/activities/`;
    const body = {
      kind: 'driving',
      start: new Date(at(18)).toISOString(),
      end: new Date(at(232)).toISOString(),
      note: 'The card was broken',
    };
    const made = await api.ask(path, { as: manager, method: 'POST', body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await analyse();
    expect((await ofDay()).count).toBe(0);
    await api.ask(`${path}${made.body.id}/`, { as: manager, method: 'DELETE' });
    await analyse();
    expect(lines(await ofDay())).toEqual(['missing_download 20-230']);
  });

  it('a card that covers the trip ends it, and shows where the tracker recorded nothing', async () => {
    await store('card');
    await analyse();
    expect(lines(await ofDay())).toEqual(['tracker_gap 275-440', 'tracker_gap 470-530']);
  });

  it('the unit adds what no card says, and the distance by its odometer', async () => {
    await store('unit');
    await addTrip(fleet.vehicles.n2.vehicleId, fleet.ann, 600, 660);
    await analyse();
    const list = await ofDay();
    expect(lines(list)).toEqual([
      'tracker_gap 275-440',
      'tracker_gap 470-530',
      'not_recorded 600-660',
    ]);
    // 320 km by the odometer, 210 of them tracked while the card was in.
    const sum = list.results
      .filter(({ kind }: { kind: string }) => kind === 'tracker_gap')
      .reduce((metres: number, { distance }: { distance: number }) => metres + distance, 0);
    expect(sum).toBe(110_000);
  });

  it('a decision stays when the analysis runs again, and is refused when somebody was faster', async () => {
    const [first] = (await ofDay('&kind=tracker_gap')).results;
    const decide = (body: object, as = manager) =>
      api.ask(`${BASE}${first.id}/`, { as, method: 'PUT', body });
    const body = { state: 'explained', note: 'Tracker was repaired', version: first.version };
    expect((await decide(body)).body).toMatchObject({
      state: 'explained',
      decided_by: expect.any(String),
    });
    expect(await decide(body)).toMatchObject({
      status: 409,
      body: { code: 'unaccounted_driving.changed' },
    });
    expect((await decide(body, foreign)).status).toBe(404);
    expect((await decide(body, south)).status).toBe(404);
    await addTrip(fleet.vehicles.n2.vehicleId, fleet.ann, 275, 300);
    await analyse();
    const list = await ofDay('&state=explained');
    expect(lines(list)).toEqual(['tracker_gap 303-440']);
    expect(list.results[0]).toMatchObject({ id: first.id, note: 'Tracker was repaired' });
    // All of it is tracked now: the decision remains, marked as outdated.
    await addTrip(fleet.vehicles.n2.vehicleId, fleet.ann, 300, 440);
    await analyse();
    expect((await ask(`${first.id}/`)).is_outdated).toBe(true);
    const { rows } = await api.services.db.pool.query(
      `select after from audit_entries where subject_kind = 'unaccounted_driving'`,
    );
    expect(rows).toMatchObject([{ after: { state: 'explained' } }]);
  });

  it('is filtered by vehicle, driver, depot, kind, distance and time, and scoped', async () => {
    const { n2, s1 } = fleet.vehicles;
    expect((await ofDay(`&vehicle=${n2.vehicleId}`)).count).toBe(3);
    expect((await ofDay(`&vehicle=${s1.vehicleId}`)).count).toBe(0);
    expect((await ofDay(`&driver=${fleet.ann}`)).count).toBe(3);
    expect((await ofDay(`&driver=${fleet.ann}&kind=missing_download`)).count).toBe(0);
    expect((await ofDay(`&depot=${fleet.south}`)).count).toBe(0);
    expect(lines(await ofDay('&least_minutes=60&state=new'))).toEqual([
      'tracker_gap 470-530',
      'not_recorded 600-660',
    ]);
    expect(lines(await ofDay('&least_km=60&kind=known&state=new'))).toEqual([
      'not_recorded 600-660',
    ]);
    expect((await ask('', foreign)).count).toBe(0);
    expect((await ask('', south)).count).toBe(0);
    const { status } = await api.ask(`${BASE}?vehicle=${n2.vehicleId}`, { as: foreign });
    expect(status).toBe(404);
  });

  it('is counted on home as its list does', async () => {
    const { body } = await api.ask('/api/home_overview/', { as: manager });
    const { end_date, open, start_date } = body.unaccounted;
    expect(open).toBe((await ask(`?kind=known&state=new&from=${start_date}&to=${end_date}`)).count);
    expect(open).toBeGreaterThan(1);
  });

  it('is summed by month, without what is explained, and exported', async () => {
    const months = await ask(`months/?by=vehicle&from=${DATE}&to=${DATE}`);
    contract.unaccountedDriving.months.answer.parse(months);
    expect(months.results).toMatchObject([
      { vehicle: { registration: 'N2 BBB' }, count: 2, not_recorded: 60_000 },
    ]);
    const byDriver = await ask(`months/?by=driver&from=${DATE}&to=${DATE}`);
    expect(byDriver.results).toMatchObject([{ driver: { id: fleet.ann }, vehicle: null }]);
    const tooLong = await api.ask(`${BASE}months/?from=2020-01-01&to=2026-01-01`, { as: manager });
    expect(tooLong.status).toBe(400);
    for (const path of [
      `export/?format=csv&kind=not_recorded`,
      `months/export/?format=csv&by=driver&from=${DATE}&to=${DATE}`,
    ]) {
      const { status, body } = await api.ask(`${BASE}${path}`, { as: manager });
      expect(status).toBe(200);
      expect(body).toContain('Ann');
    }
  });

  it('is drawn on one line per vehicle and per driver', async () => {
    const day = await ask(`timeline/?vehicle=${fleet.vehicles.n2.vehicleId}&date=${DATE}`);
    contract.unaccountedDriving.timeline.answer.parse(day);
    expect(day.tracker).toHaveLength(4);
    expect(day.unit).toHaveLength(3);
    expect(day.unit[0]).toMatchObject({ driver: { id: fleet.ann } });
    expect(day.card.map(({ kind }: { kind: string }) => kind)).toContain('driving');
    expect(day.covered).toHaveLength(1);
    expect(day.gaps).toHaveLength(3);
    const own = await ask(`timeline/?driver=${fleet.ann}&date=${DATE}`);
    expect(own.unit).toHaveLength(3);
    // Trips with a vehicle without tachograph are hers, too.
    expect(own.tracker).toHaveLength(5);
    const nobody = await api.ask(`${BASE}timeline/?date=${DATE}`, { as: manager });
    expect(nobody.body).toMatchObject({ errors: { vehicle: expect.anything() } });
    for (const who of [`vehicle=${fleet.vehicles.n2.vehicleId}`, `driver=${fleet.ann}`]) {
      const { status } = await api.ask(`${BASE}timeline/?${who}&date=${DATE}`, { as: foreign });
      expect(status).toBe(404);
    }
  });

  it('shows the card of another once the card has another holder', async () => {
    const { pool } = api.services.db;
    await pool.query('update drivers set tachograph_card_number = null where id = $1', [fleet.ann]);
    await pool.query(
      `insert into drivers (customer_id, first_name, surname, tachograph_card_number)
       values ($1, 'Bob', 'Other', 'DB12345678901200')`,
      [fleet.home.customerId],
    );
    await pool.query('update trips set distance_m = distance_m + 1 where vehicle_id = $1', [
      fleet.vehicles.n2.vehicleId,
    ]);
    await analyse();
    const list = await ofDay('&kind=other_card');
    expect(lines(list)).toEqual(['other_card 20-230', 'other_card 275-440']);
    expect(list.results[0]).toMatchObject({
      driver: { id: fleet.ann },
      card_driver: { surname: 'Other' },
    });
  });
});

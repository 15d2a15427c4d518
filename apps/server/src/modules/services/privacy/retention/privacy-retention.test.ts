import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { addEvent, addTrip } from '../../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { removeExpired } from './privacy-retention-removal.ts';

let api: TestApi;
let fleet: TrackedFleet;
const PATH = '/api/administration/retention/';
const DAY_MS = 86_400_000;
const USUAL = {
  positions: 396,
  journeys: 396,
  video: 30,
  accidents: null,
  tachograph: 731,
  driver_documents: 731,
  onboardings: 90,
  driver_messages: 457,
  driver_handovers: 731,
};
const NOW = Date.now();
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

const read = (as: number) => api.ask(PATH, { as });
const change = (as: number, body: object) => api.ask(PATH, { as, method: 'PUT', body });
const preview = (as: number, body: object) =>
  api.ask(`${PATH}preview/`, { as, method: 'POST', body });
const count = async (table: string, customerId: number) => {
  const { rows } = await api.services.db.pool.query(
    `select count(*)::int as count from ${table} where customer_id = $1`,
    [customerId],
  );
  return rows[0].count;
};

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { db } = api.services;
  const { home, away, vehicles } = fleet;
  for (const [customerId, vehicle] of [
    [home.customerId, vehicles.n1],
    [away.customerId, vehicles.f1],
  ] as const) {
    const of = { customerId, vehicleId: vehicle.vehicleId };
    await db.pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid)
       select $1, $2, $3::timestamptz - n * interval '1 day', n, $4, false
       from generate_series(1, 120) n`,
      [customerId, vehicle.vehicleId, new Date(NOW), vehicle.trackerId],
    );
    for (const days of [30, 89, 91, 400]) {
      const start = ago(days);
      const end = new Date(Date.parse(start) + 600_000).toISOString();
      await addTrip(db, { ...of, driverId: null, start, end });
      await addEvent(db, { ...of, code: 41, at: start });
    }
  }
});
afterAll(() => api.close());

describe('retention periods', () => {
  it('[O-20] have defaults until an administrator changes them, within limits', async () => {
    const { people, home, away } = fleet;
    expect((await read(people.admin)).body).toMatchObject({
      customer: { id: home.customerId },
      days: USUAL,
      positions_limit: 396,
    });
    const wrong = { positions: 7, journeys: null, video: 0, accidents: 365 };
    const refused = await change(people.admin, { ...wrong, video: 4000 });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      400,
      ['accidents', 'journeys', 'positions', 'video'],
    ]);
    expect((await change(people.admin, wrong)).status).toBe(400);
    expect((await read(people.admin)).body.days).toEqual(USUAL);
    const other = { ...USUAL, customer: away.customerId };
    expect((await change(people.admin, other)).body.errors).toHaveProperty('customer');
    expect((await change(people.northAdmin, USUAL)).status).toBe(403);
    expect((await read(people.manager)).status).toBe(403);
    expect((await change(people.global, other)).status).toBe(200);
  });

  it('[O-20] can be previewed with what they would delete', async () => {
    const { people } = fleet;
    const { body } = await preview(people.admin, { ...USUAL, positions: 90, journeys: 90 });
    expect(body.results).toMatchObject([
      { kind: 'positions', count: 31, count_is_limit: false },
      // Two trips and their events.
      { kind: 'journeys', count: 4 },
      { kind: 'video', count: 0 },
      { kind: 'accidents', count: 0, before: null },
      { kind: 'tachograph', count: 0 },
      { kind: 'driver_documents', count: 0 },
      { kind: 'onboardings', count: 0 },
      { kind: 'driver_messages', count: 0 },
      { kind: 'driver_handovers', count: 0 },
    ]);
    expect((await read(people.admin)).body.days).toEqual(USUAL);
  });

  it('[O-20] delete older data of that customer only, and nothing newer', async () => {
    const { people, home, away } = fleet;
    const set = { positions: 90, journeys: 90, video: 14, accidents: 2192 };
    // A caller that does not know tachograph files leaves their period as it is.
    expect((await change(people.admin, set)).body.days).toEqual({
      ...set,
      tachograph: 731,
      driver_documents: 731,
      onboardings: 90,
      driver_messages: 457,
      driver_handovers: 731,
    });
    await removeExpired(api.services, NOW);
    const { rows } = await api.services.db.pool.query(
      `select count(*)::int as count, min(device_time) as oldest from positions where customer_id = $1`,
      [home.customerId],
    );
    expect(rows[0].count).toBe(90);
    expect(rows[0].oldest.getTime()).toBeGreaterThanOrEqual(NOW - 90 * DAY_MS);
    expect([
      await count('trips', home.customerId),
      await count('fleet_events', home.customerId),
    ]).toEqual([2, 2]);
    // The other customer has the default: data of more than thirteen months is deleted.
    expect([
      await count('positions', away.customerId),
      await count('trips', away.customerId),
    ]).toEqual([120, 3]);
    const log = await api.ask('/api/administration/audit/?kind=retention', { as: people.admin });
    expect(
      log.body.results.map(({ action, before }: { action: string; before: object }) => [
        action,
        before,
      ]),
    ).toEqual([
      ['removed', { kind: 'journeys', rows: 4, before: ago(90) }],
      ['removed', { kind: 'positions', rows: 30, before: ago(90) }],
      ['changed', { positions: 396, journeys: 396, video: 30, accidents: null }],
    ]);
    // A second run deletes nothing more.
    await removeExpired(api.services, NOW);
    expect(await count('positions', home.customerId)).toBe(90);
  });

  it('[O-20] of accident reports are at least six years, and include their images', async () => {
    const { home, vehicles, people } = fleet;
    const { pool } = api.services.db;
    const files = ['1', '2', '3', '4'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    await pool.query(
      `insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       select f::uuid, $1, 'accident', f, 'image/png', 1, '\\x00', 'x' from unnest($2::text[]) f`,
      [home.customerId, files],
    );
    for (const [n, years] of [5, 7].entries()) {
      await pool.query(
        `with report as (
           insert into accident_reports (customer_id, vehicle_id, report_key, digest, driver_name,
             driver_phone, happened_at, time_zone, address, description, injuries, police_informed,
             damage, signature_file_id, signed_name, created_at, told_at)
           values ($1, $2, $3, '\\x00', 'Ann', '1', now() - make_interval(years => $4), 'UTC', '', '',
             false, false, '', $5, 'Ann', now() - make_interval(years => $4), now())
           returning id)
         insert into accident_photographs (customer_id, report_key, photo_key, file_id, report_id)
         select $1, $3, 'p', $6, id from report`,
        [home.customerId, vehicles.n1.vehicleId, `r${n}`, years, files[n * 2], files[n * 2 + 1]],
      );
    }
    await change(people.admin, { positions: 90, journeys: 90, video: 14, accidents: 2192 });
    await removeExpired(api.services, NOW);
    const left = await pool.query('select report_key from accident_reports');
    expect(left.rows).toEqual([{ report_key: 'r0' }]);
    const gone = await pool.query(
      'select id::text as id from files where kept_until <= now() order by id',
    );
    expect(gone.rows.map(({ id }) => id)).toEqual([files[2], files[3]]);
  });

  it('[O-20] of messages to drivers count from the last answer', async () => {
    const { ann, home, people } = fleet;
    const { pool } = api.services.db;
    for (const [text, days, answered] of [
      ['Old', 500, null],
      ['Old, answered lately', 500, 100],
      ['Answered long ago', 600, 500],
      ['New', 400, null],
    ] as const) {
      await pool.query(
        `with message as (insert into driver_messages (customer_id, author, text, asks_confirmation, created_at)
             values ($1, 'Ada', $3, false, $4) returning id),
           receipt as (insert into driver_message_receipts (message_id, driver_id, customer_id)
             select id, $2, $1 from message returning message_id)
         insert into driver_message_replies (customer_id, message_id, driver_id, is_from_driver, author, text, key,
           created_at)
         select $1, message_id, $2, true, 'Ann', 'Yes', gen_random_uuid(), $5::timestamptz from receipt
         where $5::timestamptz is not null`,
        [home.customerId, ann, text, ago(days), answered === null ? null : ago(answered)],
      );
    }
    const shown = await preview(people.admin, { ...USUAL, driver_messages: 457 });
    expect(shown.body.results).toContainEqual(
      expect.objectContaining({ kind: 'driver_messages', count: 2 }),
    );
    await removeExpired(api.services, NOW);
    const left = await pool.query('select text from driver_messages order by id');
    expect(left.rows.map(({ text }) => text)).toEqual(['Old, answered lately', 'New']);
    expect(await count('driver_message_replies', home.customerId)).toBe(1);
  });

  it('[O-20] of hand-overs count from the end of the assignment, and include their photographs', async () => {
    const { ann, home, people, vehicles } = fleet;
    const { pool } = api.services.db;
    const ids = ['1', '2'].map((n) => `00000000-0000-4000-8000-0000000002${n}0`);
    await pool.query(
      `insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       select f::uuid, $1, 'records', f, 'image/jpeg', 1, '\\x00', 'x' from unnest($2::text[]) f`,
      [home.customerId, ids],
    );
    const { vehicleId } = vehicles.n1;
    await pool.query('delete from driver_assignments where vehicle_id = $1', [vehicleId]);
    // The last one has lasted for longer than the period.
    for (const [days, damage] of [
      [1500, 'Ended long ago'],
      [900, 'Ended within the period'],
      [740, 'Current'],
    ] as const) {
      await pool.query(
        `with assignment as (insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
             values ($1, $2, $3, $4) returning id)
         insert into driver_handovers (customer_id, assignment_id, vehicle_id, driver_id, kind, happened_at, author,
           damage)
         select $1, id, $2, $3, 'issue', $4, 'Ada', $5 from assignment`,
        [home.customerId, vehicleId, ann, ago(days), damage],
      );
    }
    await pool.query(
      `insert into driver_handover_photographs (customer_id, handover_id, is_by_driver, file_id, report_file_id)
       select $1, id, false, $2, $3 from driver_handovers where damage = 'Ended long ago'`,
      [home.customerId, ...ids],
    );
    await change(people.admin, { ...USUAL, driver_handovers: 760 });
    await removeExpired(api.services, NOW);
    const left = await pool.query('select damage from driver_handovers order by id');
    expect(left.rows.map(({ damage }) => damage)).toEqual(['Ended within the period', 'Current']);
    // Who had the vehicle stays.
    expect(await count('driver_assignments', home.customerId)).toBeGreaterThanOrEqual(3);
    const ended = await pool.query(
      `select id::text as id from files where purpose = 'records' and kept_until <= now() order by id`,
    );
    expect(ended.rows.map(({ id }) => id)).toEqual(ids);
    await change(people.admin, { ...USUAL, driver_handovers: 366 });
    await removeExpired(api.services, NOW);
    const current = await pool.query('select damage from driver_handovers');
    expect(current.rows).toEqual([{ damage: 'Current' }]);
  });

  it('[O-20] of tachograph files count from their last day, and include the originals', async () => {
    const { home, people } = fleet;
    const { pool } = api.services.db;
    const ids = ['1', '2'].map((n) => `00000000-0000-4000-8000-0000000001${n}0`);
    await pool.query(
      `insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       select f::uuid, $1, 'tachograph', f, 'application/octet-stream', 1, '\\x00', 'x'
       from unnest($2::text[]) f`,
      [home.customerId, ids],
    );
    for (const [n, days] of [300, 400].entries()) {
      await pool.query(
        `insert into tachograph_files (customer_id, file_id, name, sha256, size_bytes, kind, generation,
           source, signature, problem_count, received_at, last_day)
         values ($1, $2, $3, $4, 1, 'driver_card', '1', 'upload', 'valid', 0, $5, $5::timestamptz)`,
        [home.customerId, ids[n], `${days}.ddd`, Buffer.from([n]), ago(days)],
      );
    }
    const set = { positions: 90, journeys: 90, video: 14, accidents: 2192 };
    expect((await change(people.admin, { ...set, tachograph: 30 })).body.errors).toHaveProperty(
      'tachograph',
    );
    await change(people.admin, { ...set, tachograph: 365 });
    await removeExpired(api.services, NOW);
    const left = await pool.query('select name from tachograph_files');
    expect(left.rows).toEqual([{ name: '300.ddd' }]);
    const ended = await pool.query(
      `select id::text as id from files where purpose = 'tachograph' and kept_until <= now()`,
    );
    expect(ended.rows.map(({ id }) => id)).toEqual([ids[1]]);
  });
});

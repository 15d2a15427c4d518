import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { deleteOldFeedRows } from './data-feeds.service.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

interface Row {
  readonly id: number | string;
  readonly deleted: boolean;
  readonly [field: string]: unknown;
}
interface Page {
  readonly results: Row[];
  readonly next_version: string;
  readonly has_more: boolean;
}

const pool = () => api.services.db.pool;

async function read(kind: string, query: Record<string, string | number> = {}, as?: number) {
  const text = new URLSearchParams(query as Record<string, string>);
  const answer = await api.ask(`/api/feeds/${kind}/?${text}`, { as: as ?? fleet.people.admin });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Page;
}

/** Everything since a version. */
async function readAll(kind: string, from: string, limit = 5000, as?: number) {
  const rows: Row[] = [];
  let version = from;
  for (;;) {
    const page = await read(kind, { from_version: version, limit }, as);
    rows.push(...page.results);
    version = page.next_version;
    if (!page.has_more) return { rows, version };
  }
}
const begin = async (kind: string, as?: number) => {
  const { next_version: first, has_more: hasMore } = await read(kind, {}, as);
  return hasMore ? (await readAll(kind, first, 5000, as)).version : first;
};

/** A connection with a transaction in which rows are written but not committed. */
async function open(statement: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: api.services.db.url });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

const POSITION = `insert into positions (customer_id, vehicle_id, tracker_id, device_time,
  record_digest, latitude, longitude, speed_kmh, fix_valid, ignition)
  values ($1, $2, $3, now() + make_interval(secs => $4::float8), $5, 52, -1, 50, true, true)`;
let digest = 0;
function position(
  vehicle: { vehicleId: number; trackerId: number },
  ageS = 0,
  customerId?: number,
) {
  digest += 1;
  const customer = customerId ?? fleet.home.customerId;
  return [customer, vehicle.vehicleId, vehicle.trackerId, -ageS, digest];
}
const TRIP = `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress,
    start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
    max_speed_kmh, segments)
  values ($1, $2, now() - make_interval(secs => $3::float8), now(), true, 52, -1, 52.1, -1, 1000, 60, 0,
    50, '[]') returning id::int`;

describe('a feed', () => {
  it('sends what a transaction commits late, once, and skips nothing', async () => {
    const { n1, n2 } = fleet.vehicles;
    const version = await begin('positions');
    const late = await open(POSITION, position(n1));
    await pool().query(POSITION, position(n2));
    const first = await read('positions', { from_version: version });
    expect(first.results).toMatchObject([
      { deleted: false, vehicle: { registration: 'N2 BBB' }, speed: 50, lat: 52, event_codes: [] },
    ]);
    await late();
    const second = await read('positions', { from_version: first.next_version });
    expect(second.results).toMatchObject([{ vehicle: { id: n1.vehicleId } }]);
    expect((await read('positions', { from_version: second.next_version })).results).toEqual([]);
    // The same version gives the same rows again, with those of later transactions.
    expect((await readAll('positions', version)).rows).toHaveLength(2);
  });

  it('loses and doubles nothing over 10,000 interleaved commits', async () => {
    const { n1, n2, s1, s2 } = fleet.vehicles;
    const start = await begin('positions');
    const vehicles = [n1, n2, s1, s2];
    const writers = Array.from({ length: 8 }, async (_, at) => {
      const vehicle = vehicles[at % 4] ?? n1;
      const client = new pg.Client({ connectionString: api.services.db.url });
      await client.connect();
      // Rows wait for their commit for different times, so that commits overtake each other.
      await client.query(`do $$ begin for i in 1..1250 loop
        insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest,
          fix_valid) values (${fleet.home.customerId}, ${vehicle.vehicleId}, ${vehicle.trackerId},
          now(), ${(at + 1) * 100_000} + i, true);
        if i % 7 = 0 then perform pg_sleep(0.004); end if;
        if i % 50 = 0 then rollback; else commit; end if;
      end loop; end $$`);
      await client.end();
    });
    let isWriting = true;
    const done = Promise.all(writers).then(() => {
      isWriting = false;
    });
    const seen: Row[] = [];
    let version = start;
    while (isWriting) {
      const page = await read('positions', { from_version: version, limit: 700, wait: 1 });
      seen.push(...page.results);
      version = page.next_version;
    }
    await done;
    seen.push(...(await readAll('positions', version, 700)).rows);
    expect(seen).toHaveLength(8 * 1225);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(8 * 1225);
    const again = await readAll('positions', start, 900);
    expect(new Set(again.rows.map(({ id }) => id)).size).toBe(8 * 1225);
  });

  it('sends existing records first, then created, changed and deleted ones', async () => {
    const { customerId } = fleet.home;
    const { n1, s1 } = fleet.vehicles;
    const add = async (vehicleId: number, ageS: number) =>
      (await pool().query<{ id: number }>(TRIP, [customerId, vehicleId, ageS])).rows[0]?.id;
    const one = await add(n1.vehicleId, 100);
    const two = await add(s1.vehicleId, 200);
    const page = await read('trips', { limit: 1 });
    expect(page).toMatchObject({ results: [{ id: two }], has_more: true });
    const { rows, version } = await readAll('trips', page.next_version, 1);
    expect(rows).toMatchObject([
      { id: one, deleted: false, in_progress: true, distance: 1000, start: { lat: 52, long: -1 } },
    ]);
    const three = await add(n1.vehicleId, 50);
    await pool().query('update trips set distance_m = 2000 where id = $1', [one]);
    // No change of the record: the derivation stores when it found it.
    await pool().query('update trips set told_at = now() where id = $1', [three]);
    const changed = await readAll('trips', version);
    expect(changed.rows.map(({ id }) => id)).toEqual([three, one]);
    expect(changed.rows[1]).toMatchObject({ distance: 2000 });
    await pool().query('delete from trips where id = $1', [one]);
    const gone = await readAll('trips', changed.version);
    expect(gone.rows).toEqual([
      { id: one, deleted: true, changed_at: expect.any(String), vehicle_id: n1.vehicleId },
    ]);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const since = await read('trips', { from });
    expect(since.results.map(({ id }) => id).sort()).toEqual([one, two, three].sort());
    const north = await read('trips', { from }, fleet.people.north);
    expect(north.results.map(({ id, deleted }) => [id, deleted])).toEqual([
      [one, true],
      [three, false],
    ]);
    expect((await read('trips', { from }, fleet.people.foreign)).results).toEqual([]);
    expect((await read('trips', {}, fleet.people.foreign)).results).toEqual([]);
  });

  it('shows the positions of visible vehicles only, and none in private use', async () => {
    const { f1, n1, s1 } = fleet.vehicles;
    const { admin, foreign, north } = fleet.people;
    const [mine, theirs, limited] = [
      await begin('positions'),
      await begin('positions', foreign),
      await begin('positions', north),
    ];
    await pool().query(POSITION, position(n1));
    await pool().query(POSITION, position(s1));
    await pool().query(POSITION, position(f1, 0, fleet.away.customerId));
    await pool().query(
      `update positions set private_leg_m = 5 where vehicle_id = $1 and record_digest = $2`,
      [s1.vehicleId, digest - 1],
    );
    const of = ({ rows }: { rows: Row[] }) =>
      rows.map(({ vehicle }) => (vehicle as { id: number }).id);
    expect(of(await readAll('positions', mine, 5000, admin))).toEqual([n1.vehicleId]);
    expect(of(await readAll('positions', theirs, 5000, foreign))).toEqual([f1.vehicleId]);
    expect(of(await readAll('positions', limited, 5000, north))).toEqual([n1.vehicleId]);
  });

  it('finds positions of long ago by their days, and reports hidden ones as deleted', async () => {
    const { n1 } = fleet.vehicles;
    const version = await begin('positions');
    const AGE_S = 20 * 86_400;
    await pool().query(
      `insert into feed_late_days values ((now() - interval '20 days')::date, now() + interval '1 hour'),
         ((now() - interval '21 days')::date, now() + interval '1 hour') on conflict do nothing`,
    );
    await pool().query(POSITION, position(n1, AGE_S));
    const { rows, version: next } = await readAll('positions', version);
    expect(rows).toHaveLength(1);
    await pool().query(
      `insert into feed_changes (customer_id, kind, record_key, vehicle_id)
       values ($1, 'positions', $2, $3)`,
      [fleet.home.customerId, rows[0]?.id, n1.vehicleId],
    );
    expect((await readAll('positions', next)).rows).toEqual([
      { id: rows[0]?.id, deleted: true, changed_at: expect.any(String), vehicle_id: n1.vehicleId },
    ]);
  });

  it('waits for a record', async () => {
    const version = await begin('events');
    const waiting = read('events', { from_version: version, wait: 30 });
    await pool().query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source, to_tell)
       values ($1, $2, 48, now(), 'device', true)`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId],
    );
    const { results } = await waiting;
    expect(results).toMatchObject([{ event: { eventCode: 48 }, source: 'device', lat: null }]);
    expect(results[0]?.event).toHaveProperty('name', expect.stringMatching(/\w/));
  });

  it('refuses versions of another feed, server or age', async () => {
    const as = fleet.people.admin;
    const version = await begin('events');
    const refused = async (kind: string, query: Record<string, string>) => {
      const { status, body } = await api.ask(`/api/feeds/${kind}/?${new URLSearchParams(query)}`, {
        as,
      });
      return [status, body.code];
    };
    const changed = (index: number, value: unknown) => {
      const parts = JSON.parse(Buffer.from(version, 'base64url').toString());
      parts[index] = value;
      return { from_version: Buffer.from(JSON.stringify(parts)).toString('base64url') };
    };
    const UNKNOWN = 'feed.version_unknown';
    expect(await refused('trips', { from_version: version })).toEqual([400, UNKNOWN]);
    expect(await refused('events', { from_version: 'x' })).toEqual([400, UNKNOWN]);
    expect(await refused('events', changed(2, "1:1:'"))).toEqual([400, UNKNOWN]);
    expect(await refused('events', changed(2, '9:1:'))).toEqual([400, UNKNOWN]);
    expect(await refused('events', changed(1, 'other'))).toEqual([409, UNKNOWN]);
    expect(await refused('events', changed(2, '9:999999999999:'))).toEqual([409, UNKNOWN]);
    expect(await refused('events', changed(3, '2026-01-01T00:00:00Z'))).toEqual([
      409,
      'feed.version_expired',
    ]);
    expect(await refused('events', { from: '2026-01-01T00:00:00Z' })).toEqual([
      400,
      'feed.from_too_early',
    ]);
  });

  it('is shown to administrators with its readers, and its notes end', async () => {
    const path = '/api/administration/data_feeds/';
    const { body } = await api.ask(path, { as: fleet.people.admin });
    const feed = (kind: string) =>
      body.feeds.find((one: { readonly kind: string }) => one.kind === kind);
    expect(feed('positions')).toMatchObject({ path: '/api/feeds/positions/' });
    expect(feed('positions').readers[0]).toMatchObject({ user: { id: expect.any(Number) } });
    expect(
      (await read('defects', { from_version: feed('defects').current_version })).results,
    ).toEqual([]);
    const others = await api.ask(path, { as: fleet.people.foreign });
    expect(
      others.body.feeds.flatMap(({ readers }: { readers: { user: { id: number } }[] }) =>
        readers.map(({ user }) => user.id),
      ),
    ).toEqual([fleet.people.foreign, fleet.people.foreign]);
    expect((await api.ask(path, { as: fleet.people.manager })).status).toBe(403);
    await pool().query(`update feed_changes set changed_at = now() - interval '9 days'`);
    await deleteOldFeedRows(api.services.db);
    expect((await pool().query('select from feed_changes')).rows).toEqual([]);
  });
});

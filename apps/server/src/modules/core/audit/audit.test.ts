import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { type Change, recordChanges } from '../../../platform/audit/index.ts';

const DAY = 'start=2026-06-01T00:00:00Z&end=2026-06-02T00:00:00Z';
let api: TestApi;
let fleet: TrackedFleet;

const list = async (as: number, query = '') =>
  (await api.ask(`/api/administration/audit/?${query}`, { as })).body;
const names = async (as: number, query = '') =>
  (await list(as, query)).results.map(
    (one: { subject: { name: string } }) => one.subject.name,
  ) as string[];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { home, away, north, south, vehicles, people } = fleet;
  const change = (customerId: number | null, changed: Partial<Change>): Change => ({
    customerId,
    actor: { userId: people.admin, name: 'Ada Hill' },
    subject: { kind: 'depot', id: String(north), name: 'North' },
    action: 'changed',
    before: { name: 'Nord' },
    after: { name: 'North' },
    ...changed,
  });
  await api.services.db.asSystem((trx) =>
    recordChanges(trx, [
      change(home.customerId, {}),
      change(home.customerId, {
        subject: { kind: 'depot', id: String(south), name: '=South' },
        actor: { userId: people.manager, name: 'Max 100%' },
        action: 'archived',
      }),
      change(home.customerId, {
        subject: { kind: 'vehicle', id: String(vehicles.n1.vehicleId), name: 'N1 AAA' },
      }),
      change(home.customerId, {
        subject: { kind: 'driver', id: '1', name: 'Ann Miles' },
        actor: { userId: people.northAdmin, name: 'Nora' },
      }),
      change(away.customerId, { subject: { kind: 'region', id: '1', name: 'Foreign' } }),
      change(null, { subject: { kind: 'customer', id: '9', name: "Nobody's" } }),
    ]),
  );
});
afterAll(() => api.close());

describe('the audit log', () => {
  it('[O-P07] shows an administrator their own customer, newest first', async () => {
    const { people } = fleet;
    expect(await names(people.admin)).toEqual(['Ann Miles', 'N1 AAA', '=South', 'North']);
    expect(await names(people.foreign)).toEqual(['Foreign']);
    expect(await names(people.global)).toHaveLength(6);
    expect((await list(people.admin, 'pageSize=1&page=2')).results[0].subject.name).toBe('N1 AAA');
    expect(await names(people.admin, 'ordering=at')).toEqual([
      'North',
      '=South',
      'N1 AAA',
      'Ann Miles',
    ]);
  });

  it('[U-P03] shows administrators of some depots entries about those depots, and their own actions', async () => {
    const { northAdmin } = fleet.people;
    expect(await names(northAdmin)).toEqual(['Ann Miles', 'N1 AAA', 'North']);
    expect(await names(northAdmin, 'ordering=at&pageSize=2&page=2')).toEqual(['Ann Miles']);
    expect(await list(northAdmin, 'pageSize=1')).toMatchObject({ count: 3, count_is_limit: false });
    expect(await names(northAdmin, 'kind=depot')).toEqual(['North']);
    expect(await names(northAdmin, 'search=nora')).toEqual(['Ann Miles']);
    expect(await names(northAdmin, 'action=archived')).toEqual([]);
  });

  it('[O-P07] is filtered by kind, record, person, action, days and text', async () => {
    const { people, north } = fleet;
    expect(await names(people.admin, `kind=depot&subject=${north}`)).toEqual(['North']);
    expect(await names(people.admin, `actor=${people.manager}`)).toEqual(['=South']);
    expect(await names(people.admin, 'action=archived')).toEqual(['=South']);
    expect(await names(people.admin, `search=${encodeURIComponent('100%')}`)).toEqual(['=South']);
    expect(await names(people.admin, 'search=max%25')).toEqual([]);
    expect(await names(people.admin, 'end=2020-01-01')).toEqual([]);
    expect((await list(people.admin, 'start=2020-01-01')).count).toBe(4);
    const wrong = await api.ask('/api/administration/audit/?start=2026-06-02&end=2026-06-01', {
      as: people.admin,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors.end).toHaveLength(1);
  });

  it('[O-P07] can be exported, without formulas', async () => {
    const { status, headers, body } = await api.ask(
      '/api/administration/audit/export/?format=csv&kind=depot',
      { as: fleet.people.admin },
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/audit-log_[\d-]+\.csv/);
    const lines = String(body).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("Archived,Depot,'=South");
    expect(lines[1]).toContain('name: Nord → North');
  });

  it('[O-P07] is verified on demand', async () => {
    const { body } = await api.ask('/api/administration/audit/check/', {
      as: fleet.people.foreign,
    });
    expect(body.chains).toEqual([
      { customer: fleet.away.customerId, entries: 1, broken_at: null, head: expect.any(String) },
    ]);
  });
});

describe('viewing locations', () => {
  it('[O-P07] of a vehicle creates one log entry per view, with the days', async () => {
    const { people, vehicles } = fleet;
    const vehicle = vehicles.n1.vehicleId;
    for (let n = 0; n < 3; n += 1) {
      const seen = await api.ask(`/api/trace/?vehicle=${vehicle}&${DAY}`, { as: people.manager });
      expect(seen.status).toBe(200);
    }
    await api.ask(`/api/vehicle/trip/?vehicle=${vehicle}&${DAY}`, { as: people.manager });
    await api.ask(`/api/expanded/track/vehicle/${vehicle}/`, { as: people.manager });
    const { results } = await list(people.admin, `action=viewed&actor=${people.manager}`);
    expect(results.map((one: { after: { shown: string } }) => one.after.shown)).toEqual([
      'track_vehicle',
      'trips',
      'trace',
    ]);
    expect(results[2]).toMatchObject({
      actor: { id: people.manager, name: 'Ada Hill' },
      subject: { kind: 'vehicle', id: String(vehicle), name: 'N1 AAA' },
      after: { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' },
    });
  });

  it('[O-P07] that were not returned creates no entry', async () => {
    const { people, vehicles } = fleet;
    const path = `/api/trace/?vehicle=${vehicles.f1.vehicleId}&${DAY}`;
    expect((await api.ask(path, { as: people.north })).status).toBe(404);
    expect((await api.ask(path)).status).toBe(401);
    expect((await api.ask('/api/track/live/', { as: people.plain })).status).toBe(403);
    expect((await list(people.global, 'action=viewed')).results).toHaveLength(3);
  });

  it('[O-P07] on the live map creates an entry when the map opens', async () => {
    const stop = new AbortController();
    const opened = await fetch(`${api.url}/api/track/live/`, {
      headers: { authorization: `Bearer ${await api.token(fleet.people.kilometres)}` },
      signal: stop.signal,
    });
    expect(opened.status).toBe(200);
    const { results } = await list(fleet.people.admin, `actor=${fleet.people.kilometres}`);
    expect(results).toMatchObject([{ action: 'viewed', after: { shown: 'live_map' } }]);
    stop.abort();
  });
});

describe('a long log', () => {
  const ROWS = 12_000;
  beforeAll(async () => {
    await api.services.db.pool.query(
      `insert into audit_entries (customer_id, position, at, actor_id, action, subject_kind, subject_id,
         actor_name, subject_name, salt, content_digest, hash)
       select $1, 1000 + n, timestamptz '2026-01-01' + n * interval '1 second', $2, 'changed', 'region', n,
         case when n % 2 = 0 then 'Often Told' else 'Somebody' end,
         case when n % 3000 = 0 then 'Seldom 100%' else 'R' || n end, '', '', ''
       from generate_series(1, ${ROWS}) n`,
      [fleet.home.customerId, fleet.people.manager],
    );
  });

  const inTable = async (condition: string) => {
    const { rows } = await api.services.db.pool.query<{ id: string }>(
      `select id from audit_entries where customer_id = $1 and ${condition} order by at desc, id desc`,
      [fleet.home.customerId],
    );
    return rows.map(({ id }) => Number(id));
  };
  const ids = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);

  it('[O-P07] [R-P07] finds a word that every second entry contains, and reports that there are more', async () => {
    const all = await inTable(`actor_name = 'Often Told'`);
    const first = await list(fleet.people.admin, 'search=often+told&pageSize=50');
    expect(ids(first)).toEqual(all.slice(0, 50));
    expect(first.count_is_limit).toBe(true);
    expect(first.count).toBeGreaterThan(900);
    expect(first.count).toBeLessThanOrEqual(all.length);
    const last = await list(
      fleet.people.admin,
      `search=often+told&pageSize=50&page=${Math.ceil(all.length / 50)}&ordering=at`,
    );
    expect(ids(last)).toEqual([...all].reverse().slice(-50));
  });

  it('[O-P07] [R-P07] finds a word that few entries contain, also together with a filter', async () => {
    const few = await inTable(`subject_name like 'Seldom%'`);
    const found = await list(fleet.people.admin, `search=${encodeURIComponent('seldom 100%')}`);
    expect(ids(found)).toEqual(few);
    expect(found).toMatchObject({ count: ROWS / 3000, count_is_limit: false });
    expect((await list(fleet.people.admin, 'search=seldom&kind=region')).count).toBe(few.length);
    expect((await list(fleet.people.admin, 'search=seldom&kind=depot')).count).toBe(0);
    expect((await list(fleet.people.foreign, 'search=seldom')).count).toBe(0);
    expect((await list(fleet.people.northAdmin, 'search=seldom')).count).toBe(0);
  });

  it('[O-P07] [R-P07] is counted up to ten thousand', async () => {
    const whole = await list(fleet.people.admin, 'kind=region&page=3');
    expect(whole).toMatchObject({ count: 10_000, count_is_limit: true });
  });
});

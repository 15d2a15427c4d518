import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { verifyChains } from '../../../platform/audit/index.ts';

/** A photograph of a hand-over and its size for reports. */
const HANDOVER_FILES = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

let api: TestApi;
let fleet: TrackedFleet;

const exported = (as: number, id: number) =>
  api.ask(`/api/administration/privacy/drivers/${id}/export/`, { as });
const erase = (as: number, id: number, surname: string) =>
  api.ask(`/api/administration/privacy/drivers/${id}/erase/`, {
    as,
    method: 'POST',
    body: { surname },
  });

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { pool } = api.services.db;
  const { ann, home, people, vehicles } = fleet;
  await pool.query(
    "update drivers set email = 'ann@miles.test', phone = '0123', licence_number = 'MILES12', tag_number = 'TAG1' where id = $1",
    [ann],
  );
  await pool.query("update users set driver_id = $1, email = 'ann.user@track.test' where id = $2", [
    ann,
    people.driver,
  ]);
  await pool.query(
    `insert into api_tokens (user_id, name, token_hash, hint, scopes, expires_at)
     values ($1, 'Anns token', 'secret hash', 'abcd', '{read}', now() + interval '1 day')`,
    [people.driver],
  );
  await pool.query(
    `insert into video_views (customer_id, kind, vehicle_id, user_id, user_name)
     values ($1, 'live', $2, $3, 'Ann Miles')`,
    [home.customerId, vehicles.n1.vehicleId, people.driver],
  );
  await pool.query(
    `with message as (insert into driver_messages (customer_id, author, text, asks_confirmation)
         values ($1, 'Ada', 'Call me about Miles', false) returning id),
       receipt as (insert into driver_message_receipts (message_id, driver_id, customer_id)
         select id, $2, $1 from message returning message_id)
     insert into driver_message_replies (customer_id, message_id, driver_id, is_from_driver, author, text, key)
     select $1, message_id, $2, true, 'Ann Miles', 'Miles will call', gen_random_uuid() from receipt`,
    [home.customerId, ann],
  );
  await pool.query(
    `insert into driver_handovers (customer_id, assignment_id, vehicle_id, driver_id, kind, happened_at, author, damage,
       driver_remark, signed_by, signed_at, is_by_driver)
     select $1, a.id, a.vehicle_id, $2, k.kind, now(), k.author, 'By Miles', 'Not by Miles', 'Ann Miles', now(),
       k.kind = 'return'
     from (select * from driver_assignments where driver_id = $2 limit 1) a,
       (values ('issue', 'Ada'), ('return', 'Ann Miles')) k (kind, author)`,
    [home.customerId, ann],
  );
  await pool.query(
    `insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
     select f::uuid, $1, 'record', f, 'image/jpeg', 1, '\\x00', 'x' from unnest($2::text[]) f`,
    [home.customerId, HANDOVER_FILES],
  );
  await pool.query(
    `insert into driver_handover_photographs (customer_id, handover_id, is_by_driver, caption, file_id,
       report_file_id)
     select $1, id, true, 'Of Miles', $2, $3 from driver_handovers where kind = 'issue'`,
    [home.customerId, ...HANDOVER_FILES],
  );
  const save = (as: number, name: string) => {
    const settings = { query: { search: 'Miles' }, columns: { hidden: [], widths_px: {} } };
    const body = { list: 'vehicles', name, settings };
    return api.ask('/api/saved_views/', { as, method: 'POST', body });
  };
  await save(people.driver, 'Miles');
  const { id: view } = (await save(people.admin, 'Everyone')).body;
  const change = { method: 'PUT', body: { is_shared: true } };
  await api.ask(`/api/saved_views/${view}/shared/`, { as: people.admin, ...change });
  const own = { method: 'PUT', body: { list: 'vehicles', view } };
  await api.ask('/api/saved_view_defaults/', { as: people.driver, ...own });
  await api.ask(`/api/user/${people.driver}/reset_login_attempts/`, {
    as: people.admin,
    method: 'DELETE',
  });
});
afterAll(() => api.close());

describe('personal data of a driver', () => {
  it('[O-20] are exported with the account and all records that name the driver', async () => {
    const { status, headers, body } = await exported(fleet.people.admin, fleet.ann);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain(`driver-${fleet.ann}_personal-data.json`);
    expect(body.driver).toMatchObject({ surname: 'Miles', licence_number: 'MILES12' });
    expect(Object.keys(body.records)).toEqual(
      expect.arrayContaining([
        'vehicles.driver_id',
        'driver_identities.driver_id',
        'driver_handovers.driver_id',
        'driver_message_replies.driver_id',
        'driver_messages.receipt',
      ]),
    );
    expect(body.account.account).toMatchObject({ email: 'ann.user@track.test' });
    expect(Object.keys(body.account.records)).toEqual(
      expect.arrayContaining([
        'user_modules.user_id',
        'video_views.user_id',
        'saved_views.user_id',
        'saved_view_defaults.user_id',
      ]),
    );
    const text = JSON.stringify(body);
    for (const secret of ['argon2', 'password_hash', 'token_hash', 'secret hash']) {
      expect(text).not.toContain(secret);
    }
  });

  it('[O-20] [O-P07] are exported and erased only by administrators who can see the driver', async () => {
    const { people, foreignDriver } = fleet;
    expect((await exported(people.admin, foreignDriver)).status).toBe(404);
    expect((await erase(people.admin, foreignDriver, 'Miles')).status).toBe(404);
    expect((await exported(people.manager, fleet.ann)).status).toBe(403);
  });

  it('[O-20] are erased permanently, including in the audit log, whose hash chains stay valid', async () => {
    const { people, ann, vehicles } = fleet;
    const { pool } = api.services.db;
    const wrong = await erase(people.admin, ann, 'Hill');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['surname']]);
    const token = await api.token(people.driver);
    expect((await erase(people.admin, ann, 'miles')).status).toBe(204);
    const { rows } = await pool.query(
      `select row_to_json(d)::text || row_to_json(u)::text as person,
         (select count(*)::int from driver_identities where driver_id = d.id) as identities,
         (select count(*)::int from api_tokens where user_id = u.id) as tokens,
         (select count(*)::int from saved_views where user_id = u.id) as views,
         (select count(*)::int from saved_view_defaults where user_id = u.id) as defaults,
         (select driver_id from vehicles where id = $3) as driver,
         (select string_agg(user_name, '') from video_views where user_id = u.id) as viewer
       from drivers d, users u where d.id = $1 and u.id = $2`,
      [ann, people.driver, vehicles.n1.vehicleId],
    );
    expect(rows[0]).toMatchObject({
      identities: 0,
      tokens: 0,
      views: 0,
      defaults: 0,
      driver: null,
      viewer: `Erased user ${people.driver}`,
    });
    for (const trace of ['Miles', 'ann@', 'ann.user', '0123', 'MILES12', 'TAG1', 'argon2']) {
      expect(rows[0].person).not.toContain(trace);
    }
    const written = await pool.query(
      `select row_to_json(m)::text as text from driver_messages m
       union all select row_to_json(y)::text from driver_message_replies y
       union all select row_to_json(h)::text from driver_handovers h`,
    );
    expect(written.rows).toHaveLength(4);
    for (const { text } of written.rows) expect(text).not.toMatch(/Miles/);
    const photographs = await pool.query('select id from driver_handover_photographs');
    expect(photographs.rows).toEqual([]);
    const gone = await pool.query(
      'select id::text as id from files where kept_until <= now() order by id',
    );
    expect(gone.rows.map(({ id }) => id)).toEqual(HANDOVER_FILES);
    const log = await pool.query('select row_to_json(e)::text as text from audit_entries e');
    for (const { text } of log.rows) expect(text).not.toMatch(/Ann Miles/);
    const everybody = { customerId: null, isGlobalAdmin: true };
    const checks = await verifyChains(api.services.db, everybody);
    expect(checks.map(({ brokenAt }) => brokenAt)).toEqual(checks.map(() => null));
    const entries = await api.ask(`/api/administration/audit/?kind=driver&subject=${ann}`, {
      as: people.admin,
    });
    expect(entries.body.results).toMatchObject([
      { action: 'erased', is_erased: false },
      { action: 'exported', is_erased: true, subject: { name: null } },
    ]);
    const asked = await api.ask('/api/user/get_current_user/', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asked.status).toBe(401);
  });

  it('[O-20] are not erased for the last administrator, or for the viewer', async () => {
    const { people, foreignDriver } = fleet;
    const { pool } = api.services.db;
    await pool.query('update users set driver_id = $1 where id = $2', [
      foreignDriver,
      people.foreign,
    ]);
    expect((await erase(people.foreign, foreignDriver, 'Miles')).status).toBe(400);
    expect((await erase(people.global, foreignDriver, 'Miles')).status).toBe(400);
    const { rows } = await pool.query('select surname from drivers where id = $1', [foreignDriver]);
    expect(rows).toEqual([{ surname: 'Miles' }]);
  });
});

import { spawnSync } from 'node:child_process';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent } from '../../../../test/derived-rows.ts';
import { until } from '../../../../test/device.ts';
import { makeMp4 } from '../../../../test/mp4.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { filmFleet, giveCameras, TestSource } from '../../../../test/video-fleet.ts';
import type { DerivedEvent } from '../../../platform/bus/index.ts';
import { removeEnded } from '../../../platform/files/index.ts';
import { registerVideoJobs, startClips, startFetching } from '../index.ts';
import { removeExpired, warnOfQuota } from '../storage/retention.ts';

const BASE = '/video-evidence/api/';
const WAIT_MS = 20_000;
const HARSH_BRAKING = 41;
let api: TestApi;
let fleet: TrackedFleet;
const source = new TestSource();
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await filmFleet(api.services.db, fleet);
  Object.assign(api.services.videoSources, { jt1078: source });
  registerVideoJobs(api.services);
  await api.services.jobs.start({ work: true });
  stops.push(startClips(api.services), startFetching(api.services, { pollMs: 50, renewMs: 20 }));
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await api.close();
});
beforeEach(async () => {
  await api.services.db.pool.query(
    'delete from video_requests; delete from video_settings; delete from video_clip_rules',
  );
  source.fetched.length = 0;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object, as = fleet.people.admin) =>
  api.ask(BASE + path, { as, method, ...(body === undefined ? {} : { body }) });
const clips = async () => (await call('GET', 'video_requests/')).body.results;

let minute = 0;
function happened(changed: Partial<DerivedEvent> = {}): DerivedEvent {
  minute += 1;
  return {
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles.n1.vehicleId,
    eventCode: HARSH_BRAKING,
    occurredMs: Date.now() - 86_400_000 + minute * 60_000,
    latitudeDeg: 52.25,
    longitudeDeg: -1.16,
    speedKmh: 40,
    geofenceId: null,
    ...changed,
  };
}
const tell = (...events: DerivedEvent[]) => api.services.bus.publish('events.derived', { events });

/** A clip that is here. */
async function readyClip() {
  tell(happened());
  await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
  return (await clips())[0];
}

describe('events that ask for clips', () => {
  it('[F-P01] get one each, ten seconds before to ten after, however often they are told', async () => {
    const braking = happened();
    const { event_id, at } = await (async () => {
      const moment = new Date(braking.occurredMs).toISOString();
      const id = await addEvent(api.services.db, {
        ...braking,
        code: HARSH_BRAKING,
        at: moment,
      });
      return { event_id: id, at: moment };
    })();
    const ignition = happened({ eventCode: 4 });
    tell(braking, ignition);
    tell(braking);
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    tell(braking);
    tell(happened({ eventCode: 50 }));
    await until(async () => (await clips()).length === 2, WAIT_MS);
    const clip = (await clips()).at(-1);
    expect(clip).toMatchObject({
      kind: 'event',
      start: new Date(braking.occurredMs - 10_000).toISOString(),
      duration: 20,
      cameras: [1, 2],
      event: { id: event_id, code: HARSH_BRAKING, name: 'Harsh Braking', at },
      requested_by: '',
    });
    const list = await api.ask(
      `/api/events/?vehicle=${braking.vehicleId}&start=${new Date(braking.occurredMs - 1000).toISOString()}&end=${new Date(braking.occurredMs + 1000).toISOString()}`,
      { as: fleet.people.manager },
    );
    expect(list.body.results).toMatchObject([{ id: event_id, has_video: true }]);
  });

  it('[F-P01] that one clip shows together are not fetched twice', async () => {
    const crash = happened({ eventCode: 45 });
    tell(crash, { ...crash, eventCode: 75 });
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    expect(await clips()).toHaveLength(1);
  });

  it('[F-P01] get none without a camera, before there was one, and past a dozen an hour', async () => {
    const { n1, n2, s2 } = fleet.vehicles;
    const { customerId } = fleet.home;
    await giveCameras(api.services.db, customerId, s2.trackerId, 1, { since: '2100-01-01' });
    const atMs = Date.now() - 200_000_000;
    tell(
      happened({ vehicleId: n2.vehicleId }),
      happened({ vehicleId: s2.vehicleId }),
      ...Array.from({ length: 20 }, (_, n) =>
        happened({ vehicleId: n1.vehicleId, occurredMs: atMs + n * 60_000 }),
      ),
    );
    await until(async () => (await clips()).length >= 12, WAIT_MS);
    await new Promise((done) => setTimeout(done, 300));
    const made = await clips();
    expect(made).toHaveLength(12);
    expect(new Set(made.map(({ vehicle }: { vehicle: number }) => vehicle))).toEqual(
      new Set([n1.vehicleId]),
    );
  });

  it('[F-P01] are chosen by rules, which count from their making on', async () => {
    const rules = await call('GET', 'clip_rules/', undefined, fleet.people.manager);
    contract.video.clipRules.answer.parse(rules.body);
    expect(rules.body.results).toContainEqual({
      event_code: HARSH_BRAKING,
      is_active: true,
      before_s: 10,
      after_s: 10,
      cameras: [],
    });
    const rule = { event_code: 42, is_active: true, before_s: 5, after_s: 20, cameras: [2] };
    const put = (list: object[], as = fleet.people.admin) =>
      call('PUT', 'clip_rules/', { rules: list }, as);
    expect((await put([rule], fleet.people.manager)).status).toBe(403);
    expect((await put([rule, rule])).status).toBe(400);
    expect((await put([{ ...rule, event_code: 12_345 }])).status).toBe(400);
    expect((await put([{ ...rule, before_s: 0, after_s: 0 }])).status).toBe(400);
    expect((await put([rule])).body.results).toEqual([rule]);
    tell(happened({ eventCode: 42 }));
    tell(happened({ occurredMs: Date.now() + 1000 }));
    tell(happened({ eventCode: 42, occurredMs: Date.now() + 2000 }));
    await until(async () => (await clips()).length > 0, WAIT_MS);
    expect(await clips()).toMatchObject([{ event: { code: 42 }, duration: 25, cameras: [2] }]);
  });
});

describe('the viewing log', () => {
  it('[F-P01] names who saw which vehicle, when and why, once a viewing', async () => {
    const clip = await readyClip();
    const { manager, north, admin } = fleet.people;
    const own = (await call('GET', `video_requests/${clip.id}/`, undefined, manager)).body;
    const log = async (query = `request=${clip.id}`, as = admin) => {
      const { body } = await call('GET', `views/?${query}`, undefined, as);
      contract.video.views.answer.parse(body);
      return body.results;
    };
    await Promise.all(
      ['bytes=0-9', 'bytes=10-19', 'bytes=20-'].map((range) =>
        fetch(api.url + own.files[0].URL, { headers: { range } }),
      ),
    );
    await fetch(api.url + own.files[1].URL);
    expect(await log()).toMatchObject([
      {
        kind: 'recorded',
        user: manager,
        who: 'Ada Hill',
        vehicle: { registration: 'N1 AAA' },
        request: clip.id,
      },
    ]);
    await fetch(api.url + own.files[0].download_URL);
    const why = { kind: 'recorded', reason: 'Claim 4711' };
    const said = await call('POST', `video_requests/${clip.id}/views/`, why, north);
    expect(said.status).toBe(204);
    expect((await log()).map(({ kind, user, reason }: never) => [kind, user, reason])).toEqual([
      ['recorded', north, 'Claim 4711'],
      ['downloaded', manager, ''],
      ['recorded', manager, ''],
    ]);
    expect(await log(`vehicle=${clip.vehicle}&kind=downloaded`)).toHaveLength(1);
    expect((await call('GET', 'views/', undefined, manager)).status).toBe(403);
    expect(await log('', fleet.people.foreign)).toEqual([]);
    await call('DELETE', `video_requests/${clip.id}/`);
    expect(await log()).toHaveLength(3);
    const change = api.services.db.asViewer(
      { customerId: fleet.home.customerId, isGlobalAdmin: false },
      (trx) => trx.deleteFrom('video_views').execute(),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });

  it('[RP-08] [U-P03] a bearer reads the files of clips in sight, with the right to video', async () => {
    const { body } = await call('POST', 'video_requests/', {
      vehicle: fleet.vehicles.s1.vehicleId,
      start: new Date(Date.now() - 600_000).toISOString(),
      duration: 30,
      cameras: [1],
    });
    const path = `video_requests/${body.id}/`;
    await until(async () => (await call('GET', path)).body.state === 'ready', WAIT_MS);
    const file = new URL((await call('GET', path)).body.files[0].URL, api.url).pathname;
    const status = async (as: number) => (await api.ask(file, { as })).status;
    expect(await status(fleet.people.manager)).toBe(200);
    expect(await status(fleet.people.driver)).toBe(200);
    for (const other of [fleet.people.north, fleet.people.plain, fleet.people.foreign]) {
      expect(await status(other)).toBe(404);
    }
  });
});

describe('a shared clip', () => {
  it('[F-P01] opens without sign-in until it is revoked or expires, and each opening is logged', async () => {
    const clip = await readyClip();
    const path = `video_requests/${clip.id}/shares/`;
    const made = await call('POST', path, { expires_in_hours: 48, note: 'Insurer' });
    expect(made.status).toBe(201);
    const token = new URL(made.body.address).hash.slice(1);
    expect(new URL(made.body.address).search).toBe('');
    const open = (given: string) =>
      api.ask(`${BASE}shared/`, { method: 'POST', body: { token: given } });
    const shared = await open(token);
    contract.video.shared.answer.parse(shared.body);
    expect(shared.body).toMatchObject({ registration: 'N1 AAA', duration: 20, note: 'Insurer' });
    const { URL: address } = shared.body.files[0];
    expect((await fetch(api.url + address)).status).toBe(200);
    const log = (await call('GET', `views/?request=${clip.id}`)).body.results;
    expect(log).toMatchObject([{ kind: 'shared', user: null, who: 'Insurer (Ada Hill)' }]);
    expect((await call('GET', path)).body.results).toMatchObject([
      { id: made.body.id, views: 1, revoked_at: null, created_by: 'Ada Hill' },
    ]);
    expect((await open('A'.repeat(43))).status).toBe(404);
    expect((await call('DELETE', `${path}${made.body.id}/`)).status).toBe(204);
    expect((await open(token)).status).toBe(404);
    expect((await fetch(api.url + address)).status).toBe(404);
    const second = await call('POST', path, { expires_in_hours: 1 });
    await api.services.db.pool.query('update video_shares set expires_at = now()');
    expect((await open(new URL(second.body.address).hash.slice(1))).status).toBe(404);
    const { rows } = await api.services.db.pool.query('select token_hash from video_shares');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('what stands beside a clip', () => {
  it('[F-P01] is its trail as GPX and CSV, from the stored one where the positions are gone', async () => {
    const event = happened();
    const { pool } = api.services.db;
    await pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         latitude, longitude, speed_kmh, heading_deg, fix_valid)
       select $1, $2, to_timestamp($3 / 1000.0) + make_interval(secs => n), n, $4,
         52 + n / 1000.0, -1, 30 + n, 90, true from generate_series(-10, 10) n`,
      [event.customerId, event.vehicleId, event.occurredMs, fleet.vehicles.n1.trackerId],
    );
    tell(event);
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    const [clip] = await clips();
    const data = (format: string) =>
      call('GET', `video_requests/${clip.id}/data/?format=${format}`, undefined);
    const csv = await data('csv');
    expect(csv.headers.get('content-disposition')).toMatch(/filename="N1_AAA_.*\.csv"/);
    expect(csv.body.split('\r\n')).toHaveLength(23);
    expect(csv.body).toContain(',52.000000,-1.000000,30.0,90');
    await pool.query('delete from positions');
    expect((await data('csv')).body).toBe(csv.body);
    const gpx = await data('gpx');
    expect(gpx.body.match(/<trkpt /g)).toHaveLength(21);
    expect(gpx.headers.get('content-type')).toContain('gpx');
  });

  it('[F-P01] a copy with the data in the picture is made where ffmpeg is, else refused', async () => {
    const clip = await readyClip();
    const has = spawnSync('ffmpeg', ['-version']).status === 0;
    const { can_burn_in } = (await call('GET', 'storage/')).body;
    expect(has || !can_burn_in).toBe(true);
    const begun = await call('POST', `video_requests/${clip.id}/burnt_in/`);
    if (!can_burn_in) {
      expect([begun.status, begun.body.detail]).toEqual([409, expect.stringContaining('ffmpeg')]);
      return;
    }
    expect(begun.body.burnt_in).toBe('making');
    const path = `video_requests/${clip.id}/`;
    // The pictures of a test are noise, which ffmpeg cannot read: it says so, and nothing is left over.
    await until(async () => (await call('GET', path)).body.burnt_in === 'failed', WAIT_MS);
    expect((await call('GET', path)).body.files).toHaveLength(2);
  });
});

describe('uploads', () => {
  const bytes = makeMp4({ durationMs: 8000, seed: 3 });
  const begin = async (changed: object = {}, as = fleet.people.manager) =>
    call(
      'POST',
      'uploads/',
      {
        vehicle: fleet.vehicles.n1.vehicleId,
        camera: 1,
        start: '2026-06-01T08:00:00.000Z',
        size: bytes.length,
        name: 'Dash cam.mp4',
        ...changed,
      },
      as,
    );
  interface State {
    received: number;
    request: number | null;
    detail: string;
    errors: { received: string[] };
  }
  const stateOf = async (address: string) =>
    (await (await fetch(api.url + address)).json()) as State;
  async function send(address: string, first: number, last: number, content = bytes) {
    const answer = await fetch(api.url + address, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${first}-${last}/${content.length}`,
      },
      body: new Uint8Array(content.subarray(first, last + 1)),
    });
    return { status: answer.status, body: (await answer.json()) as State };
  }

  it('[F-P03] of an MP4 come in pieces, go on after an interruption, and become a clip', async () => {
    const begun = await begin();
    expect(begun.status).toBe(201);
    const { address } = begun.body;
    const half = Math.floor(bytes.length / 2);
    expect((await send(address, 0, half - 1)).body.received).toBe(half);
    const twice = await send(address, 0, half - 1);
    expect([twice.status, twice.body.errors.received]).toEqual([409, [String(half)]]);
    expect(await stateOf(address)).toMatchObject({ received: half, request: null });
    const done = await send(address, half, bytes.length - 1);
    expect(done.body.request).toEqual(expect.any(Number));
    const clip = (await call('GET', `video_requests/${done.body.request}/`)).body;
    expect(clip).toMatchObject({
      kind: 'uploaded',
      state: 'ready',
      duration: 8,
      start: '2026-06-01T08:00:00.000Z',
      requested_by: 'Ada Hill',
    });
    const file = await fetch(api.url + clip.files[0].URL);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    expect((await send(address, 0, half - 1)).body.request).toBe(clip.id);
  });

  it('[F-P03] are refused to a wrong address, out of turn, and as something else', async () => {
    const { address } = (await begin()).body;
    expect((await send(address.replace(/signature=.{5}/, 'signature=AAAAA'), 0, 9)).status).toBe(
      404,
    );
    expect((await send(address, 10, 19)).status).toBe(409);
    const other = Buffer.concat([bytes, bytes]);
    expect((await send(address, 0, 9, other)).status).toBe(400);
    const rubbish = Buffer.alloc(500, 'x');
    const wrong = (await begin({ size: rubbish.length })).body.address;
    const refused = await send(wrong, 0, rubbish.length - 1, rubbish);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('not a usable MP4'),
    ]);
    expect((await stateOf(wrong)).received).toBe(0);
    expect((await begin({ size: 3_000_000_000 })).status).toBe(413);
    expect((await begin({ camera: 7 })).status).toBe(400);
    expect((await begin({ vehicle: fleet.vehicles.f1.vehicleId })).status).toBe(404);
    expect((await begin({}, fleet.people.readonly)).status).toBe(403);
  });
});

describe('retention and quota', () => {
  it('[F-P01] clips nobody keeps go after the days the customer says', async () => {
    const clip = await readyClip();
    const settings = { retention_days: 7, quota_bytes: 5_000_000_000, live_limit_s: 600 };
    expect((await call('PUT', 'storage/', settings, fleet.people.manager)).status).toBe(403);
    const changed = await call('PUT', 'storage/', settings);
    contract.video.changeStorage.answer.parse(changed.body);
    expect(changed.body).toMatchObject({ ...settings, clips: 1, state: 'ok' });
    expect(changed.body.used_bytes).toBeGreaterThan(0);
    const read = async () => (await call('GET', `video_requests/${clip.id}/`)).body;
    const days = (Date.parse((await read()).expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(await removeExpired(api.services)).toBe(0);
    const { pool } = api.services.db;
    await pool.query('update video_requests set expires_at = now(), keep = true');
    expect(await removeExpired(api.services)).toBe(0);
    await pool.query('update video_requests set keep = false');
    expect(await removeExpired(api.services)).toBe(1);
    expect((await call('GET', `video_requests/${clip.id}/`)).status).toBe(404);
    expect(await removeEnded(api.services)).toBeGreaterThanOrEqual(2);
  });

  it('[F-P01] those who administer are told once when nine tenths are used', async () => {
    await readyClip();
    const { used_bytes } = (await call('GET', 'storage/')).body;
    const { customerId } = fleet.home;
    await api.services.db.pool.query(
      'insert into video_settings (customer_id, quota_bytes) values ($1, $2)',
      [customerId, Math.floor(used_bytes / 0.95)],
    );
    expect((await call('GET', 'storage/')).body.state).toBe('nearly-full');
    expect(await warnOfQuota(api.services, customerId)).toBe(true);
    expect(await warnOfQuota(api.services, customerId)).toBe(false);
  });
});

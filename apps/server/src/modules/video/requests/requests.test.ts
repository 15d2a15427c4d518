import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { makeMp4 } from '../../../../test/mp4.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { filmFleet, giveCameras, TestSource } from '../../../../test/video-fleet.ts';
import { startFetching } from '../index.ts';

const PATH = '/video-evidence/api/video_requests/';
const PACE = { pollMs: 50, renewMs: 20, leaseS: 30 };
const WAIT_MS = 20_000;
let api: TestApi;
let fleet: TrackedFleet;
let source: TestSource;
let stopFetching: (() => Promise<void>) | null = null;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await filmFleet(api.services.db, fleet);
});
afterAll(() => api.close());
beforeEach(() => {
  source = new TestSource();
  Object.assign(api.services.videoSources, { jt1078: source });
});
afterEach(async () => {
  await stopFetching?.();
  stopFetching = null;
  await api.services.db.pool.query('delete from video_requests; delete from video_settings');
});

const fetching = () => {
  stopFetching = startFetching(api.services, PACE);
};
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const wanted = (changed: object = {}) => ({
  vehicle: fleet.vehicles.n1.vehicleId,
  start: ago(600),
  duration: 30,
  ...changed,
});
interface Asking {
  as?: number;
  key?: string;
}
const ask = (body: object, { as = fleet.people.manager, key }: Asking = {}): Promise<Answer> =>
  api.ask(PATH, {
    as,
    method: 'POST',
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const read = async (id: number, as = fleet.people.manager) =>
  (await api.ask(`${PATH}${id}/`, { as })).body;
const post = (id: number, what: string) =>
  api.ask(`${PATH}${id}/${what}/`, { as: fleet.people.manager, method: 'POST' });
async function untilState(id: number, state: string, error: string | null = null) {
  await until(async () => {
    const found = await read(id);
    return found.state === state && found.error === error;
  }, WAIT_MS);
  return read(id);
}

describe('a request for a stretch', () => {
  it('[RP-11] [RP-12] [F-P03] [F-40] is queued, fetched and ready with a file a camera', async () => {
    const asked = await ask(wanted({ reason: 'A complaint', tags: ['gate'] }));
    expect(asked.status).toBe(201);
    contract.video.create.answer.parse(asked.body);
    expect(asked.body).toMatchObject({
      state: 'requested',
      error: null,
      files: [],
      cameras: [1, 2],
      kind: 'requested',
      requested_by: 'Ada Hill',
      reason: 'A complaint',
      tags: ['gate'],
      live: false,
    });
    fetching();
    const ready = await untilState(asked.body.id, 'ready');
    contract.video.read.answer.parse(ready);
    expect(ready.files.map((file: { camera: number }) => file.camera)).toEqual([1, 2]);
    expect(ready).toMatchObject({ progress: 100, duration: 30, registration: 'N1 AAA' });
    const expected = makeMp4({ durationMs: 30_000, seed: 2 });
    expect(ready.files[1]).toMatchObject({
      size: expected.length,
      width: 640,
      height: 360,
      media_type: 'video/mp4',
      start: ready.start,
    });
    const file = await fetch(api.url + ready.files[1].URL, { headers: { range: 'bytes=0-99' } });
    expect(file.status).toBe(206);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(expected.subarray(0, 100));
    const saved = await fetch(api.url + ready.files[1].download_URL);
    expect(saved.headers.get('content-disposition')).toMatch(/filename="N1 AAA .* camera 2\.mp4"/);
    const keptMs = Date.parse(ready.expires_at) - Date.parse(ready.ready_at);
    expect(Math.round(keptMs / 86_400_000)).toBe(30);
  });

  it('[F-P03] shows its progress while it comes, and is fetched two cameras at a time', async () => {
    source.durationMs = 600;
    const { body } = await ask(wanted({ vehicle: fleet.vehicles.s1.vehicleId }));
    fetching();
    const seen = new Set<number>();
    await until(async () => {
      const { state, progress } = await read(body.id);
      if (state === 'uploading') seen.add(progress);
      return state === 'ready';
    }, WAIT_MS);
    expect([...seen].some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    expect(source.mostAtOnce).toBe(2);
    expect((await read(body.id)).files).toHaveLength(4);
  });

  it('[RP-11] made twice with one key is one, also at the same moment', async () => {
    const body = wanted();
    const answers = await Promise.all([1, 2, 3].map(() => ask(body, { key: 'click-1' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await ask(body, { key: 'click-1', as: fleet.people.admin });
    expect(other.body.id).not.toBe(answers[0]?.body.id);
    expect((await ask(body, { key: 'ä'.repeat(3) })).status).toBe(400);
  });

  it('[F-36] [F-37] [F-38] [F-39] is refused with a text beside the wrong field', async () => {
    const fault = async (changed: object) => {
      const { status, body } = await ask(wanted(changed));
      return [status, Object.keys(body.errors ?? {})[0]];
    };
    for (const duration of [0, 25, 31, 125, -5]) {
      expect(await fault({ duration }), String(duration)).toEqual([400, 'duration']);
    }
    expect(await fault({ live: true, start: ago(0), duration: 35 })).toEqual([400, 'duration']);
    expect(await fault({ start: ago(10) })).toEqual([400, 'start']);
    expect(await fault({ start: ago(-3600) })).toEqual([400, 'start']);
    expect(await fault({ live: true, duration: 15, start: ago(600) })).toEqual([400, 'start']);
    expect(await fault({ cameras: [3] })).toEqual([400, 'cameras']);
    expect(await fault({ start: 'yesterday' })).toEqual([400, 'start']);
    for (const duration of [30, 75, 120])
      expect((await ask(wanted({ duration }))).status).toBe(201);
    const live = wanted({ live: true, start: ago(0), duration: 15, cameras: [2] });
    expect((await ask(live)).body).toMatchObject({ live: true, cameras: [2] });
  });

  it('[F-P04] is refused before the earliest footage that the device told of', async () => {
    const { pool } = api.services.db;
    const oldest = new Date(Date.now() - 300_000);
    await pool.query('update cameras set oldest_footage_at = $1', [oldest]);
    expect((await ask(wanted())).body.errors.start[0]).toContain('earliest footage');
    expect((await ask(wanted({ start: ago(200) }))).status).toBe(201);
    await pool.query('update cameras set oldest_footage_at = null');
  });

  it('[F-P03] [U-P03] is refused for a vehicle without a camera, and unknown for one out of sight', async () => {
    const none = await ask(wanted({ vehicle: fleet.vehicles.n2.vehicleId }));
    expect([none.status, none.body.detail]).toEqual([400, 'This vehicle has no camera.']);
    await giveCameras(api.services.db, fleet.home.customerId, fleet.vehicles.n2.trackerId, 1, {
      source: 'upload',
    });
    expect((await ask(wanted({ vehicle: fleet.vehicles.n2.vehicleId }))).status).toBe(400);
    const { vehicles, people } = fleet;
    expect((await ask(wanted({ vehicle: vehicles.f1.vehicleId }))).status).toBe(404);
    const south = wanted({ vehicle: vehicles.s1.vehicleId });
    expect((await ask(south, { as: people.north })).status).toBe(404);
    expect((await ask(south, { as: people.readonly })).status).toBe(403);
    const { body } = await ask(south);
    for (const other of [people.north, people.foreign]) {
      expect((await api.ask(`${PATH}${body.id}/`, { as: other })).status).toBe(404);
    }
    expect((await api.ask(`${PATH}${body.id}/`, { as: people.driver })).status).toBe(200);
  });
});

describe('a device that cannot give it', () => {
  it('[F-P03] waits for a device that is offline, and begins when it connects', async () => {
    source.isOnline = false;
    const { body } = await ask(wanted());
    fetching();
    const waiting = await untilState(body.id, 'requested', 'device_offline');
    const hours = (Date.parse(waiting.waits_until) - Date.parse(waiting.created_at)) / 3_600_000;
    expect(Math.round(hours)).toBe(48);
    await api.services.db.pool.query(
      `update video_requests set next_try_at = now() + interval '1 hour'`,
    );
    source.isOnline = true;
    const { trackerId } = fleet.vehicles.n1;
    await until(async () => {
      api.services.bus.publish('cameras.connected', { trackerId });
      return (await read(body.id)).state === 'ready';
    }, WAIT_MS);
  });

  it('[F-P03] fails when the device has not come for 48 hours', async () => {
    source.isOnline = false;
    const { body } = await ask(wanted());
    await api.services.db.pool.query('update video_requests set give_up_at = now()');
    fetching();
    await untilState(body.id, 'failed', 'device_offline');
  });

  it.each([
    ['refused', 'refused'],
    ['no-recording', 'no_recording'],
    ['unsupported', 'unsupported'],
    ['too-large', 'too_large'],
  ] as const)('[F-P03] that says %s ends it, with the reason', async (failure, error) => {
    source.outcomes.set(1, [failure]);
    source.outcomes.set(2, [failure]);
    const { body } = await ask(wanted());
    fetching();
    await untilState(body.id, 'failed', error);
    source.outcomes.clear();
    expect((await post(body.id, 'retry')).body.state).toBe('requested');
    await untilState(body.id, 'ready');
    expect((await post(body.id, 'retry')).status).toBe(409);
  });

  it('[F-P03] that has one camera only gives that one; a broken link goes on with the other', async () => {
    source.outcomes.set(1, ['interrupted']);
    source.outcomes.set(2, ['no-recording', 'no-recording']);
    const { body } = await ask(wanted());
    fetching();
    await untilState(body.id, 'requested', 'interrupted');
    await api.services.db.pool.query('update video_requests set next_try_at = now()');
    const ready = await untilState(body.id, 'ready');
    expect(ready.files.map((file: { camera: number }) => file.camera)).toEqual([1]);
  });

  it('[F-P01] that sends rubbish, and a store that is down, are told apart', async () => {
    source.content = Buffer.from('this is no video');
    const rubbish = await ask(wanted());
    fetching();
    await untilState(rubbish.body.id, 'failed', 'bad_file');
    source.content = null;
    const folder = join(api.services.config.dataDir, 'files', `c${fleet.home.customerId}`);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const { body } = await ask(wanted());
    await untilState(body.id, 'requested', 'store_down');
    rmSync(folder);
    await post(body.id, 'retry');
    await untilState(body.id, 'ready');
  });
});

describe('the way of a request', () => {
  it('[F-P03] goes on after a restart where it stood, and fetches nothing twice', async () => {
    source.durationMs = 400;
    const { body } = await ask(wanted({ vehicle: fleet.vehicles.s1.vehicleId }));
    fetching();
    await until(async () => (await read(body.id)).files.length >= 2, WAIT_MS);
    await stopFetching?.();
    const { pool } = api.services.db;
    const { rows } = await pool.query('select leased_until from video_requests');
    expect(rows[0].leased_until).toBeNull();
    fetching();
    await untilState(body.id, 'ready');
    const channels = source.fetched.map(({ camera }) => camera.channel);
    expect(channels.filter((channel) => channel <= 2).sort()).toEqual([1, 2]);
    expect((await read(body.id)).files).toHaveLength(4);
  });

  it('[F-P03] one that another process holds is left alone until its lease ends', async () => {
    const { body } = await ask(wanted());
    const { pool } = api.services.db;
    const lease = (until: string) =>
      pool.query(
        `update video_requests set lease = gen_random_uuid(), state = 'uploading',
        leased_until = now() ${until} where id = $1`,
        [body.id],
      );
    await lease(`+ interval '1 hour'`);
    fetching();
    await new Promise((done) => setTimeout(done, 300));
    expect(source.fetched).toEqual([]);
    await lease(`- interval '1 second'`);
    await untilState(body.id, 'ready');
  });

  it('[F-P03] is ended by whoever cancels it, also under way', async () => {
    source.durationMs = 60_000;
    const { body } = await ask(wanted());
    fetching();
    await until(() => source.underWay === 2, WAIT_MS);
    expect((await post(body.id, 'cancel')).body).toMatchObject({
      state: 'failed',
      error: 'cancelled',
    });
    expect((await post(body.id, 'cancel')).status).toBe(409);
    const before = source.fetched.length;
    source.durationMs = 20;
    await post(body.id, 'retry');
    await untilState(body.id, 'ready');
    expect(source.fetched.length).toBeGreaterThan(before);
  });

  it('[F-P01] can be removed with its files, and kept past retention', async () => {
    const { body } = await ask(wanted());
    fetching();
    const ready = await untilState(body.id, 'ready');
    const change = (words: object) =>
      api.ask(`${PATH}${body.id}/`, {
        as: fleet.people.manager,
        method: 'PUT',
        body: { notes: '', tags: [], keep: false, ...words },
      });
    const kept = await change({ notes: 'For the insurer', tags: ['claim', 'claim'], keep: true });
    expect(kept.body).toMatchObject({ keep: true, expires_at: null, tags: ['claim'] });
    expect((await change({ keep: false })).body.expires_at).not.toBeNull();
    const removed = await api.ask(`${PATH}${body.id}/`, {
      as: fleet.people.manager,
      method: 'DELETE',
    });
    expect(removed.status).toBe(204);
    expect((await fetch(api.url + ready.files[0].URL)).status).toBe(404);
    const { rows } = await api.services.db.pool.query(
      `select count(*)::int as left from files where purpose = 'video' and kept_until is null`,
    );
    expect(rows[0].left).toBe(0);
  });

  it('[F-P01] is refused with a clear text where the quota is used up', async () => {
    const { body } = await ask(wanted());
    fetching();
    await untilState(body.id, 'ready');
    await api.services.db.pool.query(
      'insert into video_settings (customer_id, quota_bytes) values ($1, 1000)',
      [fleet.home.customerId],
    );
    const full = await ask(wanted());
    expect([full.status, full.body.detail]).toEqual([
      409,
      expect.stringContaining('The video store is full'),
    ]);
    expect((await read(body.id)).state).toBe('ready');
  });
});

describe('the list of requests', () => {
  it('[RP-10] [F-P01] is filtered, ordered and paged', async () => {
    const { n1, s1 } = fleet.vehicles;
    const old = (await ask(wanted({ start: ago(7200), tags: ['gate'] }))).body.id;
    const young = (await ask(wanted({ start: ago(600) }))).body.id;
    const south = (await ask(wanted({ vehicle: s1.vehicleId, notes: 'Load 50%' }))).body.id;
    const list = async (query: string, as = fleet.people.manager) => {
      const { body } = await api.ask(`${PATH}?${query}`, { as });
      contract.video.list.answer.parse(body);
      return [body.count, body.results.map(({ id }: { id: number }) => id)];
    };
    expect(await list('')).toEqual([3, [south, young, old].sort((a, b) => order(a) - order(b))]);
    function order(id: number) {
      return id === old ? 3 : id === young ? 2 : 1;
    }
    expect(await list(`vehicle=${n1.vehicleId}&ordering=start`)).toEqual([2, [old, young]]);
    expect(await list(`vehicle=${n1.vehicleId}&pageSize=1&page=2`)).toEqual([2, [old]]);
    expect(await list('tag=gate')).toEqual([1, [old]]);
    expect(await list('search=50%25')).toEqual([1, [south]]);
    expect(await list('camera=4')).toEqual([1, [south]]);
    expect(await list('state=ready')).toEqual([0, []]);
    expect(await list('event=41')).toEqual([0, []]);
    expect(await list(`start=${ago(7190)}&end=${ago(7000)}`)).toEqual([1, [old]]);
    expect(await list(`start=${ago(7000)}&vehicle=${n1.vehicleId}`)).toEqual([1, [young]]);
    expect(await list('', fleet.people.north)).toEqual([2, [young, old]]);
    expect(await list('', fleet.people.foreign)).toEqual([0, []]);
  });
});

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { until } from '../../../../../test/device.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import {
  REQUESTS,
  type RequestDesk,
  WAIT_MS,
  withRequestDesk,
} from '../../../../../test/video-requests.ts';
import { createFiles, type Files } from '../../../../platform/files/index.ts';

let desk: RequestDesk;
let api: TestApi;
let fleet: TrackedFleet;

withRequestDesk((opened) => {
  ({ desk, api, fleet } = opened);
});

describe('a device that cannot deliver video', () => {
  it('[F-P03] waits for an offline device and starts when it connects', async () => {
    desk.source.isOnline = false;
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    const waiting = await desk.untilState(body.id, 'requested', 'device_offline');
    const hours = (Date.parse(waiting.waits_until) - Date.parse(waiting.created_at)) / 3_600_000;
    expect(Math.round(hours)).toBe(48);
    await api.services.db.pool.query(
      `update video_requests set next_try_at = now() + interval '1 hour'`,
    );
    desk.source.isOnline = true;
    const { trackerId } = fleet.vehicles.n1;
    await until(async () => {
      api.services.bus.publish('cameras.connected', { trackerId });
      return (await desk.read(body.id)).state === 'ready';
    }, WAIT_MS);
  });

  it('[F-P03] fails when the device stays offline for 48 hours', async () => {
    desk.source.isOnline = false;
    const { body } = await desk.ask(desk.wanted());
    await api.services.db.pool.query('update video_requests set give_up_at = now()');
    desk.fetching();
    await desk.untilState(body.id, 'failed', 'device_offline');
  });

  it.each([
    ['refused', 'refused'],
    ['no-recording', 'no_recording'],
    ['unsupported', 'unsupported'],
    ['too-large', 'too_large'],
  ] as const)('[F-P03] ends with the reason if the device reports %s', async (failure, error) => {
    desk.source.outcomes.set(1, [failure]);
    desk.source.outcomes.set(2, [failure]);
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await desk.untilState(body.id, 'failed', error);
    desk.source.outcomes.clear();
    expect((await desk.post(body.id, 'retry')).body.state).toBe('requested');
    await desk.untilState(body.id, 'ready');
    expect((await desk.post(body.id, 'retry')).status).toBe(409);
  });

  it('[F-P03] delivers the camera it has; continues with the other after a broken link', async () => {
    desk.source.outcomes.set(1, ['interrupted']);
    desk.source.outcomes.set(2, ['no-recording', 'no-recording']);
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await desk.untilState(body.id, 'requested', 'interrupted');
    await api.services.db.pool.query('update video_requests set next_try_at = now()');
    const ready = await desk.untilState(body.id, 'ready');
    expect(ready.files.map((file: { camera: number }) => file.camera)).toEqual([1]);
  });

  it('[F-P01] distinguishes invalid files from an unavailable store', async () => {
    desk.source.content = Buffer.from('this is no video');
    const rubbish = await desk.ask(desk.wanted());
    desk.fetching();
    await desk.untilState(rubbish.body.id, 'failed', 'bad_file');
    desk.source.content = null;
    const folder = join(api.services.config.dataDir, 'files', `c${fleet.home.customerId}`);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const { body } = await desk.ask(desk.wanted());
    await desk.untilState(body.id, 'requested', 'store_down');
    rmSync(folder);
    await desk.post(body.id, 'retry');
    await desk.untilState(body.id, 'ready');
  });
});

describe('a nearly full disk', () => {
  let freeBytes = 0;
  let space: Files['space'];
  beforeAll(() => {
    const { files, config } = api.services;
    space = files.space;
    const small = createFiles({ ...config, filesReserveBytes: 100 }, async () => freeBytes);
    Object.assign(files, { space: small.space });
  });
  afterAll(() => {
    Object.assign(api.services.files, { space });
  });
  const leftBehind = () => {
    const folder = join(api.services.config.dataDir, 'files', '.incoming');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('[F-P03] starts no fetch until there is space, then starts automatically', async () => {
    freeBytes = 199;
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await desk.untilState(body.id, 'requested', 'disk_full');
    expect(desk.source.fetched).toEqual([]);
    freeBytes = 200;
    await desk.untilState(body.id, 'ready');
  });

  it('[F-P03] aborts a running fetch, stores nothing and fetches it again', async () => {
    freeBytes = 200;
    desk.source.durationMs = 60_000;
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await until(() => desk.source.underWay === 2);
    freeBytes = 199;
    await desk.untilState(body.id, 'requested', 'disk_full');
    expect(desk.source.underWay).toBe(0);
    expect((await desk.read(body.id)).files).toEqual([]);
    expect(leftBehind()).toEqual([]);
    freeBytes = 200;
    desk.source.durationMs = 30;
    expect((await desk.untilState(body.id, 'ready')).files).toHaveLength(2);
  });
});

describe('the life of a request', () => {
  it('[F-P03] continues after a restart and fetches nothing twice', async () => {
    desk.source.durationMs = 400;
    const { body } = await desk.ask(desk.wanted({ vehicle: fleet.vehicles.s1.vehicleId }));
    desk.fetching();
    await until(async () => (await desk.read(body.id)).files.length >= 2, WAIT_MS);
    await desk.stopFetching();
    const { pool } = api.services.db;
    const { rows } = await pool.query('select leased_until from video_requests');
    expect(rows[0].leased_until).toBeNull();
    desk.fetching();
    await desk.untilState(body.id, 'ready');
    const channels = desk.source.fetched.map(({ camera }) => camera.channel);
    expect(channels.filter((channel) => channel <= 2).sort()).toEqual([1, 2]);
    expect((await desk.read(body.id)).files).toHaveLength(4);
  });

  it('[F-P03] is not claimed by a second process until its lease expires', async () => {
    const { body } = await desk.ask(desk.wanted());
    const { pool } = api.services.db;
    const lease = (until: string) =>
      pool.query(
        `update video_requests set lease = gen_random_uuid(), state = 'uploading',
        leased_until = now() ${until} where id = $1`,
        [body.id],
      );
    await lease(`+ interval '1 hour'`);
    desk.fetching();
    await new Promise((done) => setTimeout(done, 300));
    expect(desk.source.fetched).toEqual([]);
    await lease(`- interval '1 second'`);
    await desk.untilState(body.id, 'ready');
  });

  it('[F-P03] can be cancelled, also while running', async () => {
    desk.source.durationMs = 60_000;
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await until(() => desk.source.underWay === 2, WAIT_MS);
    expect((await desk.post(body.id, 'cancel')).body).toMatchObject({
      state: 'failed',
      error: 'cancelled',
    });
    expect((await desk.post(body.id, 'cancel')).status).toBe(409);
    const before = desk.source.fetched.length;
    desk.source.durationMs = 20;
    await desk.post(body.id, 'retry');
    await desk.untilState(body.id, 'ready');
    expect(desk.source.fetched.length).toBeGreaterThan(before);
  });

  it('[F-P01] can be removed with its files, and kept beyond retention', async () => {
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    const ready = await desk.untilState(body.id, 'ready');
    const change = (words: object) =>
      api.ask(`${REQUESTS}${body.id}/`, {
        as: fleet.people.manager,
        method: 'PUT',
        body: words,
      });
    // Two concurrent changes, as by two people: neither overwrites the other.
    await Promise.all([
      change({ notes: 'For the insurer', tags: ['claim', 'claim'] }),
      change({ keep: true }),
    ]);
    const words = { notes: 'For the insurer', tags: ['claim'] };
    const kept = await api.ask(`${REQUESTS}${body.id}/`, { as: fleet.people.manager });
    expect(kept.body).toMatchObject({ keep: true, expires_at: null, ...words });
    const released = await change({ keep: false });
    expect(released.body).toMatchObject({ keep: false, ...words });
    expect(released.body.expires_at).not.toBeNull();
    const removed = await api.ask(`${REQUESTS}${body.id}/`, {
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

  it('[F-P01] is refused with a clear text when the quota is used up', async () => {
    const { body } = await desk.ask(desk.wanted());
    desk.fetching();
    await desk.untilState(body.id, 'ready');
    await api.services.db.pool.query(
      'insert into video_settings (customer_id, quota_bytes) values ($1, 1000)',
      [fleet.home.customerId],
    );
    const full = await desk.ask(desk.wanted());
    expect([full.status, full.body.detail]).toEqual([
      409,
      expect.stringContaining('The video store is full'),
    ]);
    expect((await desk.read(body.id)).state).toBe('ready');
  });
});

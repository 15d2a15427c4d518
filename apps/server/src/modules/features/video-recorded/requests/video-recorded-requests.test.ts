import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { until } from '../../../../../test/device.ts';
import { makeMp4 } from '../../../../../test/mp4.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import { giveCameras } from '../../../../../test/video-fleet.ts';
import {
  ago,
  REQUESTS,
  type RequestDesk,
  WAIT_MS,
  withRequestDesk,
} from '../../../../../test/video-requests.ts';

let desk: RequestDesk;
let api: TestApi;
let fleet: TrackedFleet;

withRequestDesk((opened) => {
  ({ desk, api, fleet } = opened);
});

describe('a request for recorded video', () => {
  it('[RP-11] [F-40] is queued, with its start in UTC, duration, vehicle and cameras', async () => {
    const asked = await desk.ask(desk.wanted({ reason: 'A complaint', tags: ['gate'] }));
    expect(asked.status).toBe(201);
    expect(asked.headers.get('cache-control')).toBe('no-store');
    contract.videoRecorded.create.answer.parse(asked.body);
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
    expect(asked.body).toMatchObject({
      vehicle: fleet.vehicles.n1.vehicleId,
      duration: 30,
      start: expect.stringMatching(/Z$/),
    });
  });

  it('[RP-12] [F-P03] is fetched, and ready with one file per camera', async () => {
    const asked = await desk.ask(desk.wanted());
    desk.fetching();
    const ready = await desk.untilState(asked.body.id, 'ready');
    contract.videoRecorded.read.answer.parse(ready);
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

  it('[F-P03] shows its progress, and fetches two cameras at a time', async () => {
    desk.source.durationMs = 600;
    const { body } = await desk.ask(desk.wanted({ vehicle: fleet.vehicles.s1.vehicleId }));
    desk.fetching();
    const seen = new Set<number>();
    await until(async () => {
      const { state, progress } = await desk.read(body.id);
      if (state === 'uploading') seen.add(progress);
      return state === 'ready';
    }, WAIT_MS);
    expect([...seen].some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    expect(desk.source.mostAtOnce).toBe(2);
    expect((await desk.read(body.id)).files).toHaveLength(4);
  });

  it('[RP-11] is made once per idempotency key, also concurrently', async () => {
    const body = desk.wanted();
    const answers = await Promise.all([1, 2, 3].map(() => desk.ask(body, { key: 'click-1' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await desk.ask(body, { key: 'click-1', as: fleet.people.admin });
    expect(other.body.id).not.toBe(answers[0]?.body.id);
    expect((await desk.ask(body, { key: 'ä'.repeat(3) })).status).toBe(400);
  });

  const errorOf = async (changed: object) => {
    const { status, body } = await desk.ask(desk.wanted(changed));
    return [status, Object.keys(body.errors ?? {})[0]];
  };

  it('[F-37] [F-38] lasts 30 to 120 s in steps of 5 s', async () => {
    for (const duration of [0, 25, 31, 125, -5]) {
      expect(await errorOf({ duration }), String(duration)).toEqual([400, 'duration']);
    }
    for (const duration of [30, 75, 120])
      expect((await desk.ask(desk.wanted({ duration }))).status).toBe(201);
  });

  it('[F-39] lasts at most 30 s if it is live', async () => {
    expect(await errorOf({ live: true, start: ago(0), duration: 35 })).toEqual([400, 'duration']);
    const live = desk.wanted({ live: true, start: ago(0), duration: 15, cameras: [2] });
    expect((await desk.ask(live)).body).toMatchObject({ live: true, cameras: [2] });
  });

  it('[F-36] is refused if the start is out of range or a camera is unknown', async () => {
    expect(await errorOf({ start: ago(10) })).toEqual([400, 'start']);
    expect(await errorOf({ start: ago(-3600) })).toEqual([400, 'start']);
    expect(await errorOf({ live: true, duration: 15, start: ago(600) })).toEqual([400, 'start']);
    expect(await errorOf({ cameras: [3] })).toEqual([400, 'cameras']);
    expect(await errorOf({ start: 'yesterday' })).toEqual([400, 'start']);
  });

  it('[F-P04] is refused before the earliest footage that the device reported', async () => {
    const { pool } = api.services.db;
    const oldest = new Date(Date.now() - 300_000);
    await pool.query('update cameras set oldest_footage_at = $1', [oldest]);
    expect((await desk.ask(desk.wanted())).body.errors.start[0]).toContain('earliest footage');
    expect((await desk.ask(desk.wanted({ start: ago(200) }))).status).toBe(201);
    await pool.query('update cameras set oldest_footage_at = null');
  });

  it('[F-P03] [U-P03] answers 400 for a vehicle without a camera, 404 for an invisible one', async () => {
    const none = await desk.ask(desk.wanted({ vehicle: fleet.vehicles.n2.vehicleId }));
    expect([none.status, none.body.detail]).toEqual([400, 'This vehicle has no camera.']);
    await giveCameras(api.services.db, fleet.home.customerId, fleet.vehicles.n2.trackerId, 1, {
      source: 'upload',
    });
    expect((await desk.ask(desk.wanted({ vehicle: fleet.vehicles.n2.vehicleId }))).status).toBe(
      400,
    );
    const { vehicles, people } = fleet;
    expect((await desk.ask(desk.wanted({ vehicle: vehicles.f1.vehicleId }))).status).toBe(404);
    const south = desk.wanted({ vehicle: vehicles.s1.vehicleId });
    expect((await desk.ask(south, { as: people.north })).status).toBe(404);
    expect((await desk.ask(south, { as: people.readonly })).status).toBe(403);
    const { body } = await desk.ask(south);
    for (const other of [people.north, people.foreign]) {
      expect((await api.ask(`${REQUESTS}${body.id}/`, { as: other })).status).toBe(404);
    }
    expect((await api.ask(`${REQUESTS}${body.id}/`, { as: people.driver })).status).toBe(200);
  });
});

describe('the list of requests', () => {
  it('[RP-10] [F-P01] is filtered, sorted and paged', async () => {
    const { n1, s1 } = fleet.vehicles;
    const old = (await desk.ask(desk.wanted({ start: ago(7200), tags: ['gate'] }))).body.id;
    const young = (await desk.ask(desk.wanted({ start: ago(600) }))).body.id;
    const south = (await desk.ask(desk.wanted({ vehicle: s1.vehicleId, notes: 'Load 50%' }))).body
      .id;
    const list = async (query: string, as = fleet.people.manager) => {
      const { body } = await api.ask(`${REQUESTS}?${query}`, { as });
      contract.videoRecorded.list.answer.parse(body);
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

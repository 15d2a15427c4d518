import { spawnSync } from 'node:child_process';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { addEvent } from '../../../../../test/derived-rows.ts';
import { until } from '../../../../../test/device.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import { type FilmedApi, filmedApi, giveCameras } from '../../../../../test/video-fleet.ts';
import type { DerivedEvent } from '../../../../platform/bus/index.ts';
import { registerVideoRecordedJobs, startClips, startFetching } from '../index.ts';

const WAIT_MS = 20_000;
const HARSH_BRAKING = 41;
let film: FilmedApi;
let api: TestApi;
let fleet: TrackedFleet;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  film = await filmedApi();
  ({ api, fleet } = film);
  registerVideoRecordedJobs(api.services);
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
});

const call: FilmedApi['call'] = (...asked) => film.call(...asked);
const clips = () => film.clips();

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
const publish = (...events: DerivedEvent[]) =>
  api.services.bus.publish('events.derived', { events });

describe('clips requested for events', () => {
  it('[F-P01] requests one clip per event, 10 s before to 10 s after, despite repeats', async () => {
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
    publish(braking, ignition);
    publish(braking);
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    publish(braking);
    publish(happened({ eventCode: 50 }));
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

  it('[F-P01] does not fetch a second clip for events that one clip covers', async () => {
    const crash = happened({ eventCode: 45 });
    publish(crash, { ...crash, eventCode: 75 });
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    expect(await clips()).toHaveLength(1);
  });

  it('[F-P01] requests none without a camera, before its installation or above 12 an hour', async () => {
    const { n1, n2, s2 } = fleet.vehicles;
    const { customerId } = fleet.home;
    await giveCameras(api.services.db, customerId, s2.trackerId, 1, { since: '2100-01-01' });
    const atMs = Date.now() - 200_000_000;
    publish(
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

  it('[F-P01] applies the rules to events after they were made', async () => {
    const rules = await call('GET', 'clip_rules/', undefined, fleet.people.manager);
    contract.videoRecorded.clipRules.answer.parse(rules.body);
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
    publish(happened({ eventCode: 42 }));
    publish(happened({ occurredMs: Date.now() + 1000 }));
    publish(happened({ eventCode: 42, occurredMs: Date.now() + 2000 }));
    await until(async () => (await clips()).length > 0, WAIT_MS);
    expect(await clips()).toMatchObject([{ event: { code: 42 }, duration: 25, cameras: [2] }]);
  });
});

describe('the data and the burnt-in copy of a clip', () => {
  it('[F-P01] exports the trail as GPX and CSV, also when the positions are deleted', async () => {
    const event = happened();
    const { pool } = api.services.db;
    await pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         latitude, longitude, speed_kmh, heading_deg, fix_valid)
       select $1, $2, to_timestamp($3 / 1000.0) + make_interval(secs => n), n, $4,
         52 + n / 1000.0, -1, 30 + n, 90, true from generate_series(-10, 10) n`,
      [event.customerId, event.vehicleId, event.occurredMs, fleet.vehicles.n1.trackerId],
    );
    publish(event);
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

  it('[F-P01] burns the data into a copy if ffmpeg is installed, else answers 409', async () => {
    publish(happened());
    await until(async () => (await clips())[0]?.state === 'ready', WAIT_MS);
    const [clip] = await clips();
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
    // The test frames are noise that ffmpeg cannot decode: the copy fails and leaves no files.
    await until(async () => (await call('GET', path)).body.burnt_in === 'failed', WAIT_MS);
    expect((await call('GET', path)).body.files).toHaveLength(2);
  });
});

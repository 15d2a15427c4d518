import { contract } from '@roadworthy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { makeMp4 } from '../../../../../test/mp4.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import { type RequestDesk, withRequestDesk } from '../../../../../test/video-requests.ts';
import { removeEnded } from '../../../../platform/files/index.ts';
import { removeExpired, warnOfQuota } from './video-recorded-storage-retention.ts';

let desk: RequestDesk;
let api: TestApi;
let fleet: TrackedFleet;

withRequestDesk((opened) => {
  ({ desk, api, fleet } = opened);
});
// Mails remain in the job queue.
beforeAll(() => api.services.jobs.start({ work: false }));

const call: RequestDesk['film']['call'] = (...asked) => desk.film.call(...asked);

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

  it.each([
    ['camera', 400, { camera: 9 }],
    ['start', 400, { start: new Date(Date.now() + 3_600_000).toISOString() }],
    ['size', 413, { size: 2_000_000_001 }],
    ['name', 400, { name: '' }],
  ])('are refused with an error for %s before any data is sent', async (field, status, changed) => {
    const answer = await begin(changed);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
  });

  it('[F-P03] of an MP4 arrive in chunks, resume after an interruption and become a clip', async () => {
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

  it('[F-P03] are refused at a wrong address or offset, and for other file types', async () => {
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
      expect.stringContaining('This MP4 cannot be used'),
    ]);
    expect((await stateOf(wrong)).received).toBe(0);
    expect((await begin({ size: 3_000_000_000 })).status).toBe(413);
    expect((await begin({ camera: 7 })).status).toBe(400);
    expect((await begin({ vehicle: fleet.vehicles.f1.vehicleId })).status).toBe(404);
    expect((await begin({}, fleet.people.readonly)).status).toBe(403);
  });
});

describe('retention and quota', () => {
  it('[F-P01] deletes clips that are not marked to keep after the days that are set', async () => {
    const clip = await desk.readyClip();
    const settings = { retention_days: 7, quota_bytes: 5_000_000_000, live_limit_s: 600 };
    expect((await call('PUT', 'storage/', settings, fleet.people.manager)).status).toBe(403);
    const changed = await call('PUT', 'storage/', settings);
    contract.videoRecorded.changeStorage.answer.parse(changed.body);
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

  it('[F-P01] warns administrators once when 90 % are used', async () => {
    await desk.readyClip();
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

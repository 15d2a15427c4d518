import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { until } from '../../../../../test/device.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';
import { type RequestDesk, WAIT_MS, withRequestDesk } from '../../../../../test/video-requests.ts';

const BASE = '/video-evidence/api/';
let desk: RequestDesk;
let api: TestApi;
let fleet: TrackedFleet;

withRequestDesk((opened) => {
  ({ desk, api, fleet } = opened);
});

const call: RequestDesk['film']['call'] = (...asked) => desk.film.call(...asked);

describe('the viewing log', () => {
  it('[F-P01] names who watched which vehicle, when and why, once per viewing', async () => {
    const clip = await desk.readyClip();
    const { manager, north, admin } = fleet.people;
    const own = (await call('GET', `video_requests/${clip.id}/`, undefined, manager)).body;
    const log = async (query = `request=${clip.id}`, as = admin) => {
      const { body } = await call('GET', `views/?${query}`, undefined, as);
      contract.videoRecorded.views.answer.parse(body);
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

  it('[RP-08] [U-P03] a bearer token reads files of visible clips, with the video permission', async () => {
    desk.fetching();
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
  it('[F-P01] opens without sign-in until it is revoked or expires, and logs each view', async () => {
    const clip = await desk.readyClip();
    const path = `video_requests/${clip.id}/shares/`;
    const made = await call('POST', path, { expires_in_hours: 48, note: 'Insurer' });
    expect(made.status).toBe(201);
    const token = new URL(made.body.address).hash.slice(1);
    expect(new URL(made.body.address).search).toBe('');
    const open = (given: string) =>
      api.ask(`${BASE}shared/`, { method: 'POST', body: { token: given } });
    const shared = await open(token);
    contract.videoRecorded.shared.answer.parse(shared.body);
    expect(shared.body).toMatchObject({ registration: 'N1 AAA', duration: 30, note: 'Insurer' });
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

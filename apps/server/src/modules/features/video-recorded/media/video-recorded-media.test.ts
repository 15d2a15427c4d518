import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { addEvent } from '../../../../../test/derived-rows.ts';
import { makeMp4 } from '../../../../../test/mp4.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { filmFleet } from '../../../../../test/video-fleet.ts';
import type { DeviceMediaItem } from '../../../../platform/device-commands/index.ts';
import { camerasHere } from '../fetching/video-recorded-fetching.repository.ts';
import { keepMediaOfDevices } from '../index.ts';

let api: TestApi;
let fleet: TrackedFleet;
let picture: Buffer;
const video = makeMp4({ durationMs: 8000 });

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await filmFleet(api.services.db, fleet);
  keepMediaOfDevices(api.services);
  const drawn = { create: { width: 64, height: 48, channels: 3, background: 'teal' } } as const;
  picture = await sharp(drawn).jpeg().toBuffer();
});
afterAll(() => api.close());

let atMs = Date.now() - 3_600_000;
/** A file from a device. */
function item(bytes: Buffer, changed: Partial<DeviceMediaItem> = {}): DeviceMediaItem {
  return {
    trackerId: fleet.vehicles.n1.trackerId,
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles.n1.vehicleId,
    channel: 0x64,
    kind: 'picture',
    mediaType: 'image/jpeg',
    takenAtMs: atMs,
    cause: 'alarm',
    alarm: null,
    key: createHash('sha256').update(bytes).update(String(atMs)).digest('hex'),
    sizeBytes: bytes.length,
    open: () => Readable.from([bytes]),
    ...changed,
  };
}
const alarmOf = (eventCode: number) => {
  atMs += 60_000;
  return { eventCode, occurredMs: atMs };
};
const clips = async () =>
  (await api.ask('/video-evidence/api/video_requests/', { as: fleet.people.manager })).body.results;

describe('media that a device sends unasked', () => {
  it('[F-P01] becomes a clip if no rule wants one; a repeat is stored once', async () => {
    const alarm = alarmOf(76);
    const sent = item(picture, { alarm });
    await api.services.deviceMedia.receive(sent);
    await api.services.deviceMedia.receive(sent);
    const clip = item(video, { alarm, kind: 'video', channel: 0x64 });
    await api.services.deviceMedia.receive(clip);
    const found = await clips();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: 'event', state: 'ready', event: { code: 76 } });
    // As long as its video, with the alarm in the middle.
    expect(found[0].duration).toBe(8);
    expect(Date.parse(found[0].start)).toBe(alarm.occurredMs - 4000);
    expect(found[0].files.map((file: { kind: string }) => file.kind).sort()).toEqual([
      'picture',
      'video',
    ]);
    const answer = await fetch(
      api.url + found[0].files.find((file: { kind: string }) => file.kind === 'picture').URL,
    );
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  it('[F-P01] gets a thumbnail of its first photo, not logged, deleted with the clip', async () => {
    await api.services.deviceMedia.receive(item(video, { alarm: alarmOf(76), kind: 'video' }));
    const alarm = { eventCode: 76, occurredMs: atMs };
    await api.services.deviceMedia.receive(item(picture, { alarm }));
    await api.services.deviceMedia.receive(item(picture, { alarm, key: 'another' }));
    const [clip] = await clips();
    const views = async () =>
      (await api.ask('/video-evidence/api/views/', { as: fleet.people.admin })).body.count;
    const viewed = await views();
    const answer = await fetch(api.url + clip.thumbnail);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-disposition')).toContain('thumbnail.jpg');
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 180,
    });
    expect(await views()).toBe(viewed);
    const at = new Date(alarm.occurredMs).toISOString();
    await addEvent(api.services.db, {
      customerId: fleet.home.customerId,
      vehicleId: fleet.vehicles.n1.vehicleId,
      code: 76,
      at,
    });
    const events = await api.ask(
      `/api/events/?event=76&vehicle=${fleet.vehicles.n1.vehicleId}&start=${at}&end=${new Date(alarm.occurredMs + 1000).toISOString()}`,
      {
        as: fleet.people.manager,
      },
    );
    const [listed] = events.body.results;
    expect(new URL(listed.thumbnail, api.url).pathname).toBe(
      new URL(clip.thumbnail, api.url).pathname,
    );
    expect(listed.clip).toBe(clip.id);
    expect(clip.files).toHaveLength(3);
    const kept = async () =>
      (
        await api.services.db.pool.query(
          `select name, size_bytes::int as bytes from files where purpose = 'video-thumbnail'
             and kept_until is null and name like $1`,
          [`%${new Date(Date.parse(clip.start)).toISOString().slice(11, 19).replaceAll(':', '')}%`],
        )
      ).rows;
    expect(await kept()).toHaveLength(1);
    expect((await kept())[0].bytes).toBeLessThan(65_536);
    await api.ask(`/video-evidence/api/video_requests/${clip.id}/`, {
      as: fleet.people.admin,
      method: 'DELETE',
    });
    expect(await kept()).toHaveLength(0);
  });

  it('[F-P01] is added to the clip that the rule requests', async () => {
    const alarm = alarmOf(75);
    await api.services.deviceMedia.receive(item(picture, { alarm }));
    const [clip] = await clips();
    expect(clip).toMatchObject({ event: { code: 75 }, state: 'requested', cameras: [1, 2] });
    expect(clip.files).toMatchObject([{ kind: 'picture', camera: 1 }]);
  });

  it('[F-P01] lists each camera that sent a file', async () => {
    const alarm = alarmOf(76);
    for (const channel of [1, 4]) {
      await api.services.deviceMedia.receive(
        item(makeMp4({ durationMs: 6000, seed: channel }), { alarm, kind: 'video', channel }),
      );
    }
    const [clip] = await clips();
    expect(clip).toMatchObject({ state: 'ready', cameras: [1, 4], duration: 6 });
  });

  it('[F-P01] does not replace the period that the rule requests', async () => {
    const alarm = alarmOf(75);
    await api.services.deviceMedia.receive(item(video, { alarm, kind: 'video', channel: 1 }));
    const [clip] = await clips();
    expect(clip).toMatchObject({ state: 'requested', duration: 20 });
    const left = await api.services.db.asSystem((trx) => camerasHere(trx, String(clip.id)));
    expect([...left]).toEqual([]);
  });

  it('is discarded if unusable, mislabelled or the result of a command', async () => {
    const before = (await clips()).length;
    const { deviceMedia } = api.services;
    await deviceMedia.receive(item(Buffer.from('record'), { kind: 'data', alarm: alarmOf(77) }));
    await deviceMedia.receive(item(Buffer.from('MZ'), { alarm: alarmOf(77) }));
    await deviceMedia.receive(item(picture, { cause: 'order', alarm: null }));
    expect(await clips()).toHaveLength(before);
  });
});

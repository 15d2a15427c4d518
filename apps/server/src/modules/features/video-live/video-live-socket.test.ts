import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestCamera } from '../../../../test/cameras.ts';
import { until } from '../../../../test/device.ts';
import { CAMERA_NUMBER, type LiveVideo, liveVideo } from '../../../../test/live-video.ts';
import { parseMp4 } from '../../../../test/mp4-parser.ts';
import type { TestWebSocket } from '../../../../test/web-socket.ts';

const sockets: TestWebSocket[] = [];
let live: LiveVideo;
beforeAll(async () => {
  live = await liveVideo();
});
afterAll(() => live.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function openSocket(id: number, headers: Record<string, string> = {}) {
  const socket = await live.openSocket(id, headers);
  sockets.push(socket);
  return socket;
}

describe('the socket', () => {
  const watch = async (as: number, cameras: number[], extra: object = {}) => {
    const { body } = await live.begin(as, { duration: 30 });
    const socket = await openSocket(body.id);
    socket.send({ type: 'open', ticket: body.ticket, cameras, sound: null, ...extra });
    return { id: body.id as number, ticket: body.ticket as string, socket };
  };

  it('sends inits and frames of the chosen cameras, their states, positions and statistics', async () => {
    const { id, socket } = await watch(live.people.ada, [1, 2]);
    const of = (kind: number, camera: number) =>
      socket.binaries.filter((one) => one[0] === kind && one[1] === camera);
    await until(() => of(2, 1).length > 5 && of(2, 2).length > 5);
    const [init] = of(1, 1);
    const length = init?.[24] ?? 0;
    expect(init?.subarray(25, 25 + length).toString()).toBe('avc1.4d4016');
    const stream = [init?.subarray(25 + length), ...of(2, 1).map((one) => one.subarray(24))];
    const parsed = await parseMp4(Buffer.concat(stream.filter((one) => one !== undefined)));
    expect(parsed.samples.length).toBeGreaterThan(5);
    const [first, second] = of(2, 1);
    expect([first?.readUInt16BE(2), second?.readUInt16BE(2)]).toEqual([1, 0]);
    expect(second?.readUInt32BE(4)).toBe((first?.readUInt32BE(4) ?? 0) + 1);
    expect(Math.abs((first?.readDoubleBE(8) ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(first?.readDoubleBE(16)).toBeGreaterThanOrEqual((first?.readDoubleBE(8) ?? 0) - 1);
    await until(() => socket.last('stats') !== undefined);
    expect(
      socket.texts.find(({ type, camera }) => type === 'camera' && camera === 2),
    ).toBeDefined();
    expect(socket.last('camera')).toMatchObject({ state: 'live', codec: 'avc1.4d4016' });
    expect(socket.last('position')).toMatchObject({
      latitude: expect.any(Number),
      moving: expect.any(Boolean),
      heading: expect.any(Number),
    });
    expect(socket.last('stats')).toMatchObject({ bit_rate_kbps: expect.any(Number), lost: 0 });
    await live.end(live.people.ada, id);
    await until(() => socket.closeCode !== null);
    expect(socket.last('end')).toEqual({ type: 'end', reason: 'stopped' });
    expect(socket.closeCode).toBe(1000);
  });

  it('changes the cameras; a single camera is sent in its main stream', async () => {
    const { id, socket } = await watch(live.people.ada, [1, 2]);
    await until(() => socket.binaries.some((one) => one[0] === 2 && one[1] === 2));
    const earlier = live.device.commands.length;
    socket.send({ type: 'choose', cameras: [1], main: 1, sound: 1 });
    await until(() =>
      live.device.commands
        .slice(earlier)
        .some((one) => one.kind === 'live-control' && one.stream === 'main' && one.channel === 1),
    );
    const before = socket.binaries.length;
    await until(() => socket.binaries.length > before + 10);
    expect(socket.binaries.slice(before + 5).every((one) => one[1] === 1)).toBe(true);
    await live.end(live.people.ada, id);
  });

  it('opens with its ticket, once', async () => {
    const { id, ticket, socket } = await watch(live.people.ada, [1]);
    await until(() => socket.binaries.length > 0);
    const again = await openSocket(id);
    again.send({ type: 'open', ticket, cameras: [1] });
    await until(() => again.closeCode === 1008);
    expect(again.binaries).toHaveLength(0);
    const { body: other } = await live.begin(live.people.bob, { duration: 30 });
    const wrong = await openSocket(id);
    wrong.send({ type: 'open', ticket: other.ticket, cameras: [1] });
    await until(() => wrong.closeCode === 1008);
    expect(socket.closeCode).toBeNull();
    await live.end(live.people.ada, id);
    await live.end(live.people.bob, other.id);
  });

  it('closes on invalid messages', async () => {
    const messages = [
      'no JSON',
      { type: 'choose', cameras: [1] },
      { type: 'open', ticket: 'x'.repeat(43), cameras: [1] },
      { type: 'open', ticket: 'x', cameras: Array.from({ length: 40 }, () => 1) },
      'x'.repeat(5000),
    ];
    const { body } = await live.begin(live.people.ada, { duration: 30 });
    for (const message of messages) {
      const socket = await openSocket(body.id);
      socket.send(message);
      await until(() => socket.closeCode !== null);
      expect([1008, 1009]).toContain(socket.closeCode);
    }
    const talker = await openSocket(body.id);
    talker.send({ type: 'open', ticket: body.ticket, cameras: [1] });
    for (let n = 0; n < 60; n += 1) talker.send({ type: 'choose', cameras: [1] });
    await until(() => talker.closeCode === 1008);
    await live.end(live.people.ada, body.id);
    const late = await openSocket(body.id);
    await until(() => late.closeCode === 1008);
  });

  it('[B-P03] refuses pages of other origins', async () => {
    const { body } = await live.begin(live.people.ada, { duration: 30 });
    await expect(openSocket(body.id, { origin: 'https://evil.example' })).rejects.toThrow('403');
    const ours = await openSocket(body.id, { origin: 'http://localhost:8080' });
    expect(ours.closeCode).toBeNull();
    await live.end(live.people.ada, body.id);
  });

  it('ends when the person loses permission', async () => {
    const { id, socket } = await watch(live.people.bob, [1]);
    await until(() => socket.binaries.length > 0);
    await live.services.db.pool.query('delete from user_modules where user_id = $1', [
      live.people.bob,
    ]);
    live.services.bus.publish('users.changed', { userId: live.people.bob });
    await until(() => socket.last('end') !== undefined);
    expect(socket.last('end')).toEqual({ type: 'end', reason: 'session' });
    expect(await live.row(id)).toMatchObject({ end_reason: 'session' });
  });

  it('reports a camera that loses its link and returns', async () => {
    const { id, socket } = await watch(live.people.ada, [1]);
    await until(() => socket.last('camera')?.state === 'live');
    live.device.drop(1);
    await until(() =>
      socket.texts.some(({ type, state }) => type === 'camera' && state === 'lost'),
    );
    await until(() => socket.last('camera')?.state === 'live');
    await live.end(live.people.ada, id);
  });

  it('uses no memory for a stalled browser, which continues at a key frame', async () => {
    const heavy = live.cameras.add(
      live.vehicle.trackerId,
      new TestCamera({ sim: CAMERA_NUMBER, keyEvery: 4, everyMs: 10, pictureBytes: 60_000 }),
    );
    await until(() => live.hub.stats({ trackerId: live.vehicle.trackerId, channel: 1 }) === null);
    const { id, socket } = await watch(live.people.ada, [1]);
    await until(() => socket.binaries.length > 5);
    const drops = async () => {
      const metric = live.services.metrics.registry.getSingleMetric(
        'roadworthy_video_viewer_drops_total',
      );
      return (await metric?.get())?.values[0]?.value ?? 0;
    };
    const before = await drops();
    socket.socket.pause();
    await until(async () => (await drops()) > before);
    // The first skipped frame may be a key frame; after a whole group of frames, some are missing.
    const droppedAt = heavy.frames;
    await until(() => heavy.frames > droppedAt + 20);
    socket.socket.resume();
    /** Frames that do not follow the one before. */
    const jumps = () => {
      const frames = socket.binaries.filter((one) => one[0] === 2);
      const numbers = frames.map((one) => one.readUInt32BE(4));
      return frames.filter((_, at) => at > 0 && numbers[at] !== (numbers[at - 1] ?? 0) + 1);
    };
    await until(() => jumps().length > 0);
    for (const frame of jumps()) expect(frame.readUInt16BE(2)).toBe(1);
    await live.end(live.people.ada, id);
    heavy.close();
    live.cameras.add(live.vehicle.trackerId, live.device);
  });
});

import { encodeJt808Location, jt808Address } from '@roadworthy/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CameraGateway } from '../../../test/camera-gateway.ts';
import { TestDevice, until } from '../../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../../test/fleet.ts';
import type { TestServices } from '../../../test/services.ts';
import type { DeviceCommand } from '../../platform/device-commands/index.ts';
import type { Gateway } from '../index.ts';

const NOW = Math.floor(Date.now() / 1000) * 1000;
const MINUTE_MS = 60_000;

let post: CameraGateway;
let services: TestServices;
let gateway: Gateway;
let vehicle: TestVehicle;
let kept: CameraGateway['kept'];

beforeAll(async () => {
  post = await CameraGateway.open({ askAgainMs: 1000 });
  ({ services, gateway, vehicle, kept } = post);
});
afterEach(() => post.hangUp());
afterAll(() => post.close());

const connected = () => post.connect();

const ask = <O extends DeviceCommand>(command: O, limitMs?: number) =>
  services.deviceCommands.ask(vehicle.trackerId, command, limitMs);

const start = (channel: number): DeviceCommand => ({
  kind: 'live-start',
  channel,
  port: 1078,
  stream: 'sub',
  data: 'video',
});
const list: DeviceCommand = {
  kind: 'recordings',
  channel: 0,
  fromMs: NOW - 60 * MINUTE_MS,
  toMs: NOW,
};
const photograph: DeviceCommand = { kind: 'photograph', channel: 2, size: '640x480', quality: 3 };
const recordingAt = (minutesAgo: number, channel = 1) => ({
  channel,
  fromMs: NOW - minutesAgo * MINUTE_MS,
  toMs: NOW - (minutesAgo - 5) * MINUTE_MS,
  alarmBits: '0'.repeat(16),
  media: 0,
  stream: 1,
  store: 1,
  sizeBytes: 1_000_000 + minutesAgo,
});
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200_000, 0x5a)]);
const picture = (mediaId: number, cause: number, channel = 2) =>
  ({
    kind: 'media',
    mediaId,
    type: 0,
    format: 0,
    cause,
    channel,
    location: Buffer.alloc(28),
    data: JPEG,
  }) as const;

describe('a command', () => {
  it('[F-P03] reaches the camera with the server address, and its answer is returned', async () => {
    const camera = await connected();
    const answer = ask(start(3));
    const { command, id, serial } = await camera.command('liveStart');
    expect(id).toBe(0x9101);
    expect(command).toMatchObject({
      host: '127.0.0.1',
      tcpPort: 1078,
      channel: 3,
      stream: 1,
      data: 1,
    });
    camera.answer({ id, serial });
    expect(await answer).toEqual({ state: 'done', result: null });
  });

  it('a host that the caller names is sent instead', async () => {
    const camera = await connected();
    const answer = ask({ ...start(1), host: 'video.example' } as DeviceCommand);
    const received = await camera.command('liveStart');
    expect(received.command.host).toBe('video.example');
    camera.answer(received);
    expect((await answer).state).toBe('done');
  });

  it('that the device refuses is refused with its reason', async () => {
    const camera = await connected();
    for (const [result, why] of [
      [1, 'failed'],
      [2, 'failed'],
      [3, 'unsupported'],
    ] as const) {
      const answer = ask(start(1));
      camera.answer(await camera.command('liveStart'), result);
      expect(await answer).toEqual({ state: 'refused', why });
    }
  });

  it('that the device never answers times out and does not disturb the next one', async () => {
    const camera = await connected();
    const first = ask(start(1), 300);
    const lost = await camera.command('liveStart');
    expect(await first).toEqual({ state: 'timeout' });
    const second = ask(start(1));
    const received = await camera.command('liveStart');
    // The late answer belongs to another command.
    camera.answer(lost, 1);
    camera.answer(lost, 0);
    camera.answer(received, 0);
    camera.answer(received, 1);
    expect(await second).toEqual({ state: 'done', result: null });
  });

  it('to a device that disconnects times out at once, and the device is then offline', async () => {
    const camera = await connected();
    const answer = ask(start(1), 60_000);
    await camera.command('liveStart');
    camera.end();
    expect(await answer).toEqual({ state: 'timeout' });
    expect(await ask(start(1))).toEqual({ state: 'offline' });
    expect(await ask({ kind: 'presence' })).toEqual({ state: 'offline' });
  });

  it('that cannot be encoded is refused and does not block the next one', async () => {
    const camera = await connected();
    const never = { ...list, fromMs: Number.NaN } as DeviceCommand;
    expect((await ask(never)).state).toBe('refused');
    const answer = ask(list);
    const { serial } = await camera.command('recordings');
    camera.say({ kind: 'recordings', serial, total: 0, items: [] });
    expect(await answer).toEqual({ state: 'done', result: [] });
  });

  it('to a device that is not a camera is unsupported', async () => {
    const place = await makeCustomer(services.db, 'Boreal');
    const other = await makeVehicle(services.db, place, {
      number: '353419036066088',
      protocol: 'gt06',
    });
    const device = await TestDevice.connect(gateway.addresses.gt06);
    const { encodeGt06Login } = await import('@roadworthy/protocols');
    device.send(encodeGt06Login(other.number, 1));
    await device.answer(10);
    const answer = await services.deviceCommands.ask(other.trackerId, start(1));
    expect(answer).toEqual({ state: 'refused', why: 'unsupported' });
    device.end();
  });

  it('waits for the one of its kind and channel, and is refused beyond the limit', async () => {
    const camera = await connected();
    const answers = Array.from({ length: 20 }, () => ask(start(1)));
    const other = ask(start(2));
    const first = await camera.command('liveStart');
    const second = await camera.command('liveStart');
    // The other channel does not wait; the second command of the same channel does.
    expect([first.command.channel, second.command.channel]).toEqual([1, 2]);
    camera.answer(second);
    camera.answer(first);
    for (let n = 0; n < 16; n += 1) camera.answer(await camera.command('liveStart'));
    const states = (await Promise.all(answers)).map(({ state }) => state);
    expect(states.filter((state) => state === 'done')).toHaveLength(17);
    expect(states.filter((state) => state === 'refused')).toHaveLength(3);
    const counted = await services.metrics.registry
      .getSingleMetric('roadworthy_gateway_orders_total')
      ?.get();
    expect(counted?.values.find(({ labels }) => labels.state === 'offline')).toBeUndefined();
    expect(
      counted?.values.find(({ labels }) => labels.kind === 'live-start' && labels.state === 'done')
        ?.value,
    ).toBeGreaterThanOrEqual(18);
    expect((await other).state).toBe('done');
  });

  it('ends, and reports packet loss without an answer', async () => {
    const camera = await connected();
    expect(await ask({ kind: 'live-loss', channel: 1, lossPercent: 7 })).toMatchObject({
      state: 'done',
    });
    expect((await camera.command('liveLoss')).command).toMatchObject({
      channel: 1,
      lossPercent: 7,
    });
    const answer = ask({ kind: 'live-control', channel: 1, action: 'close', stream: 'sub' });
    const received = await camera.command('liveControl');
    expect(received.command).toMatchObject({ command: 0, closes: 0 });
    camera.answer(received);
    expect((await answer).state).toBe('done');
  });
});

describe('recordings on the device', () => {
  it('[F-P04] are returned as a list with times in UTC, in one message or in many packets', async () => {
    const camera = await connected();
    const items = Array.from({ length: 120 }, (_, n) => recordingAt(n + 5, 1 + (n % 4)));
    const answer = ask(list);
    const { command, serial } = await camera.command('recordings');
    expect(command).toMatchObject({ channel: 0, fromMs: NOW - 60 * MINUTE_MS, toMs: NOW });
    camera.say({ kind: 'recordings', serial: serial + 77, total: 0, items: [] });
    camera.say({ kind: 'recordings', serial, total: items.length, items });
    const found = await answer;
    if (found.state !== 'done') throw new Error(found.state);
    expect(found.result).toHaveLength(120);
    expect(found.result?.[0]).toEqual({
      channel: 1,
      fromMs: NOW - 5 * MINUTE_MS,
      toMs: NOW,
      media: 'sound+video',
      stream: 'main',
      sizeBytes: 1_000_005,
    });
  });

  it('may be listed in several messages; missing parts are omitted', async () => {
    const camera = await connected();
    const answer = ask(list);
    const { serial } = await camera.command('recordings');
    camera.say({ kind: 'recordings', serial, total: 3, items: [recordingAt(10)] });
    camera.say({ kind: 'recordings', serial, total: 3, items: [recordingAt(20)] });
    expect(await answer).toMatchObject({ state: 'done', result: { length: 2 } });
  });

  it('[F-P03] a playback is started by either answer, and ended', async () => {
    const camera = await connected();
    const stretch = { channel: 1, fromMs: NOW - 10 * MINUTE_MS, toMs: NOW - 9 * MINUTE_MS };
    const answer = ask({ kind: 'playback-start', port: 1079, ...stretch });
    const { command, serial } = await camera.command('playbackStart');
    expect(command).toMatchObject({ ...stretch, tcpPort: 1079, mode: 0 });
    camera.say({ kind: 'recordings', serial, total: 1, items: [recordingAt(10)] });
    expect((await answer).state).toBe('done');
    const end = ask({ kind: 'playback-control', channel: 1, action: 'end' });
    const received = await camera.command('playbackControl');
    expect(received.command).toMatchObject({ command: 2 });
    camera.answer(received);
    expect((await end).state).toBe('done');
  });
});

describe('photographs', () => {
  it('a requested one is returned to the caller and not stored', async () => {
    const camera = await connected();
    const before = kept.length;
    const answer = ask(photograph);
    const { command, serial, id } = await camera.command('photograph');
    expect(command).toMatchObject({ channel: 2, command: 1, keeps: 0, resolution: 2, quality: 3 });
    camera.answer({ id, serial });
    camera.say({ kind: 'photographs', serial, result: 0, media: [{ mediaId: 9 }] });
    camera.say(picture(9, 0));
    expect((await camera.command('mediaAnswer')).command).toEqual({
      kind: 'mediaAnswer',
      mediaId: 9,
      missing: [],
    });
    const given = await answer;
    if (given.state !== 'done' || given.result === null) throw new Error(given.state);
    const { mediaType, dataBase64 } = given.result as { mediaType: string; dataBase64: string };
    expect(mediaType).toBe('image/jpeg');
    expect(Buffer.from(dataBase64, 'base64')).toEqual(JPEG);
    expect(kept).toHaveLength(before);
  });

  it('of a missing channel are refused', async () => {
    const camera = await connected();
    const answer = ask(photograph);
    const { serial } = await camera.command('photograph');
    camera.say({ kind: 'photographs', serial, result: 2, media: [] });
    expect(await answer).toEqual({ state: 'refused', why: 'unsupported' });
  });

  it('unrequested ones are stored, and acknowledged only then', async () => {
    const camera = await connected();
    post.keepFails = true;
    camera.say(picture(11, 3));
    const positions = async () => {
      const { rows } = await services.db.pool.query('select from positions where vehicle_id = $1', [
        vehicle.vehicleId,
      ]);
      return rows.length;
    };
    // Records behind it do not wait, and the image is not acknowledged.
    camera.send(
      encodeJt808Location(
        jt808Address(vehicle.number),
        {
          timeMs: NOW,
          latitudeDeg: 52.5,
          longitudeDeg: -1.5,
          speedKmh: 60,
          headingDeg: 45,
          ignition: true,
          odometerM: 1000,
        },
        500,
      ),
    );
    await until(async () => (await positions()) > 0);
    expect(camera.messages.some(({ id }) => id === 0x8800)).toBe(false);
    post.keepFails = false;
    camera.say(picture(11, 3));
    await camera.command('mediaAnswer');
    expect(kept.at(-1)?.data).toEqual(JPEG);
    expect(kept.at(-1)?.item).toMatchObject({
      vehicleId: vehicle.vehicleId,
      channel: 2,
      kind: 'picture',
      mediaType: 'image/jpeg',
      cause: 'alarm',
      alarm: null,
      sizeBytes: JPEG.length,
    });
  });

  it('missing packets are requested again', async () => {
    const camera = await connected();
    camera.say(picture(12, 1), { leaveOut: 4 });
    const { command } = await camera.command('mediaAnswer');
    expect(command).toEqual({ kind: 'mediaAnswer', mediaId: 12, missing: [{ number: 5 }] });
  });
});

describe('a device that connects', () => {
  it('is announced, and can report its capabilities', async () => {
    const heard: number[] = [];
    const leave = services.bus.subscribe('cameras.connected', ({ trackerId }) =>
      heard.push(trackerId),
    );
    const camera = await connected();
    await until(() => heard.includes(vehicle.trackerId));
    leave();
    const answer = ask({ kind: 'capabilities' });
    await camera.command('capabilities');
    camera.say({
      kind: 'capabilities',
      audioCodec: 6,
      audioChannels: 1,
      sampleRate: 0,
      sampleBits: 1,
      frameBytes: 320,
      hasOutput: 0,
      videoCodec: 98,
      maxAudioChannels: 4,
      maxVideoChannels: 4,
    });
    expect(await answer).toEqual({
      state: 'done',
      result: { audioCodec: 6, videoCodec: 98, audioChannels: 4, videoChannels: 4 },
    });
  });
});

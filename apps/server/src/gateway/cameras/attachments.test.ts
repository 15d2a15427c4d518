import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  encodeAnnouncement,
  encodeAttachmentBlock,
  encodeAttachmentFile,
  type Jt808Command,
} from '@roadworthy/protocols';
import { SimulatedCamera } from '@roadworthy/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CameraDevice } from '../../../test/camera-device.ts';
import { CameraGateway } from '../../../test/camera-gateway.ts';
import { until } from '../../../test/device.ts';
import { makeVehicle, type TestVehicle } from '../../../test/fleet.ts';
import type { TestServices } from '../../../test/services.ts';
import type { Gateway } from '../index.ts';
import { alarmNumber, readAlarmNumber } from './alarm-number.ts';

const NOW = Math.floor(Date.now() / 1000) * 1000;
const FORWARD_COLLISION = 75;

let post: CameraGateway;
let services: TestServices;
let gateway: Gateway;
let vehicle: TestVehicle;
let other: TestVehicle;
let kept: CameraGateway['kept'];

beforeAll(async () => {
  post = await CameraGateway.open();
  ({ services, gateway, vehicle, kept } = post);
  const device = { number: '13987654321', protocol: 'jt808' } as const;
  other = await makeVehicle(services.db, post.place, device);
});
afterEach(() => post.hangUp());
afterAll(() => post.close());

const connect: CameraGateway['connect'] = (...to) => post.connect(...to);

/** A location with an ADAS alarm (item 64) whose label announces files. */
function alarmBody(timeMs: number, number: number, files: number): Buffer {
  const time = new Date(timeMs + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14);
  const body = Buffer.alloc(28);
  body.writeUInt32BE(3, 4);
  body.writeUInt32BE(52_500_000, 8);
  body.writeUInt32BE(1_500_000, 12);
  body.set(Buffer.from(time, 'hex'), 22);
  const item = Buffer.alloc(47);
  item.set([1, 1, 2], 4);
  item.write('T000001', 31, 'latin1');
  item.set(Buffer.from(time, 'hex'), 38);
  item.set([number, files], 44);
  return Buffer.concat([body, Buffer.from([0x64, 47]), item]);
}

let alarms = 0;
/** The device reports an alarm and receives the request for its files. */
async function askedFor(camera: CameraDevice, files: number) {
  alarms += 1;
  camera.sendBody(0x0200, alarmBody(NOW - alarms * 1000, alarms, files));
  const received = await camera.command('evidence');
  camera.answer(received);
  return { command: received.command, occurredMs: NOW - alarms * 1000 };
}

type Evidence = Extract<Jt808Command, { kind: 'evidence' }>;
interface TestFile {
  readonly name: string;
  readonly type: number;
  readonly data: Buffer;
}

async function bring(command: Evidence, files: readonly TestFile[], number = vehicle.number) {
  const camera = await connect(command.tcpPort, number);
  const { id, body } = encodeAnnouncement({
    terminalId: 'T000001',
    label: command.label,
    alarmNumber: command.alarmNumber,
    kindOfUpload: 0,
    files: files.map(({ name, data }) => ({ name, sizeBytes: data.length })),
  });
  camera.sendBody(id, body);
  return camera;
}

function say(
  camera: CameraDevice,
  { name, type, data }: TestFile,
  place: 'before' | 'behind',
): void {
  const { id, body } = encodeAttachmentFile({ name, type, sizeBytes: data.length }, place);
  camera.sendBody(id, body);
}

function blocks(
  camera: CameraDevice,
  { name, data }: TestFile,
  skip: readonly number[] = [],
): void {
  for (let at = 0, n = 0; at < data.length; at += 65_536, n += 1) {
    const piece = data.subarray(at, at + 65_536);
    if (!skip.includes(n)) camera.send(encodeAttachmentBlock(name, at, piece));
  }
}

const file = (name: string, type: number, bytes: number): TestFile => ({
  name,
  type,
  data: randomBytes(bytes),
});
const leftOver = () => {
  const all = readdirSync(join(services.config.dataDir, 'incoming'), { recursive: true });
  return all.filter((name) => String(name).includes('/'));
};

describe('files of an alarm', () => {
  it('[F-P03] are requested, uploaded in blocks and stored with their event', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command, occurredMs } = await askedFor(camera, 2);
    expect(command).toMatchObject({ host: '127.0.0.1', tcpPort: gateway.addresses.attachments });
    const files = [file('00_64_6401_1_a.jpg', 0, 90_000), file('02_3_6401_2_a.mp4', 2, 700_000)];
    const carrier = await bring(command, files);
    for (const one of files) {
      say(carrier, one, 'before');
      blocks(carrier, one);
      say(carrier, one, 'behind');
      expect((await carrier.command('fileAnswer')).command).toMatchObject({
        name: one.name,
        result: 0,
        missing: [],
      });
    }
    expect(kept.slice(-2).map(({ data }) => data)).toEqual(files.map(({ data }) => data));
    expect(kept.slice(-2).map(({ item }) => item)).toMatchObject([
      { kind: 'picture', mediaType: 'image/jpeg', channel: 0x64, sizeBytes: 90_000 },
      { kind: 'video', mediaType: 'video/mp4', channel: 3, sizeBytes: 700_000 },
    ]);
    for (const { item } of kept.slice(-2)) {
      expect(item).toMatchObject({
        trackerId: vehicle.trackerId,
        customerId: post.place.customerId,
        vehicleId: vehicle.vehicleId,
        cause: 'alarm',
        takenAtMs: occurredMs,
        alarm: { eventCode: FORWARD_COLLISION, occurredMs },
      });
    }
    await until(() => leftOver().length === 0);
  });

  it('[O-20] are not requested for an alarm during private use', async () => {
    const camera = await connect(gateway.addresses.jt808);
    alarms += 1;
    const hiddenMs = NOW - alarms * 1000;
    const { customerId } = post.place;
    await services.db.pool.query(
      `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone,
         created_by_name) values ($1, $2, 'period', $3, $4, 'UTC', 'Ada')`,
      [customerId, vehicle.vehicleId, new Date(hiddenMs - 500), new Date(hiddenMs + 500)],
    );
    services.bus.publish('private-use.changed', { customerId });
    camera.sendBody(0x0200, alarmBody(hiddenMs, alarms, 1));
    // Alarms are requested in order, so the first to arrive is the next one.
    const { command, occurredMs } = await askedFor(camera, 1);
    if (command.kind !== 'evidence') throw new Error('Asked for something else.');
    const asked = readAlarmNumber(services.config.sessionSecret, command.alarmNumber);
    expect(asked?.occurredMs).toBe(occurredMs);
  });

  it('are requested once, however often the record is repeated', async () => {
    const camera = await connect(gateway.addresses.jt808);
    await askedFor(camera, 1);
    camera.sendBody(0x0200, alarmBody(NOW - alarms * 1000, alarms, 1));
    camera.sendBody(0x0200, alarmBody(NOW - 500_000, 99, 0));
    const { command } = await askedFor(camera, 3);
    expect(readAlarmNumber(services.config.sessionSecret, command.alarmNumber)?.number).toBe(
      alarms,
    );
  });

  it('missing parts are requested; repeats and overlaps do no harm', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command } = await askedFor(camera, 1);
    const one = file('00_65_6501_1_b.jpg', 0, 65_536 * 4 + 100);
    const carrier = await bring(command, [one]);
    say(carrier, one, 'before');
    blocks(carrier, one, [1, 4]);
    say(carrier, one, 'behind');
    expect((await carrier.command('fileAnswer')).command).toMatchObject({
      result: 1,
      missing: [
        { offset: 65_536, length: 65_536 },
        { offset: 65_536 * 4, length: 100 },
      ],
    });
    blocks(carrier, one, [4]);
    carrier.send(
      encodeAttachmentBlock(one.name, 65_536 * 4 - 50, one.data.subarray(65_536 * 4 - 50)),
    );
    say(carrier, one, 'behind');
    expect((await carrier.command('fileAnswer')).command).toMatchObject({ result: 0 });
    expect(kept.at(-1)?.data).toEqual(one.data);
  });

  it('a broken connection resumes where it stopped, and a complete file is not stored twice', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command } = await askedFor(camera, 1);
    const one = file('00_1_6401_1_c.jpg', 0, 65_536 * 3);
    const first = await bring(command, [one]);
    say(first, one, 'before');
    blocks(first, one, [2]);
    say(first, one, 'behind');
    await first.command('fileAnswer');
    first.end();
    const second = await bring(command, [one]);
    say(second, one, 'before');
    blocks(second, one, [0, 1]);
    say(second, one, 'behind');
    expect((await second.command('fileAnswer')).command).toMatchObject({ result: 0 });
    expect(kept.at(-1)?.data).toEqual(one.data);
    const count = kept.length;
    say(second, one, 'before');
    say(second, one, 'behind');
    expect((await second.command('fileAnswer')).command).toMatchObject({ result: 0 });
    expect(kept).toHaveLength(count);
  });

  it('are not confirmed if they could not be stored, and are stored at the next attempt', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command } = await askedFor(camera, 1);
    const one = file('00_1_6401_1_d.jpg', 0, 5000);
    post.keepFails = true;
    const first = await bring(command, [one]);
    say(first, one, 'before');
    blocks(first, one);
    say(first, one, 'behind');
    await until(() => first.device.closed);
    expect(first.messages.some(({ id }) => id === 0x9212)).toBe(false);
    post.keepFails = false;
    const second = await bring(command, [one]);
    say(second, one, 'before');
    blocks(second, one);
    say(second, one, 'behind');
    expect((await second.command('fileAnswer')).command).toMatchObject({ result: 0 });
    expect(kept.at(-1)?.data).toEqual(one.data);
  });
});

describe('the simulated dash camera', () => {
  it('uploads a photograph and a video of each channel for an alarm', async () => {
    const camera = new SimulatedCamera({
      host: '127.0.0.1',
      port: gateway.addresses.jt808,
      number: other.number,
    });
    await camera.connect();
    const { trackerId } = other;
    const alarm = { trackerId, eventCode: 85, occurredMs: NOW, number: 1 };
    const count = kept.length;
    const answer = await services.deviceCommands.ask(trackerId, {
      kind: 'evidence',
      port: gateway.addresses.attachments,
      labelHex: '54303030303031'.padEnd(32, '0'),
      alarmNumber: alarmNumber(services.config.sessionSecret, alarm),
    });
    expect(answer).toEqual({ state: 'done', result: null });
    // The videos end five seconds after the alarm.
    await until(() => kept.length === count + 4);
    camera.close();
    const brought = kept.slice(-4);
    expect(brought.map(({ item }) => item.channel)).toEqual([1, 1, 4, 4]);
    for (const { item } of brought) {
      expect(item).toMatchObject({ vehicleId: other.vehicleId, alarm: { eventCode: 85 } });
    }
    const starts = brought.map(({ data }) => data.subarray(0, 8).toString('latin1'));
    expect(starts.map((start) => (start.endsWith('ftyp') ? 'video' : start.slice(0, 2)))).toEqual([
      '\u00ff\u00d8',
      'video',
      '\u00ff\u00d8',
      'video',
    ]);
  });
});

describe('unauthorised file uploads', () => {
  it('a connection is closed for another device or a number that the system did not issue', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command } = await askedFor(camera, 1);
    const one = file('00_1_6401_1_e.jpg', 0, 100);
    const count = kept.length;
    const stranger = await bring(command, [one], other.number);
    await until(() => stranger.device.closed);
    const forged = { ...command, alarmNumber: `${command.alarmNumber.slice(0, 31)}!` };
    const forger = await bring(forged, [one]);
    await until(() => forger.device.closed);
    const early = await connect(command.tcpPort);
    say(early, one, 'before');
    await until(() => early.device.closed);
    expect(kept).toHaveLength(count);
  });

  it('oversized files are dropped and not requested again; file names are not used as paths', async () => {
    const camera = await connect(gateway.addresses.jt808);
    const { command } = await askedFor(camera, 2);
    const huge = { ...file('02_1_6401_1_f.mp4', 2, 10), data: { length: 1e9 } as Buffer };
    const odd = file('../../../etc/passwd', 4, 300);
    const carrier = await bring(command, [huge, odd]);
    say(carrier, huge, 'before');
    carrier.send(encodeAttachmentBlock(huge.name, 0, Buffer.alloc(1000)));
    say(carrier, huge, 'behind');
    expect((await carrier.command('fileAnswer')).command).toMatchObject({ result: 0 });
    say(carrier, odd, 'before');
    // Bytes beyond the announced size are cut off.
    carrier.send(encodeAttachmentBlock(odd.name, 0, Buffer.concat([odd.data, Buffer.alloc(9999)])));
    carrier.send(encodeAttachmentBlock('no such file', 0, Buffer.alloc(100)));
    say(carrier, odd, 'behind');
    expect((await carrier.command('fileAnswer')).command).toMatchObject({ result: 0 });
    expect(kept.at(-1)?.data).toEqual(odd.data);
    expect(kept.at(-1)?.item).toMatchObject({
      kind: 'data',
      mediaType: 'application/octet-stream',
    });
  });

  it('invalid bytes end the connection', async () => {
    const carrier = await connect(gateway.addresses.attachments);
    for (let n = 0; n < 6; n += 1) carrier.send(Buffer.from(`7e${'00'.repeat(20)}7e`, 'hex'));
    await until(() => carrier.device.closed);
  });
});

describe('the number of an alarm', () => {
  it('encodes the alarm, and only numbers issued by the system are read', () => {
    const alarm = { trackerId: 4711, eventCode: 75, occurredMs: NOW, number: 255 };
    const text = alarmNumber('secret', alarm);
    expect(text).toMatch(/^[0-9a-z]{32}$/);
    expect(readAlarmNumber('secret', text)).toEqual(alarm);
    expect(readAlarmNumber('another', text)).toBeNull();
    for (const wrong of ['', 'x'.repeat(32), `1${text.slice(1)}`, text.slice(1), `${text}0`]) {
      expect(readAlarmNumber('secret', wrong)).toBeNull();
    }
  });
});

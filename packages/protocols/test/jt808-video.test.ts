import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type AttachmentFile,
  type AttachmentMessage,
  AttachmentReader,
  encodeAnnouncement,
  encodeAttachmentBlock,
  encodeAttachmentFile,
  encodeJt808,
  encodeJt808CameraMessage,
  encodeJt808Command,
  encodeJt808Heartbeat,
  encodeJt808Packets,
  type Jt808Address,
  type Jt808CameraMessage,
  type Jt808Command,
  jt808Address,
  jt808Codec,
  readJt808Command,
  readJt808Message,
  unescapeJt808,
} from '../src/index.ts';
import { cuts, mutated } from './streams.ts';

/** `npm run test:long` sets a far higher number. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 200);
vi.setConfig({ testTimeout: 900_000 });

const OF_2013 = jt808Address('13912345678');
const OF_2019: Jt808Address = { is2019: true, phone: Buffer.from('00000000013912345678', 'hex') };
const AT = Date.UTC(2026, 10, 21, 9, 30, 5);

const RECORDED = { alarmBits: '0000000000000000', media: 0, stream: 1, store: 0 };
const ORDERS: readonly Jt808Command[] = [
  {
    kind: 'liveStart',
    host: 'video.example',
    tcpPort: 1078,
    udpPort: 0,
    channel: 2,
    data: 1,
    stream: 1,
  },
  { kind: 'liveControl', channel: 2, command: 0, closes: 0, stream: 1 },
  { kind: 'liveLoss', channel: 2, lossPercent: 3 },
  { kind: 'recordings', channel: 0, fromMs: AT, toMs: AT + 60_000, ...RECORDED },
  { kind: 'recordings', channel: 0, fromMs: null, toMs: null, ...RECORDED },
  { kind: 'playbackControl', channel: 1, command: 2, speed: 0, positionMs: null },
  { kind: 'uploadControl', serial: 17, command: 2 },
  { kind: 'capabilities' },
  {
    kind: 'photograph',
    channel: 1,
    command: 1,
    intervalS: 0,
    keeps: 0,
    resolution: 2,
    quality: 3,
    brightness: 127,
    contrast: 63,
    saturation: 63,
    hue: 0,
  },
  {
    kind: 'longEvidence',
    host: '10.0.0.1',
    tcpPort: 1080,
    udpPort: 0,
    label: 'ab'.repeat(40),
    alarmNumber: 'A1',
    reserved: Buffer.alloc(16),
  },
];

function read(frame: Uint8Array) {
  const plain = unescapeJt808(Buffer.from(frame).subarray(1, -1));
  const message = plain === null ? 'structure' : readJt808Message(plain);
  if (typeof message === 'string') throw new Error(message);
  return message;
}

describe.each([
  ['2013', OF_2013],
  ['2019', OF_2019],
] as const)('commands to a terminal of %s', (_year, address) => {
  it('require its login, and have a serial that its answer repeats', () => {
    const session = jt808Codec.createSession({ clockOffsetMin: () => 60 });
    expect(session.encodeCommand?.({ kind: 'capabilities' })).toBeNull();
    session.push(encodeJt808Heartbeat(address, 1));
    for (const order of ORDERS) {
      const sent = session.encodeCommand?.(order);
      const message = read(sent?.bytes ?? Buffer.alloc(0));
      expect(message.serial).toBe(sent?.serial);
      expect(message.is2019).toBe(address.is2019);
      expect(message.phone).toEqual(address.phone);
      expect(readJt808Command(message, 60)).toEqual(order);
    }
  });

  it('encode times on the clock of the device', () => {
    const order: Jt808Command = {
      kind: 'playbackStart',
      host: 'h',
      tcpPort: 1079,
      udpPort: 0,
      channel: 3,
      media: 0,
      stream: 0,
      store: 0,
      mode: 0,
      speed: 0,
      fromMs: AT,
      toMs: AT + 30_000,
    };
    const { id, body } = encodeJt808Command(order, 480);
    expect(id).toBe(0x9201);
    expect(body.toString('hex').endsWith('261121173005261121173035')).toBe(true);
    expect(readJt808Command({ id, body }, 480)).toEqual(order);
  });

  it('decode answers and lists, also from sub-packets', () => {
    const items = Array.from({ length: 300 }, (_, n) => ({
      channel: (n % 4) + 1,
      fromMs: AT + n * 60_000,
      toMs: AT + (n + 1) * 60_000,
      ...RECORDED,
      sizeBytes: n * 1000,
    }));
    const list: Jt808CameraMessage = { kind: 'recordings', serial: 9, total: items.length, items };
    const { id, body } = encodeJt808CameraMessage(list, 480);
    const session = jt808Codec.createSession();
    const frames = encodeJt808Packets(id, address, 100, body);
    expect(frames.length).toBeGreaterThan(9);
    const said = frames.reverse().flatMap((frame) => session.push(frame));
    expect(said.filter(({ kind }) => kind === 'camera')).toMatchObject([
      { cameraMessage: list, answer: null },
    ]);
    const yes = encodeJt808CameraMessage(
      { kind: 'result', serial: 7, commandId: 0x9101, result: 1 },
      0,
    );
    expect(session.push(encodeJt808(yes.id, address, 1, yes.body))).toMatchObject([
      { kind: 'camera', cameraMessage: { kind: 'result', serial: 7, result: 1 } },
    ]);
  });

  it('request the lost packets of an image by number, and return the image once', () => {
    const picture: Jt808CameraMessage = {
      kind: 'media',
      mediaId: 77,
      type: 0,
      format: 0,
      cause: 0,
      channel: 1,
      location: Buffer.alloc(28),
      data: Buffer.alloc(5000, 0xd8),
    };
    const { id, body } = encodeJt808CameraMessage(picture, 480);
    const frames = encodeJt808Packets(id, address, 500, body);
    const session = jt808Codec.createSession();
    const lost = [2, 5];
    frames.forEach((frame, index) => {
      if (!lost.includes(index + 1)) session.push(frame);
    });
    // Packets arrived since the last check, so there is no request.
    expect(session.requestMissing?.()).toEqual([]);
    const asked = (session.requestMissing?.() ?? []).map((bytes) =>
      readJt808Command(read(bytes), 480),
    );
    expect(asked).toEqual([
      { kind: 'mediaAnswer', mediaId: 77, missing: lost.map((number) => ({ number })) },
    ]);
    const again = lost.flatMap((number) => session.push(frames[number - 1] as Buffer));
    const given = again.filter(({ kind }) => kind === 'camera');
    expect(given).toMatchObject([{ cameraMessage: picture }]);
    const answer = given[0]?.kind === 'camera' ? given[0].answer : null;
    expect(readJt808Command(read(answer ?? Buffer.alloc(0)), 480)).toEqual({
      kind: 'mediaAnswer',
      mediaId: 77,
      missing: [],
    });
    expect(session.bufferedBytes).toBe(0);
  });

  it('abandon a transfer without progress after some requests', () => {
    const session = jt808Codec.createSession();
    const [first] = encodeJt808Packets(0x1205, address, 40, Buffer.alloc(3000));
    session.push(first as Buffer);
    const asked = Array.from({ length: 8 }, () => session.requestMissing?.() ?? []).flat();
    expect(asked).toHaveLength(3);
    const message = read(asked[0] ?? Buffer.alloc(0));
    expect(message.id).toBe(0x8003);
    expect(message.body.toString('hex')).toBe(
      address.is2019 ? '00280003000200030004' : '002803000200030004',
    );
    expect(session.bufferedBytes).toBe(0);
  });
});

const LABEL = '31'.repeat(16);
const FILES: readonly AttachmentFile[] = [
  { name: '00_65_6503_1_A1.jpg', type: 0, sizeBytes: 150_000 },
  { name: '02_65_6503_2_A1.mp4', type: 2, sizeBytes: 20_000 },
];

/** All bytes that a device sends for an alarm with two files. */
function attachmentStream(address: Jt808Address): Buffer {
  const parts: Buffer[] = [];
  const say = ({ id, body }: { id: number; body: Buffer }) =>
    parts.push(encodeJt808(id, address, parts.length, body));
  say(
    encodeAnnouncement({
      terminalId: '1234567',
      label: LABEL,
      alarmNumber: 'A1',
      kindOfUpload: 0,
      files: FILES.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    }),
  );
  for (const file of FILES) {
    say(encodeAttachmentFile(file, 'before'));
    for (let offset = 0; offset < file.sizeBytes; offset += 65_536) {
      const data = Buffer.alloc(Math.min(65_536, file.sizeBytes - offset), 0x7e);
      parts.push(encodeAttachmentBlock(file.name, offset, data));
    }
    say(encodeAttachmentFile(file, 'behind'));
  }
  return Buffer.concat(parts);
}

function feed(bytes: Buffer, places: readonly number[]) {
  const reader = new AttachmentReader();
  const ends = [...places.map((cut) => cut % (bytes.length + 1)), bytes.length];
  ends.sort((a, b) => a - b);
  const messages: AttachmentMessage[] = [];
  let heldMost = 0;
  let from = 0;
  for (const to of ends) {
    messages.push(...reader.push(Buffer.from(bytes.subarray(from, to))));
    heldMost = Math.max(heldMost, reader.bufferedBytes);
    from = to;
  }
  return { reader, messages, heldMost };
}

describe('the connection that uploads the files of an alarm', () => {
  it('decodes frames and blocks, however the stream is split', () => {
    const bytes = attachmentStream(OF_2013);
    const { messages, reader } = feed(bytes, []);
    expect(messages.map(({ kind }) => kind)).toEqual([
      'login',
      'announced',
      'begun',
      'block',
      'block',
      'block',
      'ended',
      'begun',
      'block',
      'ended',
    ]);
    expect(messages[0]).toMatchObject({ deviceId: '13912345678' });
    expect(messages[1]).toMatchObject({ announcement: { label: LABEL, alarmNumber: 'A1' } });
    fc.assert(
      fc.property(cuts, (places) => {
        expect(feed(bytes, places).messages).toEqual(messages);
      }),
      { numRuns: Math.min(RUNS, 500) },
    );
    const missing = [{ offset: 65_536, length: 100 }];
    const answer = reader.fileAnswer(FILES[0] as AttachmentFile, missing);
    expect(readJt808Command(read(answer ?? Buffer.alloc(0)), 0)).toEqual({
      kind: 'fileAnswer',
      name: '00_65_6503_1_A1.jpg',
      type: 0,
      result: 1,
      missing,
    });
  });

  it('accepts any bytes without throwing, and buffers no more than it received', () => {
    const damaged = mutated(fc.constant(attachmentStream(OF_2019).subarray(0, 3000)));
    fc.assert(
      fc.property(fc.oneof(damaged, blockNoise), cuts, (bytes, places) => {
        const { heldMost, messages } = feed(bytes, places);
        expect(heldMost).toBeLessThanOrEqual(bytes.length);
        expect(messages.length).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('rejects a block with an excessive length, and abandons a frame without an end', () => {
    const block = encodeAttachmentBlock('x', 0, Buffer.alloc(0));
    block.writeUInt32BE(0xffff_ffff, block.length - 4);
    expect(feed(block, []).messages[0]).toEqual({ kind: 'bad', reason: 'length' });
    const endless = Buffer.alloc(100_000, 0x01);
    endless[0] = 0x7e;
    expect(feed(endless, []).reader.bufferedBytes).toBe(0);
  });
});

const blockNoise = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .constantFrom('30316364', '7e', '3031', '7e30316364', '7e1210')
        .map((hex) => Buffer.from(hex, 'hex')),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts));

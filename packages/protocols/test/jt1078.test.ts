import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  encodeJt1078Frame,
  type Jt1078Frame,
  type Jt1078Input,
  Jt1078Reader,
  withoutHisiliconHead,
} from '../src/index.ts';
import { cuts, mutated } from './streams.ts';

/** `npm run test:long` sets a far higher number. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 200);
vi.setConfig({ testTimeout: 900_000 });

const SIM = Buffer.from('013912345678', 'hex');
const LONG_SIM = Buffer.from('00000139012345678901', 'hex');
const MAX_FRAME = 64 * 1024;

const frame = (type: Jt1078Input['type'], bytes: number, timestampMs = 0): Jt1078Input => ({
  sim: SIM,
  channel: 1,
  coding: type === 'sound' ? 'g711a' : 'h264',
  type,
  timestampMs,
  body: Buffer.alloc(bytes, bytes & 0xff),
});

/** The packets of consecutive frames, numbered from a first sequence number. */
function packetsOf(frames: readonly Jt1078Input[], first = 0, maxBody = 950): Buffer[] {
  const packets: Buffer[] = [];
  for (const one of frames) {
    packets.push(...encodeJt1078Frame(one, first + packets.length, maxBody));
  }
  return packets;
}

function feed(bytes: Buffer, places: readonly number[] = [], reader = new Jt1078Reader()) {
  const ends = [...places.map((cut) => cut % (bytes.length + 1)), bytes.length];
  ends.sort((a, b) => a - b);
  const frames: Jt1078Frame[] = [];
  let heldMost = 0;
  let from = 0;
  for (const to of ends) {
    const chunk = Buffer.from(bytes.subarray(from, to));
    frames.push(...reader.push(chunk));
    // Frames must own their bytes: the socket's buffer may be reused.
    chunk.fill(0xee);
    heldMost = Math.max(heldMost, reader.bufferedBytes);
    from = to;
  }
  return { frames, heldMost, counters: reader.counters };
}

describe('a stream of media packets', () => {
  const clip = [frame('iFrame', 3000), frame('pFrame', 400), frame('sound', 160)];

  it('drops a video frame with a missing fragment, and those after it until the next key frame', () => {
    const packets = packetsOf([
      frame('iFrame', 3000),
      frame('pFrame', 2000),
      frame('pFrame', 300),
      frame('sound', 160),
      frame('iFrame', 500),
      frame('pFrame', 200),
    ]);
    packets.splice(5, 1);
    const { frames, counters } = feed(Buffer.concat(packets));
    expect(frames.map(({ kind, body }) => [kind, body.length])).toEqual([
      ['video', 3000],
      ['sound', 160],
      ['video', 500],
      ['video', 200],
    ]);
    expect(counters).toMatchObject({ lostPackets: 1, brokenFrames: 1, skippedFrames: 1 });
  });

  it('counts late packets as reordered, not as lost', () => {
    const packets = packetsOf([frame('iFrame', 100), frame('iFrame', 101), frame('iFrame', 102)]);
    const [one, two, three] = packets as [Buffer, Buffer, Buffer];
    const { counters, frames } = feed(Buffer.concat([one, three, two, three]));
    expect(counters).toMatchObject({ lostPackets: 0, reorderedPackets: 1, repeatedPackets: 1 });
    expect(frames).toHaveLength(2);
  });

  it('continues when sequence numbers wrap around', () => {
    const many = Array.from({ length: 20 }, () => frame('pFrame', 1200));
    const { frames, counters } = feed(Buffer.concat(packetsOf(many, 0xfff0)));
    expect(frames).toHaveLength(20);
    expect(counters.lostPackets).toBe(0);
  });

  it('supports a device that restarts its count, and one that never counts', () => {
    const again = Buffer.concat([
      ...packetsOf(Array.from({ length: 50 }, () => frame('iFrame', 100))),
      ...packetsOf(Array.from({ length: 50 }, () => frame('iFrame', 100))),
    ]);
    expect(feed(again).frames.length).toBeGreaterThanOrEqual(96);
    const never = Array.from({ length: 50 }, () => encodeJt1078Frame(frame('iFrame', 100), 7));
    expect(feed(Buffer.concat(never.flat())).frames.length).toBeGreaterThanOrEqual(46);
  });

  it('supports a device that counts video and audio separately', () => {
    const packets = Array.from({ length: 30 }, (_, n) => [
      ...encodeJt1078Frame(frame(n === 0 ? 'iFrame' : 'pFrame', 1800), 2 * n),
      ...encodeJt1078Frame(frame('sound', 160), 900 + n),
    ]);
    const { frames, counters } = feed(Buffer.concat(packets.flat()));
    expect(counters.brokenFrames).toBe(0);
    expect(frames.filter(({ kind }) => kind === 'video')).toHaveLength(30);
  });

  it('detects the length of the SIM, whatever its bytes are', () => {
    for (const sim of [SIM, LONG_SIM, Buffer.alloc(6), Buffer.alloc(10), Buffer.alloc(10, 0xff)]) {
      const reader = new Jt1078Reader();
      const { frames } = feed(
        Buffer.concat(packetsOf(clip.map((one) => ({ ...one, sim })))),
        [1, 30, 500],
        reader,
      );
      expect(frames.map(({ body }) => body.length)).toEqual([3000, 400, 160]);
      expect(reader.sim).toEqual(sim);
    }
  });

  it('resynchronises after garbage that contains start marks', () => {
    const rubbish = Buffer.concat([
      Buffer.from('3031636481e20001', 'hex'),
      Buffer.alloc(40, 0x30),
      Buffer.from('303163', 'hex'),
    ]);
    // The first garbage announces a length, so the reader waits for it; no later packet is lost.
    const packets = packetsOf([...clip, ...clip, ...clip, ...clip], 7);
    const [first, ...rest] = packets;
    const bytes = Buffer.concat([rubbish, first as Buffer, rubbish, ...rest]);
    const { counters } = feed(bytes, [3, 17, 60, 61, 62, 63]);
    expect(counters).toMatchObject({ junkRuns: 2, packets: packets.length, frames: 12 });
  });

  it('buffers at most a packet and a frame of the maximum size, however long a frame is', () => {
    const reader = new Jt1078Reader({ maxFrameBytes: MAX_FRAME });
    const packets = packetsOf([frame('iFrame', 40 * MAX_FRAME), frame('iFrame', 100)]);
    let heldMost = 0;
    const frames = packets.flatMap((packet) => {
      const whole = reader.push(packet);
      heldMost = Math.max(heldMost, reader.bufferedBytes);
      return whole;
    });
    expect(heldMost).toBeLessThanOrEqual(MAX_FRAME + 950);
    expect(frames.map(({ body }) => body.length)).toEqual([100]);
    expect(reader.counters.brokenFrames).toBe(1);
  });

  it('abandons a frame with too many fragments', () => {
    const [piece] = encodeJt1078Frame(frame('iFrame', 1), 0) as [Buffer];
    const reader = new Jt1078Reader();
    const first = Buffer.from(piece);
    first[15] = 0x01;
    reader.push(first);
    for (let n = 1; n < 20_000; n += 1) {
      const middle = Buffer.from(piece);
      middle[15] = 0x03;
      middle.writeUInt16BE(n, 6);
      reader.push(middle);
    }
    expect(reader.counters.brokenFrames).toBe(1);
    expect(reader.bufferedBytes).toBe(0);
  });
});

it('removes the HiSilicon header and leaves other bytes unchanged', () => {
  const sound = Buffer.alloc(320, 0xd5);
  const head = Buffer.from([0, 1, 160, 0]);
  expect(withoutHisiliconHead(Buffer.concat([head, sound]))).toEqual(sound);
  expect(withoutHisiliconHead(sound)).toEqual(sound);
  expect(withoutHisiliconHead(Buffer.concat([head, sound, sound]))).toHaveLength(644);
  expect(withoutHisiliconHead(Buffer.alloc(3))).toHaveLength(3);
});

const inputs = fc.record({
  sim: fc.constant(SIM),
  channel: fc.integer({ min: 1, max: 4 }),
  coding: fc.constantFrom('h264' as const, 'h265' as const, 'g711a' as const, 'aac' as const),
  type: fc.constantFrom('iFrame', 'pFrame', 'bFrame', 'sound', 'transparent') as fc.Arbitrary<
    Jt1078Input['type']
  >,
  timestampMs: fc.integer({ min: 0, max: 2 ** 42 }),
  body: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});
const streams = fc
  .tuple(
    fc.array(inputs, { minLength: 1, maxLength: 10 }),
    fc.nat(0xffff),
    fc.integer({ min: 20, max: 400 }),
    fc.constantFrom(SIM, LONG_SIM),
  )
  .map(([frames, first, maxBody, sim]) =>
    Buffer.concat(
      packetsOf(
        frames.map((one) => ({ ...one, sim, channel: 1 })),
        first,
        maxBody,
      ),
    ),
  );
const noise = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 60 }) },
      fc
        .constantFrom('30316364', '3031636481e2', '303163', '81', '0000', 'ffff', '30')
        .map((hex) => Buffer.from(hex, 'hex')),
    ),
    { maxLength: 80 },
  )
  .map((parts) => Buffer.concat(parts));

describe('any bytes', () => {
  it.each([
    ['rubbish', noise],
    ['damaged packets', mutated(streams)],
  ] as const)('%s: nothing is thrown, and no more is held than came', (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, cuts, (bytes, places) => {
        const { heldMost, frames } = feed(bytes, places);
        expect(heldMost).toBeLessThanOrEqual(bytes.length);
        expect(frames.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThanOrEqual(
          bytes.length,
        );
        const datagram = new Jt1078Reader().datagram(bytes);
        expect(datagram?.body.length ?? 0).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('a stream decodes the same however it is split', () => {
    fc.assert(
      fc.property(streams, cuts, (bytes, places) => {
        const whole = feed(bytes);
        const cut = feed(bytes, places);
        expect(cut.frames).toEqual(whole.frames);
        expect(whole.counters).toMatchObject({ lostPackets: 0, junkRuns: 0, brokenFrames: 0 });
      }),
      { numRuns: RUNS },
    );
  });

  it('a megabyte of start marks is skipped in one pass', () => {
    const { counters } = feed(Buffer.alloc(1 << 20, Buffer.from('3031636481', 'hex')));
    expect(counters.packets).toBeLessThan(100);
  });
});

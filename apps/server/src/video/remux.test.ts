import { existsSync, readFileSync } from 'node:fs';
import { type Jt1078Frame, Jt1078Reader } from '@roadworthy/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureBody, type StreamKind, StreamWriter } from '../../test/camera-stream.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { FrameReader } from './bitstream/frame-reader.ts';
import { ChunkRing } from './chunk-ring.ts';
import { LiveRemux, type RemuxedFrame } from './live-remux.ts';
import { frameMp4 } from './mp4/plain.ts';

const FRAME_MS = 67;
const sizes = { h264: [640, 360], h264Wide: [704, 576], h265: [1920, 1080] } as const;
const codecs = { h264: 'avc1.4d4016', h264Wide: 'avc1.64001e', h265: 'hvc1.1.6.L120.90' } as const;

const framesOf = (bytes: Uint8Array): Jt1078Frame[] => new Jt1078Reader().push(bytes);

/** The frames of a stream, remuxed one by one. */
function remux(frames: readonly Jt1078Frame[], into = new LiveRemux()): RemuxedFrame[] {
  return frames.flatMap((frame) => {
    const { coding, isKeyFrame, body } = frame;
    if (coding !== 'h264' && coding !== 'h265') return [];
    const timestampMs = frame.timestampMs ?? 0;
    const made = into.push({ coding, isKeyFrame, body, timestampMs }, timestampMs);
    return made === null ? [] : [made];
  });
}

function stream(kind: StreamKind, pictures: number, stepMs = FRAME_MS): Jt1078Frame[] {
  const writer = new StreamWriter({ sim: '13912345678', kind });
  const packets = Array.from({ length: pictures }, (_, n) => writer.picture(1000 + n * stepMs));
  return framesOf(Buffer.concat(packets));
}

const whole = (made: readonly RemuxedFrame[]): Buffer =>
  Buffer.concat([
    made[0]?.init.data ?? Buffer.alloc(0),
    ...made.map(({ fragment }) => fragment.data),
  ]);

describe('fragments of a live stream', () => {
  it.each(['h264', 'h264Wide', 'h265'] as const)(
    '[R-102] %s: an independent parser reads codec, size, times and key frames',
    async (kind) => {
      const made = remux(stream(kind, 25));
      const parsed = await parseMp4(whole(made));
      expect(parsed).toMatchObject({ codec: codecs[kind], isFragmented: true });
      expect([parsed.widthPx, parsed.heightPx]).toEqual(sizes[kind]);
      expect(parsed.samples).toHaveLength(25);
      expect(parsed.samples.map(({ is_sync }) => is_sync)).toEqual(
        Array.from({ length: 25 }, (_, n) => n % 10 === 0),
      );
      expect(parsed.times).toEqual(Array.from({ length: 25 }, (_, n) => n * FRAME_MS));
    },
  );

  it('removes parameter sets, SEI, delimiters and filler from the frames', async () => {
    const noise = [Buffer.from('00000109f0', 'hex'), Buffer.from('000001060102030480', 'hex')];
    const body = Buffer.concat([
      ...noise,
      pictureBody('h264', true),
      Buffer.from('0000010cff80', 'hex'),
    ]);
    const made = new LiveRemux().push(
      { coding: 'h264', isKeyFrame: true, body, timestampMs: 0 },
      0,
    );
    const parsed = await parseMp4(whole(made === null ? [] : [made]));
    const data = Buffer.from(parsed.samples[0]?.data ?? []);
    expect(data.readUInt32BE(0)).toBe(data.length - 4);
    expect((data[4] ?? 0) & 0x1f).toBe(5);
  });

  it('produces nothing before the first key frame, nor after a loss until the next', () => {
    const writer = new StreamWriter({ sim: '1', keyEvery: 5 });
    const packets = Array.from({ length: 15 }, (_, n) => {
      if (n === 7) writer.lose(1);
      return writer.picture(n * FRAME_MS);
    });
    const all = framesOf(Buffer.concat(packets));
    const late = remux(framesOf(Buffer.concat(packets.slice(2))));
    expect(late[0]?.fragment).toMatchObject({ isKeyFrame: true, deviceTimeMs: 5 * FRAME_MS });
    expect(all.map(({ timestampMs }) => timestampMs)).not.toContain(8 * FRAME_MS);
    expect(remux(all)).toHaveLength(5 + 2 + 5);
  });

  it('a changed parameter set starts a new init segment', () => {
    const made = remux([...stream('h264', 12), ...stream('h264Wide', 12), ...stream('h265', 3)]);
    const inits = [...new Set(made.map(({ init }) => init))];
    expect(inits.map(({ widthPx }) => widthPx)).toEqual([640, 704, 1920]);
    expect(made.filter(({ init }) => init === inits[1])[0]?.fragment.isKeyFrame).toBe(true);
    expect(made.map(({ fragment }) => fragment.sequence)).toEqual(made.map((_, n) => n + 1));
  });

  it('the time line has no gap and no step back, whatever the camera clock does', async () => {
    const stamps = [0, 100, 200, 9_999_999_999, 9_999_999_950, 10_000_000_050, 5, 105, 4000, 4100];
    const frames = stamps.map((timestampMs, n): Jt1078Frame => {
      const isKeyFrame = n === 0;
      const body = pictureBody('h264', isKeyFrame);
      return { kind: 'video', coding: 'h264', channel: 1, isKeyFrame, timestampMs, body };
    });
    const { samples, times } = await parseMp4(whole(remux(frames)));
    expect(times).toHaveLength(stamps.length);
    for (const [n, time] of times.entries()) {
      const before = times[n - 1];
      if (before === undefined) continue;
      expect(time).toBeGreaterThan(before);
      expect(time).toBeLessThanOrEqual(before + (samples[n - 1]?.duration ?? 0));
    }
  });

  it('keeps the frames since the newest key frame, up to the limit', () => {
    const into = new LiveRemux();
    remux(stream('h264', 14), into);
    expect(into.sinceKeyFrame.map(({ isKeyFrame }) => isKeyFrame)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const endless = Array.from({ length: 700 }, (_, n): Jt1078Frame => {
      const body = pictureBody('h264', n === 0);
      return {
        kind: 'video',
        coding: 'h264',
        channel: 1,
        isKeyFrame: n === 0,
        timestampMs: n,
        body,
      };
    });
    remux(endless, into);
    expect(into.sinceKeyFrame).toHaveLength(0);
  });
});

describe('chunks for a queue', () => {
  it('[R-101] each ends at the first key frame after 8 s, and is a plain MP4 from time 0', async () => {
    const ring = new ChunkRing();
    for (const made of remux(stream('h264', 400, 100))) ring.push(made);
    expect(ring.chunks).toHaveLength(4);
    for (const chunk of ring.chunks) {
      expect(chunk.endMs - chunk.startMs).toBe(8000);
      const parsed = await parseMp4(chunk.data);
      expect(parsed).toMatchObject({
        isFragmented: false,
        isFastStart: true,
        codec: 'avc1.4d4016',
      });
      expect(parsed.samples).toHaveLength(80);
      expect(parsed.samples[0]).toMatchObject({ is_sync: true, dts: 0 });
      expect(parsed.samples.at(-1)?.dts).toBe(7900);
    }
  });

  it('ends one where the format changes, and discards the oldest', () => {
    const ring = new ChunkRing();
    for (const made of remux([...stream('h264', 20, 100), ...stream('h264Wide', 20, 100)]))
      ring.push(made);
    expect(ring.chunks).toHaveLength(1);
    for (const made of remux(stream('h264', 1200, 100))) ring.push(made);
    expect(ring.chunks).toHaveLength(6);
    expect(new Set(ring.chunks.map(({ id }) => id)).size).toBe(6);
  });
});

it('[R-103] a single frame is an MP4 if there is no JPEG', async () => {
  const picture = new FrameReader().read({
    coding: 'h264',
    isKeyFrame: true,
    body: pictureBody('h264', true),
  });
  if (picture === null) throw new Error('no picture');
  const [unit] = picture.units;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit?.length ?? 0);
  const parsed = await parseMp4(
    frameMp4(picture.format, Buffer.concat([length, ...picture.units])),
  );
  expect(parsed.samples).toHaveLength(1);
  expect(parsed.samples[0]?.duration).toBe(1000);
});

describe('invalid input', () => {
  const codings = fc.constantFrom('h264' as const, 'h265' as const);

  it('no bytes make it throw or grow', () => {
    const into = new LiveRemux();
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .tuple(
          fc.constantFrom(0x67, 0x68, 0x65, 0x41, 0x40, 0x42, 0x44, 0x26, 0x02),
          fc.uint8Array({ maxLength: 80 }),
        )
        .map(([type, rest]) => Uint8Array.from([0, 0, 1, type, ...rest])),
      fc
        .tuple(fc.constantFrom<StreamKind>('h264', 'h264Wide', 'h265'), fc.nat(80), fc.nat(255))
        .map(([kind, at, byte]) => {
          const body = pictureBody(kind, true);
          body[at] = byte;
          return body;
        }),
    );
    fc.assert(
      fc.property(codings, fc.boolean(), bodies, fc.double(), (coding, isKeyFrame, bytes, time) => {
        const timestampMs = Number.isFinite(time) ? Math.floor(Math.abs(time)) : 0;
        into.push({ coding, isKeyFrame, body: Buffer.from(bytes), timestampMs }, 0);
        expect(into.sinceKeyFrame.length).toBeLessThanOrEqual(600);
      }),
      { numRuns: 3000, interruptAfterTimeLimit: 8000 },
    );
  });

  it('the number of stored parameter sets is bounded', () => {
    const reader = new FrameReader();
    for (let n = 0; n < 5000; n += 1) {
      const set = Buffer.from([0, 0, 1, 0x68, 1 + (n % 250), 1 + (n >> 8), 0x80]);
      reader.read({ coding: 'h264', isKeyFrame: false, body: set });
    }
    const body = pictureBody('h264', true);
    const picture = reader.read({ coding: 'h264', isKeyFrame: true, body });
    expect(picture?.format.parameterSets.length).toBeLessThanOrEqual(20);
  });
});

const SHARED = '../shared/vectors/jt1078';
describe.runIf(existsSync(SHARED))('captures of real cameras', () => {
  it.each([
    ['cif-cabin', 'avc1.4d0014', 352, 288, 270],
    ['cif-bus', 'avc1.4d0014', 352, 288, 479],
    ['d1-g711a', 'avc1.64001e', 720, 576, 73],
    ['synthetic-h265-aac-sim10', 'hvc1.1.6.L63.90', 640, 360, 45],
    ['synthetic-g711u-hisilicon-transparent', 'avc1.4d4016', 640, 360, 60],
    ['synthetic-large-body', 'avc1.4d4016', 640, 360, 60],
  ])('[F-42] %s becomes an MP4 of every picture', async (name, codec, width, height, pictures) => {
    const made = remux(framesOf(readFileSync(`${SHARED}/${name}.bin`)));
    const parsed = await parseMp4(whole(made));
    expect(parsed).toMatchObject({ codec, widthPx: width, heightPx: height });
    expect(parsed.samples).toHaveLength(pictures);
  });

  it.each(['synthetic-lost-packets', 'synthetic-junk-resync'])(
    '[F-42] %s loses no more than necessary',
    async (name) => {
      const made = remux(framesOf(readFileSync(`${SHARED}/${name}.bin`)));
      expect(made.length).toBeGreaterThan(15);
      expect((await parseMp4(whole(made))).samples).toHaveLength(made.length);
    },
  );
});

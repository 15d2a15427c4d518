import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../test/device.ts';
import { RtspCamera, type RtspCameraOptions } from '../../../../test/rtsp-camera.ts';
import { findTarget, mayConnect } from './address.ts';
import { RtpAudio } from './audio.ts';
import { type CameraFrame, RtpFrames } from './frames.ts';
import { playRtsp } from './player.ts';
import { RtspError, RtspReader } from './reader.ts';
import { readRtp } from './rtp.ts';

const HERE = ['127.0.0.0/8'];
const SPS = Buffer.from('67640014acd9', 'hex');
const PPS = Buffer.from('68ebe3cb', 'hex');
const unit = (head: number[], bytes: number) =>
  Buffer.concat([Buffer.from(head), Buffer.from(Array.from({ length: bytes }, (_, n) => n % 251))]);
const IDR = unit([0x65], 5000);
const SLICE = unit([0x41], 3000);
const annexB = (...units: Buffer[]) =>
  Buffer.concat(units.flatMap((one) => [Buffer.from([0, 0, 0, 1]), one]));

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function watch(
  options: RtspCameraOptions,
  more: { withSound?: boolean; silenceMs?: number; address?: string } = {},
) {
  const camera = await RtspCamera.start(options);
  closing.push(() => camera.close());
  const frames: CameraFrame[] = [];
  const ends: (RtspError | null)[] = [];
  const player = playRtsp(
    { address: camera.address, networks: HERE, withSound: false, ...more },
    { frame: (frame) => frames.push(frame), ended: (error) => ends.push(error) },
  );
  closing.push(() => player.close());
  return { camera, frames, ends, player };
}

async function playing(options: RtspCameraOptions, more = {}) {
  const all = await watch(options, more);
  await until(() => all.camera.isPlaying);
  return all;
}

describe('frames of an RTSP camera', () => {
  it('fragmented, aggregated and single units are reassembled to frames with their times', async () => {
    const { camera, frames } = await playing({ coding: 'H264' });
    camera.picture([SPS, PPS], 900, { aggregate: true });
    camera.picture([IDR], 900);
    camera.picture([SLICE, SLICE], 900 + 3600);
    camera.picture([SLICE], 900 + 7200);
    await until(() => frames.length === 3);
    expect(frames).toEqual([
      {
        kind: 'video',
        coding: 'h264',
        isKeyFrame: true,
        timestampMs: 0,
        body: annexB(SPS, PPS, IDR),
      },
      {
        kind: 'video',
        coding: 'h264',
        isKeyFrame: false,
        timestampMs: 40,
        body: annexB(SLICE, SLICE),
      },
      { kind: 'video', coding: 'h264', isKeyFrame: false, timestampMs: 80, body: annexB(SLICE) },
    ]);
  });

  it('parameter sets of the description precede key frames, and a clock may wrap', async () => {
    const sets = `${SPS.toString('base64')},${PPS.toString('base64')}`;
    const format = `packetization-mode=1;sprop-parameter-sets=${sets};profile-level-id=640014`;
    const { camera, frames } = await playing({ coding: 'H264', format });
    camera.picture([SLICE], 0xffff_ff00);
    camera.picture([IDR], 0xffff_ff00 + 90);
    camera.picture([SLICE], 0xffff_ff00 + 9090);
    await until(() => frames.length === 2);
    expect(frames.map(({ body }) => body)).toEqual([annexB(SPS, PPS, IDR), annexB(SLICE)]);
    expect((frames[1]?.timestampMs ?? 0) - (frames[0]?.timestampMs ?? 0)).toBe(100);
  });

  it('after a lost packet nothing is returned before the next key frame', async () => {
    const { camera, frames } = await playing({ coding: 'H264' });
    camera.picture([SPS, PPS, IDR], 0);
    camera.picture([SLICE], 3600, { lose: 1 });
    camera.picture([SLICE], 7200);
    camera.picture([SPS, PPS, IDR], 10_800);
    await until(() => frames.length === 2);
    expect(frames.map(({ timestampMs }) => timestampMs)).toEqual([0, 120]);
  });

  it('H.265, with its fragments and aggregates', async () => {
    const [vps, sps, pps] = [unit([0x40, 1], 20), unit([0x42, 1], 30), unit([0x44, 1], 8)];
    const idr = unit([0x26, 1], 6000);
    const { camera, frames } = await playing({ coding: 'H265' });
    camera.picture([vps, sps, pps], 0, { aggregate: true });
    camera.picture([idr], 0);
    await until(() => frames.length === 1);
    expect(frames[0]).toMatchObject({ coding: 'h265', isKeyFrame: true });
    expect(frames[0]?.body).toEqual(annexB(vps, sps, pps, idr));
  });
});

describe('audio of an RTSP camera', () => {
  it('G.711 unchanged', async () => {
    const moreSdp = 'm=audio 0 RTP/AVP 8\r\na=control:trackID=2';
    const { camera, frames } = await playing({ coding: 'H264', moreSdp }, { withSound: true });
    camera.sound(8, 0, Buffer.from([1, 2, 3]));
    camera.sound(8, 160, Buffer.from([4, 5, 6]));
    await until(() => frames.length === 2);
    expect(frames[1]).toMatchObject({ kind: 'sound', coding: 'g711a', timestampMs: 20 });
  });

  it('AAC with an ADTS header', async () => {
    const moreSdp = [
      'm=audio 0 RTP/AVP 97',
      'a=rtpmap:97 MPEG4-GENERIC/16000/1',
      'a=fmtp:97 streamtype=5;mode=AAC-hbr;sizelength=13;indexlength=3;config=1408',
      'a=control:trackID=2',
    ].join('\r\n');
    const { camera, frames } = await playing({ coding: 'H264', moreSdp }, { withSound: true });
    const [one, two] = [Buffer.alloc(100, 7), Buffer.alloc(60, 8)];
    const heads = Buffer.from([
      0,
      32,
      (100 << 3) >> 8,
      (100 << 3) & 0xff,
      (60 << 3) >> 8,
      (60 << 3) & 0xff,
    ]);
    camera.sound(97, 0, Buffer.concat([heads, one, two]));
    await until(() => frames.length === 2);
    expect(frames[0]?.body.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xf1]));
    expect(frames[0]?.body.subarray(7)).toEqual(one);
    expect(frames[1]).toMatchObject({ coding: 'aac', timestampMs: 64 });
    expect(frames[1]?.body.length).toBe(67);
  });
});

describe('a camera that requires a password', () => {
  it.each(['basic', 'digest', 'digest-sha256'] as const)('%s', async (authentication) => {
    const { camera, frames } = await playing({ coding: 'H264', authentication });
    camera.picture([SPS, PPS, IDR], 0);
    await until(() => frames.length === 1);
    expect(camera.requests.slice(0, 4)).toEqual(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY']);
  });

  it('a wrong one is refused, and is not part of the message', async () => {
    const { ends, camera } = await watch({ coding: 'H264', authentication: 'digest' });
    closing.push(() => undefined);
    const wrong = camera.address.replace(/:p[^@]*@/, ':secret-word@');
    const told: (RtspError | null)[] = [];
    playRtsp(
      { address: wrong, networks: HERE, withSound: false },
      { frame: () => undefined, ended: (error) => told.push(error) },
    );
    await until(() => told.length === 1);
    expect(told[0]?.message).toBe('camera.sign_in_refused');
    expect(ends).toEqual([]);
  });
});

describe('a session', () => {
  it('is kept alive, and ended with TEARDOWN', async () => {
    const { camera, player, ends } = await playing({ coding: 'H264', sessionS: 2 });
    await until(() => camera.requests.includes('GET_PARAMETER'));
    player.close();
    await until(() => camera.requests.includes('TEARDOWN'));
    expect(ends).toEqual([null]);
  });

  it('that is silent is ended', async () => {
    const { ends } = await playing({ coding: 'H264' }, { silenceMs: 300 });
    await until(() => ends.length === 1);
    expect(ends[0]?.message).toBe('stream.silent');
  });

  it.each([
    ['rubbish', Buffer.from('<html>\r\n\r\n')],
    ['a head without end', Buffer.alloc(40_000, 0x41)],
    ['a body beyond measure', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 999999999\r\n\r\n')],
  ])('%s ends it', async (_name, bytes) => {
    const { camera, ends } = await playing({ coding: 'H264' });
    camera.raw(bytes);
    await until(() => ends.length === 1);
    expect(ends[0]).toBeInstanceOf(Error);
  });

  it('ends when the camera disconnects; without a response it never starts', async () => {
    const { camera, ends } = await playing({ coding: 'H264' });
    await camera.close();
    await until(() => ends.length === 1);
    const gone: (RtspError | null)[] = [];
    playRtsp(
      { address: camera.address, networks: HERE, withSound: false },
      { frame: () => undefined, ended: (error) => gone.push(error) },
    );
    await until(() => gone.length === 1);
    expect(gone[0]?.message).toBe('ECONNREFUSED');
  });
});

describe('allowed camera addresses', () => {
  it('exclude this machine and its link unless they are configured', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '0.0.0.0']) {
      expect(mayConnect(address, [])).toBe(false);
    }
    expect(mayConnect('10.1.2.3', [])).toBe(true);
    expect(mayConnect('10.1.2.3', ['192.168.0.0/16'])).toBe(false);
    expect(mayConnect('127.0.0.1', HERE)).toBe(true);
  });

  it.each(['http://127.0.0.1/', 'rtsp://', 'rtsp://127.0.0.1/', 'nonsense'])(
    '%s is refused',
    (one) => expect(findTarget(one, [])).rejects.toThrow(),
  );
});

describe('any bytes', () => {
  it('end a connection or are ignored, and the buffer stays bounded', () => {
    const start = fc.constantFrom(
      'RTSP/1.0 200 OK\r\n',
      '$\0\0\x20',
      'Content-Length: 9\r\n\r\n',
      '',
    );
    const chunk = fc.tuple(start, fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 20 }), (chunks) => {
        const reader = new RtspReader();
        try {
          for (const [text, bytes] of chunks) {
            reader.push(Buffer.concat([Buffer.from(text, 'latin1'), bytes]));
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RtspError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('in packets yield frames or nothing', () => {
    const offer = { payloadType: 96, clockRateHz: 90_000, control: '', parameterSets: [] };
    const packet = fc.record({
      isMarked: fc.boolean(),
      sequence: fc.nat(20),
      timestamp: fc.nat(3),
      payload: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 40 }), (packets) => {
        for (const coding of ['h264', 'h265'] as const) {
          const pictures = new RtpFrames({ ...offer, coding, audioConfig: null });
          for (const one of packets) {
            for (const frame of pictures.add({ payloadType: 96, ...one })) {
              expect(frame.body.length).toBeGreaterThan(4);
            }
          }
        }
        const config = Buffer.from('1408', 'hex');
        const sound = new RtpAudio({ ...offer, coding: 'aac', audioConfig: config });
        for (const one of packets) sound.add({ payloadType: 96, ...one });
        for (const { payload } of packets) readRtp(payload);
      }),
      { numRuns: 300 },
    );
  });

  it('of a stream split anywhere yield the same result', () => {
    const text = 'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 3\r\n\r\nabc';
    const whole = Buffer.concat([Buffer.from(text), Buffer.from('$\x01\x00\x02hi', 'latin1')]);
    for (let cut = 1; cut < whole.length; cut += 1) {
      const reader = new RtspReader();
      const items = [...reader.push(whole.subarray(0, cut)), ...reader.push(whole.subarray(cut))];
      expect(items.map(({ kind }) => kind)).toEqual(['response', 'packet']);
    }
  });
});

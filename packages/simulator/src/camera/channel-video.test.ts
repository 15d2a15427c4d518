import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { aLaw } from './audio.ts';
import { ChannelVideo, type Footage } from './channel-video.ts';
import { readClockStrip } from './clock-strip.ts';
import { encodeJpeg } from './jpeg.ts';
import { Picture } from './picture.ts';
import { drawScene, VIEW_NAMES } from './scene.ts';
import { until } from './test-platform.ts';
import { hasFfmpeg } from './video-encoder.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0, 123);
const MOTION = { speedKmh: 62, distanceM: 4000, headingDeg: 80 };
const moment = (n: number) => ({
  ...MOTION,
  distanceM: MOTION.distanceM + n * 1.4,
  timeMs: NOON + n * 80,
  counter: n,
});

/** Decodes with ffmpeg to planes of 4:2:0; null without it. */
function decoded(data: Buffer, format: 'h264' | 'mjpeg'): Buffer | null {
  if (!hasFfmpeg()) return null;
  const options = ['-v', 'error', '-f', format, '-i', 'pipe:0', '-f', 'rawvideo'];
  const made = spawnSync('ffmpeg', [...options, '-pix_fmt', 'yuv420p', 'pipe:1'], {
    input: data,
    maxBuffer: 1 << 28,
  });
  expect(made.stderr.toString()).toBe('');
  return made.stdout;
}

describe('a frame', () => {
  it.each(VIEW_NAMES.map((name, index) => [index + 1, name] as const))(
    'of channel %i (%s) carries a machine-readable time, by day and by night',
    (channel) => {
      for (const [widthPx, heightPx] of [
        [640, 360],
        [1280, 720],
      ] as const) {
        const picture = new Picture(widthPx, heightPx);
        for (const timeMs of [NOON, NOON + 12 * 3_600_000 + 1]) {
          drawScene(picture, channel, '13900000005', { ...moment(0), timeMs });
          expect(readClockStrip(picture.y, widthPx, heightPx)).toBe(timeMs);
        }
      }
      expect(readClockStrip(new Uint8Array(640 * 360), 640, 360)).toBeNull();
    },
  );

  it('moves with the vehicle, and stays still when it is stationary', () => {
    const [one, two, three] = [0, 0, 40].map((distanceM) => {
      const picture = new Picture(640, 360);
      drawScene(picture, 1, 'X', { ...moment(0), distanceM });
      return picture;
    }) as [Picture, Picture, Picture];
    expect(one.bytes.equals(two.bytes)).toBe(true);
    expect(one.bytes.equals(three.bytes)).toBe(false);
  });
});

it('encodes a photograph as a JPEG with a readable clock', () => {
  const picture = new Picture(640, 360);
  drawScene(picture, 4, '13900000005', moment(3));
  const data = encodeJpeg(picture, 3);
  expect(data.length).toBeLessThan(200_000);
  expect(data.subarray(0, 2).toString('hex')).toBe('ffd8');
  const seen = decoded(data, 'mjpeg');
  if (seen !== null) expect(readClockStrip(seen, 640, 360)).toBe(moment(3).timeMs);
});

it('encodes audio as A-law', () => {
  // Values of ITU-T G.711: silence, the loudest sample and a quiet one.
  expect([0, 32_767, -32_768, 1000, -1000].map(aLaw)).toEqual([0xd5, 0xaa, 0x2a, 0xfa, 0x7a]);
});

describe.each(['clip', 'best'] as const)('a video of the encoder %s', (encoder) => {
  it('starts with a key frame, has one every two seconds, and shows the time if it is drawn', async () => {
    const footage: Footage[] = [];
    const video = new ChannelVideo({
      channel: 1,
      size: 'sub',
      name: '13900000005',
      motionAt: () => MOTION,
      encoder,
      hasAudio: false,
      onFootage: (one) => footage.push(one),
      onEnd: () => undefined,
    });
    await until(() => footage.length >= 28);
    video.close();
    const keys = footage.map((one) => one.kind === 'picture' && one.isKeyFrame);
    expect(keys.indexOf(true)).toBe(0);
    expect(keys.indexOf(true, 1)).toBe(25);
    const times = footage.map(({ timeMs }) => timeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const seen = decoded(Buffer.concat(footage.map(({ data }) => data)), 'h264');
    if (seen === null) return;
    const size = (640 * 360 * 3) / 2;
    expect(seen.length).toBe(footage.length * size);
    times.forEach((timeMs, n) => {
      const shown = readClockStrip(seen.subarray(n * size), 640, 360);
      expect(shown).toBe(encoder === 'clip' ? null : timeMs);
    });
  });
});

import { FrameReader } from '../src/video/bitstream/frame-reader.ts';
import { plainMp4 } from '../src/video/mp4/plain.ts';
import { pictureBody, type StreamKind } from './camera-stream.ts';

/**
 * A whole MP4, its head before its pictures; right in form, its pictures are noise.
 *
 * @param seed another one gives other bytes
 */
export function makeMp4(
  options: { durationMs?: number; kind?: StreamKind; bytes?: number; seed?: number } = {},
): Buffer {
  const { durationMs = 20_000, kind = 'h264', bytes = 400, seed = 0 } = options;
  const FRAME_MS = 200;
  const reader = new FrameReader();
  const pictures = Array.from({ length: Math.round(durationMs / FRAME_MS) }, (_, n) => {
    const isKeyFrame = n % 5 === 0;
    const body = pictureBody(kind, isKeyFrame, { bytes, seed: seed + n });
    const coding = kind === 'h265' ? ('h265' as const) : ('h264' as const);
    const picture = reader.read({ coding, isKeyFrame, body });
    if (picture === null) throw new Error('The reader takes no picture.');
    return picture;
  });
  const [first] = pictures;
  if (first === undefined) throw new Error('An MP4 has at least one picture.');
  const samples = pictures.map(({ units, isKeyFrame, sampleBytes }) => {
    const parts = units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    });
    return { bytes: sampleBytes, durationMs: FRAME_MS, isKeyFrame, data: Buffer.concat(parts) };
  });
  return plainMp4(first.format, samples);
}

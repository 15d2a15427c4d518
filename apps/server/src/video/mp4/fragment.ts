import type { FrameSlices } from '../bitstream/frame-reader.ts';
import { box, fullBox, u32 } from './boxes.ts';
import { TRACK_ID } from './movie.ts';

const KEY_SAMPLE = 0x02000000;
const OTHER_SAMPLE = 0x01010000;

/** `moof` of one sample and the header of its `mdat`; the values of the frame are zero. */
const TEMPLATE = Buffer.concat([
  box(
    'moof',
    fullBox('mfhd', 0, 0, u32(0)),
    box(
      'traf',
      // Offsets count from the moof.
      fullBox('tfhd', 0, 0x020000, u32(TRACK_ID)),
      fullBox('tfdt', 1, 0, u32(0, 0)),
      // Data offset, duration, size and flags of the one sample.
      fullBox('trun', 0, 0x000701, u32(1, 0, 0, 0, 0)),
    ),
  ),
  u32(0),
  Buffer.from('mdat', 'latin1'),
]);
const MDAT_HEAD_BYTES = 8;
const AT = {
  sequence: TEMPLATE.indexOf('mfhd') + 8,
  time: TEMPLATE.indexOf('tfdt') + 8,
  /** Data offset, then duration, size and flags. */
  run: TEMPLATE.indexOf('trun') + 12,
  data: TEMPLATE.length - MDAT_HEAD_BYTES,
} as const;

/** Time and duration of a frame in the stream. */
export interface FragmentPlace {
  /** Counts up from 1. */
  readonly sequence: number;
  readonly timeMs: number;
  readonly durationMs: number;
}

/** Writes the slices of a frame as a sample, each preceded by its length. Returns the end. */
export function writeSample({ units }: FrameSlices, into: Buffer, at: number): number {
  let end = at;
  for (const unit of units) {
    into.writeUInt32BE(unit.length, end);
    into.set(unit, end + 4);
    end += 4 + unit.length;
  }
  return end;
}

/** One frame as a fragment of an MP4: `moof` and `mdat`. */
export function fragment(picture: FrameSlices, place: FragmentPlace): Buffer {
  const bytes = Buffer.allocUnsafe(TEMPLATE.length + picture.sampleBytes);
  TEMPLATE.copy(bytes);
  bytes.writeUInt32BE(place.sequence >>> 0, AT.sequence);
  bytes.writeBigUInt64BE(BigInt(place.timeMs), AT.time);
  bytes.writeUInt32BE(TEMPLATE.length, AT.run);
  bytes.writeUInt32BE(place.durationMs, AT.run + 4);
  bytes.writeUInt32BE(picture.sampleBytes, AT.run + 8);
  bytes.writeUInt32BE(picture.isKeyFrame ? KEY_SAMPLE : OTHER_SAMPLE, AT.run + 12);
  bytes.writeUInt32BE(MDAT_HEAD_BYTES + picture.sampleBytes, AT.data);
  writeSample(picture, bytes, TEMPLATE.length);
  return bytes;
}

/** The sample within a fragment from {@link fragment}; a view. */
export const sampleOf = (bytes: Buffer): Buffer => bytes.subarray(TEMPLATE.length);

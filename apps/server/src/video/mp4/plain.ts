import type { VideoFormat } from '../bitstream/frame-reader.ts';
import { fullBox, u32 } from './boxes.ts';
import { plainHead, type SampleTables } from './movie.ts';

/** One frame of a plain MP4. */
export interface Sample {
  readonly bytes: number;
  readonly durationMs: number;
  readonly isKeyFrame: boolean;
}

const MDAT_HEAD_BYTES = 8;

/** Consecutive equal durations as one entry. */
function timeTable(samples: readonly Sample[]): Buffer {
  const runs: number[] = [];
  for (const { durationMs } of samples) {
    if (runs.at(-1) === durationMs) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1;
    else runs.push(1, durationMs);
  }
  return fullBox('stts', 0, 0, u32(runs.length / 2, ...runs));
}

function tables(samples: readonly Sample[], dataAt: number): SampleTables {
  const keys = samples.flatMap(({ isKeyFrame }, index) => (isKeyFrame ? [index + 1] : []));
  return {
    durationMs: samples.reduce((sum, { durationMs }) => sum + durationMs, 0),
    boxes: [
      timeTable(samples),
      fullBox('stss', 0, 0, u32(keys.length, ...keys)),
      // All frames are in one chunk.
      fullBox('stsc', 0, 0, u32(1, 1, samples.length, 1)),
      fullBox('stsz', 0, 0, u32(0, samples.length, ...samples.map(({ bytes }) => bytes))),
      fullBox('stco', 0, 0, u32(1, dataAt)),
    ],
  };
}

/**
 * The part of a plain MP4 before its frames: `ftyp`, `moov`, and the header of `mdat`. A player can
 * start as soon as it has this and the first frames.
 *
 * @param samples the frames in order; at most 4 GB in total
 */
export function headOfPlain(format: VideoFormat, samples: readonly Sample[]): Buffer {
  // The offset of the frames does not change the length of the header.
  const { length } = plainHead(format, tables(samples, 0));
  const dataBytes = samples.reduce((sum, { bytes }) => sum + bytes, MDAT_HEAD_BYTES);
  return Buffer.concat([
    plainHead(format, tables(samples, length + MDAT_HEAD_BYTES)),
    u32(dataBytes),
    Buffer.from('mdat', 'latin1'),
  ]);
}

/** A whole plain MP4 in memory. */
export function plainMp4(
  format: VideoFormat,
  samples: readonly (Sample & { readonly data: Uint8Array })[],
): Buffer {
  return Buffer.concat([headOfPlain(format, samples), ...samples.map(({ data }) => data)]);
}

/** A plain MP4 of one frame, shown for a second. */
export function frameMp4(format: VideoFormat, data: Uint8Array): Buffer {
  const sample = { bytes: data.length, durationMs: 1000, isKeyFrame: true, data };
  return plainMp4(format, [sample]);
}

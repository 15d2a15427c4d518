import type { RawFrame } from './use-raw-data.ts';

/** The frames as text for a support case: one JSON object per line, oldest first. */
export function framesFile(frames: readonly RawFrame[]): Blob {
  const lines = frames.toReversed().map((frame) => JSON.stringify(frame));
  return new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' });
}

/** A camera's file on the timeline of a clip. */
export interface CameraFile {
  readonly camera: number;
  readonly address: string;
  /** Of its first frame, ms since 1970 UTC. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Closer than one frame at 25 per second is in sync. */
const IN_STEP_S = 0.04;
/** Further than this a rate change would take too long, so it seeks. */
const JUMP_S = 0.4;
/** Maximum rate change as a fraction, which is not noticeable briefly. */
const MOST_SHARE = 0.25;

/** The correction: a seek, or a small change of rate. */
export type Correction =
  | { readonly kind: 'jump' }
  | { readonly kind: 'speed'; readonly rate: number };

/**
 * The correction for a video that is `aheadS` seconds ahead of the main one (negative: behind).
 *
 * @param rate the common playback rate
 */
export function correction(aheadS: number, rate: number): Correction {
  // At four times the rate the same delay is four times the distance.
  if (Math.abs(aheadS) > JUMP_S * Math.max(1, rate)) return { kind: 'jump' };
  if (Math.abs(aheadS) <= IN_STEP_S) return { kind: 'speed', rate };
  const share = Math.max(-MOST_SHARE, Math.min(MOST_SHARE, aheadS));
  return { kind: 'speed', rate: rate * (1 - share) };
}

/** The files that cover a time; the end of a file counts, as its last frame. */
export function filesAt(files: readonly CameraFile[], timeMs: number): CameraFile[] {
  return files.filter(({ startMs, endMs }) => timeMs >= startMs && timeMs <= endMs);
}

/** From the first to the last frame of any camera. */
export function spanOf(files: readonly CameraFile[]): { startMs: number; endMs: number } {
  if (files.length === 0) return { startMs: 0, endMs: 0 };
  return {
    startMs: Math.min(...files.map(({ startMs }) => startMs)),
    endMs: Math.max(...files.map(({ endMs }) => endMs)),
  };
}

/** A camera's file on the time line of a clip. */
export interface CameraFile {
  readonly camera: number;
  readonly address: string;
  /** Of its first picture, ms since 1970 UTC. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Nearer than one picture at 25 a second is in step. */
const IN_STEP_S = 0.04;
/** Farther than this a change of speed would take too long, and it jumps. */
const JUMP_S = 0.4;
/** At most this share faster or slower, which nobody notices for a moment. */
const MOST_SHARE = 0.25;

/** What brings a picture back in step: a jump, or a little more or less speed. */
export type Correction =
  | { readonly kind: 'jump' }
  | { readonly kind: 'speed'; readonly rate: number };

/**
 * What a picture must do that is `aheadS` seconds ahead of the main one (negative: behind).
 *
 * @param rate how many times as fast as the film all run
 */
export function correction(aheadS: number, rate: number): Correction {
  // At four times the speed a moment of waiting is four times as far.
  if (Math.abs(aheadS) > JUMP_S * Math.max(1, rate)) return { kind: 'jump' };
  if (Math.abs(aheadS) <= IN_STEP_S) return { kind: 'speed', rate };
  const share = Math.max(-MOST_SHARE, Math.min(MOST_SHARE, aheadS));
  return { kind: 'speed', rate: rate * (1 - share) };
}

/** The files that show a moment; the end belongs to a file too, as its last picture. */
export function filesAt(files: readonly CameraFile[], timeMs: number): CameraFile[] {
  return files.filter(({ startMs, endMs }) => timeMs >= startMs && timeMs <= endMs);
}

/** From the first picture of any camera to the last one of any. */
export function spanOf(files: readonly CameraFile[]): { startMs: number; endMs: number } {
  if (files.length === 0) return { startMs: 0, endMs: 0 };
  return {
    startMs: Math.min(...files.map(({ startMs }) => startMs)),
    endMs: Math.max(...files.map(({ endMs }) => endMs)),
  };
}

/** Limits of one connection; each has a counter by its name in `closed`. */
export interface ConnectionLimits {
  /** To name itself after connecting. */
  readonly loginMs: number;
  /** Between two reads of a device that has named itself (three heart beats). */
  readonly idleMs: number;
  /** To complete a frame it has begun: a dripping connection never does. */
  readonly frameMs: number;
  /** A transfer that stood still for so long has its missing packets asked for; half of `frameMs`. */
  readonly askAgainMs: number;
  /** Bad frames in a row. */
  readonly badFrames: number;
  /** Bytes of an unfinished frame, or of an unfinished transfer. */
  readonly bufferBytes: number;
  /** The same before the device is known: whoever connects cannot make us hold more. */
  readonly loginBytes: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  loginMs: 30_000,
  idleMs: 600_000,
  frameMs: 30_000,
  askAgainMs: 12_000,
  badFrames: 5,
  bufferBytes: 128 * 1024,
  loginBytes: 4 * 1024,
};

export type CloseRule =
  | 'login'
  | 'idle'
  | 'dripping'
  | 'bad_frames'
  | 'buffer'
  | 'unknown'
  | 'network'
  | 'replaced'
  | 'crowded'
  | 'not_recognised'
  | 'shutdown';

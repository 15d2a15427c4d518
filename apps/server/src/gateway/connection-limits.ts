/** Limits of one connection; each has a counter with its name in `closed`. */
export interface ConnectionLimits {
  /** Time to log in after connecting. */
  readonly loginMs: number;
  /** Maximum time between two reads from a device that has logged in (three heartbeats). */
  readonly idleMs: number;
  /** Time to complete a frame; ends connections that send one byte at a time. */
  readonly frameMs: number;
  /**
   * After this time without progress, missing packets of a transfer are requested; half of
   * `frameMs`.
   */
  readonly askAgainMs: number;
  /** Bad frames in a row. */
  readonly badFrames: number;
  /** Maximum bytes of an unfinished frame or transfer. */
  readonly bufferBytes: number;
  /** The same before login: unknown clients cannot make the server hold more. */
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

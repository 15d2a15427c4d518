import type { CameraChannel, LiveStill } from '../../../platform/video-hub.ts';

/** Minimum validity of an address; a still that remains the newest then gets a new one. */
export const STILL_LIFE_MS = { least: 60_000, most: 90_000 } as const;
/** Minimum interval of the stills of a camera, which all its viewers share. */
const SPACING_MS = 500;
/** Above this size the oldest stills of a camera are dropped before they expire. */
const MAX_BYTES_PER_CAMERA = 16 * 1024 * 1024;
const SWEEP_MS = 5000;

interface Still {
  readonly frame: LiveStill;
  readonly announcedAtMs: number;
  untilMs: number;
}

const keyOf = ({ trackerId, channel }: CameraChannel): string => `${trackerId} ${channel}`;

/**
 * The stills whose addresses were sent to viewers, until these expire. All sessions of a camera
 * share them, so that its memory does not grow with its viewers.
 */
export class AnnouncedStills {
  readonly #cameras = new Map<string, Still[]>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#sweep(Date.now()), SWEEP_MS);
    this.#timer.unref();
  }

  /**
   * The still to return now, and the expiry of its address.
   *
   * @param newest the camera's newest frame; not called while the last still is recent
   */
  async announce(
    camera: CameraChannel,
    newest: () => Promise<LiveStill | null>,
  ): Promise<Readonly<Still> | null> {
    const last = this.#cameras.get(keyOf(camera))?.at(-1);
    if (last !== undefined && Date.now() - last.announcedAtMs < SPACING_MS) return last;
    const frame = await newest();
    if (frame === null) return null;
    return this.#keep(keyOf(camera), frame, Date.now());
  }

  find(camera: CameraChannel, id: string): LiveStill | undefined {
    const stills = this.#cameras.get(keyOf(camera));
    return stills?.find(({ frame }) => frame.id === id)?.frame;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#cameras.clear();
  }

  #keep(key: string, frame: LiveStill, nowMs: number): Still {
    const stills = this.#cameras.get(key) ?? [];
    this.#cameras.set(key, stills);
    let still = stills.find((one) => one.frame.id === frame.id);
    if (still === undefined) {
      still = { frame, announcedAtMs: nowMs, untilMs: 0 };
      stills.push(still);
      let bytes = stills.reduce((sum, one) => sum + one.frame.data.length, 0);
      while (bytes > MAX_BYTES_PER_CAMERA && stills.length > 1) {
        bytes -= stills.shift()?.frame.data.length ?? 0;
      }
    }
    if (still.untilMs - nowMs < STILL_LIFE_MS.least) still.untilMs = nowMs + STILL_LIFE_MS.most;
    return still;
  }

  #sweep(nowMs: number): void {
    for (const [key, stills] of this.#cameras) {
      // One second more: addresses expire on whole seconds, rounded up.
      const left = stills.filter(({ untilMs }) => untilMs + 1000 > nowMs);
      if (left.length === 0) this.#cameras.delete(key);
      else if (left.length < stills.length) this.#cameras.set(key, left);
    }
  }
}

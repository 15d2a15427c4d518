import { createHash } from 'node:crypto';
import type { DeviceCommands } from '../../platform/device-commands/index.ts';
import type { CameraChannel, LiveStill } from '../../platform/video-hub.ts';

/** Timing of photographs, ms; other values in tests. */
export interface PhotographPace {
  /** A starting stream delivers frames sooner, so the camera is asked only after this time. */
  readonly patienceMs: number;
  /** From one photograph to the next command. */
  readonly everyMs: number;
  /** After a refusal. */
  readonly refusedMs: number;
  /** How long a photograph is shown. */
  readonly showMs: number;
  /** Callers whose last request is older are no longer counted. */
  readonly forgetMs: number;
}

const PACE: PhotographPace = {
  patienceMs: 4000,
  everyMs: 5000,
  refusedMs: 5 * 60_000,
  showMs: 30_000,
  forgetMs: 30_000,
};

interface Known {
  sinceMs: number;
  askedMs: number;
  nextOrderMs: number;
  isUnderWay: boolean;
  picture: LiveStill | null;
}

const MAX_CAMERAS = 2000;

/**
 * Photographs that cameras take on command (8801) if their stream does not arrive: returns the
 * newest one at once and requests the next.
 */
export class Photographs {
  readonly #cameras = new Map<string, Known>();

  constructor(
    private readonly deviceCommands: DeviceCommands,
    private readonly pace: PhotographPace = PACE,
  ) {}

  /** The newest photograph of a camera; null if there is none. Never waits. */
  newest(camera: CameraChannel): LiveStill | null {
    const nowMs = Date.now();
    const known = this.#known(camera, nowMs);
    known.askedMs = nowMs;
    const isDue = nowMs - known.sinceMs >= this.pace.patienceMs && nowMs >= known.nextOrderMs;
    if (isDue && !known.isUnderWay) void this.#command(camera, known);
    const { picture } = known;
    return picture !== null && nowMs - picture.takenAtMs <= this.pace.showMs ? picture : null;
  }

  /**
   * Takes one photograph now.
   *
   * @returns null if the camera does not support it
   */
  async take({ trackerId, channel }: CameraChannel): Promise<LiveStill | null> {
    const command = { kind: 'photograph', channel, size: '640x480', quality: 3 } as const;
    const answer = await this.deviceCommands.ask(trackerId, command);
    if (answer.state !== 'done') return null;
    const { dataBase64, mediaType, takenAtMs } = answer.result;
    const data = Buffer.from(dataBase64, 'base64');
    const id = createHash('sha256').update(data).digest('base64url');
    return { id, mediaType, data, takenAtMs };
  }

  #known({ trackerId, channel }: CameraChannel, nowMs: number): Known {
    const key = `${trackerId} ${channel}`;
    const known = this.#cameras.get(key);
    if (known !== undefined && nowMs - known.askedMs <= this.pace.forgetMs) return known;
    if (known === undefined && this.#cameras.size >= MAX_CAMERAS) this.#forgetOld(nowMs);
    const nextOrderMs = known?.nextOrderMs ?? 0;
    const begun: Known = {
      sinceMs: nowMs,
      askedMs: nowMs,
      nextOrderMs,
      isUnderWay: known?.isUnderWay ?? false,
      picture: null,
    };
    this.#cameras.set(key, begun);
    return begun;
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { askedMs }] of this.#cameras) {
      if (nowMs - askedMs > this.pace.forgetMs) this.#cameras.delete(key);
    }
  }

  async #command(camera: CameraChannel, known: Known): Promise<void> {
    known.isUnderWay = true;
    const picture = await this.take(camera);
    known.isUnderWay = false;
    const waitMs = picture === null ? this.pace.refusedMs : this.pace.everyMs;
    known.nextOrderMs = Date.now() + waitMs;
    known.picture = picture ?? known.picture;
  }
}

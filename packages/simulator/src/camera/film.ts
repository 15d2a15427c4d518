import {
  createFilmEncoder,
  type EncoderChoice,
  type FilmEncoder,
  PICTURES_A_SECOND,
} from './film-encoder.ts';
import type { Motion } from './moment.ts';
import { Picture } from './picture.ts';
import { drawScene } from './scene.ts';
import { EngineHum, PACKET_SAMPLES, SAMPLE_RATE_HZ } from './sound.ts';

/** What a camera sends: the large picture, or the small and quick one. */
export type StreamSize = 'main' | 'sub';

/** Width and height of both, px. */
export const STREAM_SIZES = { main: [1280, 720], sub: [640, 360] } as const;
const STEP_MS = 1000 / PICTURES_A_SECOND;
const SOUND_MS = (PACKET_SAMPLES / SAMPLE_RATE_HZ) * 1000;
/** Pictures that may be made at once when the timer was late. */
const MAX_CATCH_UP = 5;
/** Pictures that may wait for the encoder: a second's. */
const MAX_WAITING = 12;

/** A picture or 40 ms of sound, at its moment (ms since 1970 UTC). */
export type Footage =
  | {
      readonly kind: 'picture';
      readonly timeMs: number;
      readonly isKeyFrame: boolean;
      readonly data: Buffer;
    }
  | { readonly kind: 'sound'; readonly timeMs: number; readonly data: Buffer };

export interface FilmOptions {
  readonly channel: number;
  readonly size: StreamSize;
  /** Written into the picture: the vehicle's number. */
  readonly name: string;
  readonly motionAt: (timeMs: number) => Motion;
  readonly encoder: EncoderChoice;
  readonly hasSound: boolean;
  /** A stretch of the past, played at its natural speed; without one the film is of now. */
  readonly stretch?: { readonly fromMs: number; readonly toMs: number };
  /** How many times quicker than it happened a stretch is played; once where nothing is said. */
  readonly pace?: number;
  /** Whether a moment of the past was filmed. */
  readonly wasFilmed?: (timeMs: number) => boolean;
  readonly onFootage: (footage: Footage) => void;
  readonly onEnd: () => void;
}

/**
 * Films a channel: draws what its camera sees, with a true clock, and encodes it, from its making to
 * `close`. Pictures and sound come in the order of their moments.
 */
export class Film {
  readonly #picture: Picture;
  readonly #encoder: FilmEncoder;
  readonly #hum = new EngineHum();
  #timer: NodeJS.Timeout | null = null;
  #counter = 0;
  #nextMs: number;
  /** Moment of the past that comes next. */
  #playedMs: number;
  #isClosed = false;
  #isMuted: boolean;
  #isPaused = false;

  constructor(private readonly options: FilmOptions) {
    const [widthPx, heightPx] = STREAM_SIZES[options.size];
    this.#picture = new Picture(widthPx, heightPx);
    this.#isMuted = !options.hasSound;
    this.#playedMs = options.stretch?.fromMs ?? 0;
    this.#nextMs = Date.now();
    this.#encoder = createFilmEncoder(options.encoder, widthPx, heightPx, (coded, timeMs) => {
      if (!this.#isClosed) options.onFootage({ kind: 'picture', timeMs, ...coded });
    });
    this.#tick();
  }

  /** Leaves the sound out from now on, or sends it again. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  /** Stands still, or goes on where it stood. */
  pause(isPaused: boolean): void {
    if (this.#isPaused && !isPaused) this.#nextMs = Date.now();
    this.#isPaused = isPaused;
  }

  /** Goes on from another moment of the past. */
  seek(timeMs: number): void {
    this.#playedMs = timeMs;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#encoder.close();
  }

  #tick(): void {
    const nowMs = Date.now();
    const isBusy = this.#encoder.waiting >= MAX_WAITING;
    if (this.#isPaused || isBusy) this.#nextMs = nowMs + STEP_MS;
    else if (this.options.stretch === undefined) {
      this.#film(nowMs);
      // What could not be filmed in time is not filmed.
      this.#nextMs = Math.max(this.#nextMs + STEP_MS, nowMs + STEP_MS / 4);
    } else {
      for (let n = 0; n < MAX_CATCH_UP && this.#nextMs <= nowMs; n += 1) {
        if (!this.#play()) return;
        this.#nextMs += STEP_MS / (this.options.pace ?? 1);
      }
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, this.#nextMs - Date.now()));
  }

  /** The next picture of the past; false at the end of the stretch. */
  #play(): boolean {
    const { stretch, wasFilmed, onEnd } = this.options;
    const toMs = stretch?.toMs ?? 0;
    while (wasFilmed !== undefined && this.#playedMs < toMs && !wasFilmed(this.#playedMs)) {
      this.#playedMs += 1000;
    }
    if (this.#playedMs >= toMs) {
      onEnd();
      return false;
    }
    this.#film(Math.round(this.#playedMs));
    this.#playedMs += STEP_MS;
    return !this.#isClosed;
  }

  #film(timeMs: number): void {
    const { channel, name, motionAt, onFootage } = this.options;
    const motion = motionAt(timeMs);
    drawScene(this.#picture, channel, name, { ...motion, timeMs, counter: this.#counter });
    this.#counter += 1;
    this.#encoder.push(this.#picture, timeMs);
    if (this.#isMuted) return;
    for (let part = 0; part * SOUND_MS < STEP_MS; part += 1) {
      const data = this.#hum.next(motion.speedKmh);
      onFootage({ kind: 'sound', timeMs: Math.round(timeMs + part * SOUND_MS), data });
    }
  }
}

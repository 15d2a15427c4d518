import { EngineHum, PACKET_SAMPLES, SAMPLE_RATE_HZ } from './audio.ts';
import type { Motion } from './moment.ts';
import { Picture } from './picture.ts';
import { drawScene } from './scene.ts';
import {
  createVideoEncoder,
  type EncoderChoice,
  PICTURES_A_SECOND,
  type VideoEncoder,
} from './video-encoder.ts';

/** The main stream of a camera (1280 × 720) or its sub stream (640 × 360). */
export type StreamSize = 'main' | 'sub';

/** Width and height of both, px. */
export const STREAM_SIZES = { main: [1280, 720], sub: [640, 360] } as const;
const STEP_MS = 1000 / PICTURES_A_SECOND;
const AUDIO_MS = (PACKET_SAMPLES / SAMPLE_RATE_HZ) * 1000;
/** Maximum frames drawn at once when the timer was late. */
const MAX_CATCH_UP = 5;
/** Maximum frames that wait for the encoder: one second. */
const MAX_WAITING = 12;

/** A frame or 40 ms of audio, with its time (ms since 1970 UTC). */
export type Footage =
  | {
      readonly kind: 'picture';
      readonly timeMs: number;
      readonly isKeyFrame: boolean;
      readonly data: Buffer;
    }
  | { readonly kind: 'sound'; readonly timeMs: number; readonly data: Buffer };

export interface VideoOptions {
  readonly channel: number;
  readonly size: StreamSize;
  /** The vehicle's number, drawn into the frame. */
  readonly name: string;
  readonly motionAt: (timeMs: number) => Motion;
  readonly encoder: EncoderChoice;
  readonly hasAudio: boolean;
  /** A past time range, played in real time; absent for live video. */
  readonly stretch?: { readonly fromMs: number; readonly toMs: number };
  /** Playback speed of a range; default 1. */
  readonly pace?: number;
  /** Whether a past moment was recorded. */
  readonly wasFilmed?: (timeMs: number) => boolean;
  readonly onFootage: (footage: Footage) => void;
  readonly onEnd: () => void;
}

/**
 * Video of a channel: draws the camera's view with a correct clock, and encodes it, or repeats the
 * prepared clip, from construction until `close`. Frames and audio are emitted in order of time.
 */
export class ChannelVideo {
  readonly #picture: Picture;
  readonly #encoder: VideoEncoder;
  readonly #hum = new EngineHum();
  #timer: NodeJS.Timeout | null = null;
  #counter = 0;
  #nextMs: number;
  /** The next past moment to draw, ms since 1970 UTC. */
  #playedMs: number;
  #isClosed = false;
  #isMuted: boolean;
  #isPaused = false;

  constructor(private readonly options: VideoOptions) {
    const [widthPx, heightPx] = STREAM_SIZES[options.size];
    this.#picture = new Picture(widthPx, heightPx);
    this.#isMuted = !options.hasAudio;
    this.#playedMs = options.stretch?.fromMs ?? 0;
    this.#nextMs = Date.now();
    this.#encoder = createVideoEncoder(options.encoder, widthPx, heightPx, (coded, timeMs) => {
      if (!this.#isClosed) options.onFootage({ kind: 'picture', timeMs, ...coded });
    });
    this.#tick();
  }

  /** Mutes or unmutes the audio. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  /** Pauses, or resumes at the same position. */
  pause(isPaused: boolean): void {
    if (this.#isPaused && !isPaused) this.#nextMs = Date.now();
    this.#isPaused = isPaused;
  }

  /** Continues from another past moment. */
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
      this.#capture(nowMs);
      // Frames that could not be drawn in time are skipped.
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

  /** Draws the next past frame; false at the end of the range. */
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
    this.#capture(Math.round(this.#playedMs));
    this.#playedMs += STEP_MS;
    return !this.#isClosed;
  }

  #capture(timeMs: number): void {
    const { channel, name, motionAt, onFootage } = this.options;
    const motion = motionAt(timeMs);
    const moment = { ...motion, timeMs, counter: this.#counter };
    this.#counter += 1;
    this.#encoder.push(() => {
      drawScene(this.#picture, channel, name, moment);
      return this.#picture;
    }, timeMs);
    if (this.#isMuted) return;
    for (let part = 0; part * AUDIO_MS < STEP_MS; part += 1) {
      const data = this.#hum.next(motion.speedKmh);
      onFootage({ kind: 'sound', timeMs: Math.round(timeMs + part * AUDIO_MS), data });
    }
  }
}
